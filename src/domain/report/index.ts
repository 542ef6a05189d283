export { buildReport, modelName } from './build-report.ts';
export { blindGain, compareRuns, tiedRuns } from './compare-runs.ts';
export { officialCheck, type OfficialCheck } from './official-check.ts';
export type { RunWithAttempts } from './scored-attempts.ts';
export type * from './types.ts';
