export { BASELINE_NAMES, CONDITIONS, OPTION_ORDERS, OUTCOMES } from './names.ts';
export { parseAttempt, parseClipRecord, parseCorrections, parseReply, parseRun } from './parse.ts';
export { isWholeKey, secretParameter } from './secrets.ts';
export type * from './types.ts';
export { unansweredCalls, withoutCallUnderWay, withUnanswered } from './unanswered.ts';
export { upgraded } from './upgrade.ts';
