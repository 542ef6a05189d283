export { fitsBenchmark, headlineFollows, openShared, sameScore } from './open-shared.ts';
export { safeModel } from './safe-model.ts';
export { shareRuns } from './share-runs.ts';
export { MOST_RUNS } from './types.ts';
export type * from './types.ts';
export { drawSpotCheck, spotCheck, USUAL_SPOT_CHECK, type SpotVerdict } from './spot-check.ts';
