export { warmUp } from './warm-up.ts';
