export { fitsBenchmark, headlineFollows, openShared, sameScore } from './open-shared.ts';
export { isSafeAddress, safeModel, shareRuns } from './share-runs.ts';
export { MOST_RUNS } from './types.ts';
export type * from './types.ts';
