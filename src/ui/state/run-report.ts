import { costOf, type Price } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { buildReport, officialCheck, type OfficialCheck, type Report, type Score } from '../../domain/report/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';
import type { Estimate } from '../../domain/statistics/index.ts';

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
  price: Price | undefined,
): RunReport {
  const options = price === undefined ? {} : { costOf: (usage: Parameters<typeof costOf>[0]) => costOf(usage, price) };
  return {
    report: buildReport(benchmark, run, attempts, options),
    check: run.status.kind === 'finished' ? officialCheck(benchmark, run, attempts) : undefined,
  };
}

/** What counts as the score: answers only, or, as the reference counts, everything with what is no answer as 0. */
export type Counting = 'answered' | 'all';

/** The estimate of a score by one way of counting. */
export function counted(score: Score | undefined, counting: Counting): Estimate | undefined {
  return counting === 'all' ? score?.allCounted : score?.amongAnswered;
}
