export { dearestCallUsd } from './money/index.ts';
export { createRuns } from './run-manager.ts';
export type { RunPorts } from './run-ports.ts';
