import { keptQuestions, type Benchmark, type Question } from '../benchmark/index.ts';
import { pointsOf } from '../outcome/index.ts';
import type { Attempt, Outcome, Run } from '../run/index.ts';

/** A Run with its Attempts. */
export interface RunWithAttempts {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
}

/** An Attempt that has ended, with its Question. */
export interface EndedAttempt {
  readonly attempt: Attempt;
  readonly question: Question;
  readonly outcome: Outcome;
  /** Undefined where there is no answer to score. */
  readonly points: number | undefined;
}

/** The Attempts of a Run at kept Questions of the Benchmark: those that have ended, and how many have not. */
export function endedAttempts(
  benchmark: Benchmark,
  { run, attempts }: RunWithAttempts,
): { readonly ended: readonly EndedAttempt[]; readonly pending: number } {
  const asked = new Set(run.questionIds);
  const questions = new Map(keptQuestions(benchmark).map((question) => [question.id, question]));
  const ended: EndedAttempt[] = [];
  let pending = 0;
  for (const attempt of attempts) {
    const question = questions.get(attempt.questionId);
    if (question === undefined || !asked.has(question.id)) continue;
    if (attempt.state.kind !== 'done') {
      pending += 1;
      continue;
    }
    const { outcome } = attempt.state;
    ended.push({ attempt, question, outcome, points: pointsOf(question.kind, outcome) });
  }
  return { ended, pending };
}
