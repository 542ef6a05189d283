export { parseAttempt, parseReply, parseRun } from './parse.ts';
export type * from './types.ts';
