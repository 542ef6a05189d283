export { parseAttempt, parseRun } from './parse.ts';
export type * from './types.ts';
