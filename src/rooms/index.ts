export { createClassNetwork } from './create-class-network.ts';
