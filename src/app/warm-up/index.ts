export { warmUp, type WarmUpPorts } from './warm-up.ts';
