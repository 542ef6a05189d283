import { costOf, type Price } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import {
  buildReport,
  type CostOf,
  officialCheck,
  type OfficialCheck,
  type Report,
  type Score,
} from '../../domain/report/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';
import type { Estimate } from '../../domain/statistics/index.ts';
import type { RunPrices } from './run-cost.ts';

/** What the results page shows of a Run. */
export interface RunReport {
  readonly report: Report;
  /** Present where the Run is of a published model on the published benchmark. */
  readonly check: OfficialCheck | undefined;
}

/** The domain's report, with cost where a price is known. */
export function runReportOf(
  benchmark: Benchmark,
  run: Run,
  attempts: readonly Attempt[],
  prices: RunPrices,
): RunReport {
  const options = {
    ...(prices.model === undefined ? {} : { costOf: by(prices.model) }),
    ...(prices.judge === undefined ? {} : { judgeCostOf: by(prices.judge) }),
  };
  return {
    report: buildReport(benchmark, run, attempts, options),
    check: run.status.kind === 'finished' ? officialCheck(benchmark, run, attempts) : undefined,
  };
}

function by(price: Price): CostOf {
  return (usage) => costOf(usage, price);
}

/** What counts as the score: answers only, or, as the reference counts, everything with what is no answer as 0. */
export type Counting = 'answered' | 'all';

/** The estimate of a score by one way of counting. */
export function counted(score: Score | undefined, counting: Counting): Estimate | undefined {
  return counting === 'all' ? score?.allCounted : score?.amongAnswered;
}
