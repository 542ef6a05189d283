import { meterOver, scoredChoices, shortcutUse, type ShortcutResult } from '../baselines/index.ts';
import type { Benchmark } from '../benchmark/index.ts';
import type { Run } from '../run/index.ts';
import type { EndedAttempt, RunWithAttempts } from './scored-attempts.ts';
import type { Score, ShortcutReport } from './types.ts';

/**
 * What rules without the video score on the very Questions that a Run's own score is over, and whether the model goes along
 * with them.
 * @param score of the Run's multiple-choice answers; undefined where none has ended
 */
export function shortcutReportOf(
  benchmark: Benchmark,
  { run, attempts }: RunWithAttempts,
  ended: readonly EndedAttempt[],
  score: Score | undefined,
): ShortcutReport {
  const scored = new Set(ended.map(({ question }) => question.id));
  const all = scoredChoices(benchmark);
  const meter = meterOver(
    all.filter(({ id }) => scored.has(id)),
    all,
    run.config.seed,
  );
  // Where nothing was answered there is nothing to say of the model, least of all that it was wrong.
  if (score?.amongAnswered === undefined) return { meter, use: [], sentence: undefined };
  return {
    meter,
    use: shortcutUse(benchmark, run, attempts),
    sentence: sentenceOf(meter, run, `${percent(score.allCounted.value)}${missingWords(ended)}`),
  };
}

function sentenceOf(meter: readonly ShortcutResult[], run: Run, own: string): string | undefined {
  const [best] = [...meter].sort((a, b) => b.estimate.value - a.estimate.value);
  if (best === undefined) return undefined;
  return `${run.config.model.kind === 'baseline' ? 'The best rule' : 'A rule'} that never looks at the video scores ${percent(best.estimate.value)} on these questions; this ${run.config.model.kind === 'baseline' ? 'one' : 'model'} ${own}.`;
}

/** ` (3 failed and 1 without an answer, counted as wrong)`, or nothing where all were answered. */
function missingWords(ended: readonly EndedAttempt[]): string {
  const missing = ended.filter(({ question, points }) => question.kind === 'multiple-choice' && points === undefined);
  const failed = missing.filter(({ outcome }) => outcome === 'failed').length;
  const others = missing.length - failed;
  const parts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(others === 0 ? [] : [`${others} without an answer`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(' and ')}, counted as wrong)`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
