import type { Benchmark } from '../../../domain/benchmark/index.ts';
import { keptReadings, scoreAttempt } from '../../../domain/outcome/index.ts';
import type { Attempt } from '../../../domain/run/index.ts';

/** Those Attempts whose stored reply is scored otherwise today than when it came. Verdicts stay as they are. */
export function rescored(attempts: readonly Attempt[], benchmark: Benchmark, updatedAt: string): readonly Attempt[] {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  return attempts.flatMap((attempt): Attempt[] => {
    const question = questions.get(attempt.questionId);
    if (question === undefined || attempt.reply === undefined || attempt.state.kind !== 'done') return [];
    // A judge's failure is no failure of the model's.
    const score = scoreAttempt(question, { ...attempt, failure: undefined });
    const { outcome, prediction } = score;
    // Compared as they are stored.
    const isSame = JSON.stringify(prediction) === JSON.stringify(attempt.prediction);
    return isSame && outcome === attempt.state.outcome
      ? []
      : [{ ...attempt, prediction, ...keptReadings(score), state: { kind: 'done', outcome }, updatedAt }];
  });
}
