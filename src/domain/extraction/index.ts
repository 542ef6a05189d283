export { extractReference, type ReferenceLetter } from './reference.ts';
export { refusalAsWhole } from './refusals.ts';
export { extractRobust, readCounted, type NoReading, type Reading } from './robust.ts';
export { withoutThinking } from './thinking.ts';
