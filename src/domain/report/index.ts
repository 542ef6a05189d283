export { buildReport, modelName, type ReportOptions } from './build-report.ts';
export {
  blindGain,
  compareRuns,
  tiedRuns,
  type BlindGain,
  type KindComparison,
  type RunComparison,
} from './compare-runs.ts';
export { officialCheck, type CheckedFigure, type OfficialCheck, type PublishedModel } from './official-check.ts';
export type { RunWithAttempts } from './scored-attempts.ts';
export type * from './types.ts';
export type { CostOf } from './usage-sums.ts';
