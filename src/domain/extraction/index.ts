export { extractReference, type ReferenceLetter } from './reference.ts';
export { refusalAsWhole } from './refusals.ts';
export { extractRobust, readCounted, type NoReading, type Reading } from './robust.ts';
export type { ShownOption } from './shown-options.ts';
export { withoutThinking, type Spoken } from './thinking.ts';
