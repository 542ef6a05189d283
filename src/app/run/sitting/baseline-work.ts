import type { Benchmark } from '../../../domain/benchmark/index.ts';
import { scoreChoice } from '../../../domain/outcome/index.ts';
import type { Attempt, BaselineName, RunStatus } from '../../../domain/run/index.ts';
import type { RunRecord } from '../record/run-record.ts';

/** How many Attempts of a Baseline are stored at once: it costs nothing to ask one again. */
const BASELINE_BATCH = 100;

/** The work of a Run that a Baseline answers: no clip, no call. */
export async function workBaseline(
  record: RunRecord,
  benchmark: Benchmark,
  name: BaselineName,
  open: readonly Attempt[],
  signal: AbortSignal,
  nowIso: () => string,
): Promise<RunStatus> {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  // Fetched when a Baseline is asked for: statistics come along with it, and the first page has no use for them.
  const { createBaseline, scoredChoices } = await import('../../../domain/baselines/index.ts');
  const predict = createBaseline(name, scoredChoices(benchmark), record.run.config.seed);
  for (let from = 0; from < open.length; from += BASELINE_BATCH) {
    if (signal.aborted) return { kind: 'cancelled' };
    const [first, ...rest] = open.slice(from, from + BASELINE_BATCH).map((attempt): Attempt => {
      const question = questions.get(attempt.questionId);
      const printedIndex = question?.kind === 'multiple-choice' ? predict(question) : undefined;
      const { outcome, prediction } =
        question === undefined
          ? { outcome: 'no-answer' as const, prediction: undefined }
          : scoreChoice(question, printedIndex, attempt.optionOrder);
      return { ...attempt, prediction, state: { kind: 'done', outcome }, updatedAt: nowIso() };
    });
    if (first !== undefined) await record.save(first, ...rest);
  }
  return { kind: 'finished' };
}
