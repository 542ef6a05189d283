import { meterOver, scoredChoices, shortcutUse, type ShortcutResult } from '../baselines/index.ts';
import type { Benchmark } from '../benchmark/index.ts';
import type { Estimate } from '../statistics/index.ts';
import type { RunWithAttempts } from './scored-attempts.ts';
import type { ShortcutReport } from './types.ts';

/** What rules without the video score on a Run's own questions, and whether the model goes along with them. */
export function shortcutReportOf(
  benchmark: Benchmark,
  { run, attempts }: RunWithAttempts,
  accuracy: Estimate | undefined,
): ShortcutReport {
  const asked = new Set(run.questionIds);
  const all = scoredChoices(benchmark);
  const meter = meterOver(
    all.filter(({ id }) => asked.has(id)),
    all,
    run.config.seed,
  );
  return {
    meter,
    use: meter.length === 0 ? [] : shortcutUse(benchmark, run, attempts),
    sentence: accuracy === undefined ? undefined : sentenceOf(meter, accuracy),
  };
}

function sentenceOf(meter: readonly ShortcutResult[], accuracy: Estimate): string | undefined {
  const [best] = [...meter].sort((a, b) => b.estimate.value - a.estimate.value);
  if (best === undefined) return undefined;
  return `A rule that never looks at the video scores ${percent(best.estimate.value)} on these questions; this model ${percent(accuracy.value)}.`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
