export { dearestCallUsd } from './money/index.ts';
export { createRuns } from './runs.ts';
export type { RunPorts } from './run-ports.ts';
