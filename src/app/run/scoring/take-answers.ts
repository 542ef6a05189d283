import type { Benchmark } from '../../../domain/benchmark/index.ts';
import { keptReadings, scoreAttempt } from '../../../domain/outcome/index.ts';
import type { Attempt } from '../../../domain/run/index.ts';
import type { BatchAnswer } from '../../services.ts';
import { attemptKey, type RunRecord } from '../record/run-record.ts';

/** The Attempts of a Run that answers from elsewhere change: those without a reply. They are scored as any reply is. */
export function answeredAttempts(
  { attempts }: RunRecord,
  benchmark: Benchmark,
  answers: readonly BatchAnswer[],
  updatedAt: string,
): readonly Attempt[] {
  const given = new Map(answers.map((answer) => [attemptKey(answer), answer.result]));
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  return attempts.flatMap((attempt): readonly Attempt[] => {
    const result = given.get(attemptKey(attempt));
    const question = questions.get(attempt.questionId);
    if (result === undefined || question === undefined || attempt.reply !== undefined) return [];
    if (result.kind === 'failure') {
      const outcome = result.failure.kind === 'blocked' ? 'blocked' : 'failed';
      return [{ ...attempt, failure: result.failure, state: { kind: 'done', outcome }, updatedAt }];
    }
    const replied = { ...attempt, reply: result.reply, failure: undefined };
    const score = scoreAttempt(question, replied);
    const { outcome, prediction } = score;
    return [{ ...replied, prediction, ...keptReadings(score), state: { kind: 'done', outcome }, updatedAt }];
  });
}
