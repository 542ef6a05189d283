export { parseAttempt, parseClipRecord, parseReply, parseRun } from './parse.ts';
export type * from './types.ts';
