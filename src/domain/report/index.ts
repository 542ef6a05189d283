export { buildReport, modelName } from './build-report.ts';
export { blindGain, compareRuns, tiedRuns, type RunComparison } from './compare-runs.ts';
export { flipsOf } from './flips.ts';
export { officialCheck, type OfficialCheck } from './official-check.ts';
export { errorSharesOfRun } from './error-shares.ts';
export { overallScores } from './score.ts';
export { scoresBy } from './scores-by.ts';
export type { RunWithAttempts } from './scored-attempts.ts';
export type * from './types.ts';
