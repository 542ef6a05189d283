import { keptQuestions, type Benchmark, type Question } from '../../domain/benchmark/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import type { Attempt, Outcome } from '../../domain/run/index.ts';
import { mostPoints, pointsOf } from '../../domain/outcome/index.ts';

/** How each of several Runs ended at one Question. */
export interface MatrixRow {
  readonly question: Question;
  /** One for each Run, in their order; undefined where it was not asked or has not ended. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** The spread of what was scored, from 0 (all alike) to 0.25 (half of them right and half wrong). */
  readonly disagreement: number;
}

export type MatrixOrder = 'disagreement' | 'hardest' | 'benchmark';

/** Questions that two Runs or more have ended, in the Benchmark's order; of several answers to one, the first. */
export function questionMatrix(benchmark: Benchmark, runs: readonly RunWithAttempts[]): readonly MatrixRow[] {
  const first = runs.map(
    ({ attempts }) =>
      new Map(attempts.filter(({ epoch }) => epoch === 0).map((attempt) => [attempt.questionId, attempt])),
  );
  return keptQuestions(benchmark).flatMap((question) => {
    const outcomes = first.map((attempts) => outcomeOf(attempts.get(question.id)));
    if (outcomes.filter((outcome) => outcome !== undefined).length < 2) return [];
    return [{ question, outcomes, disagreement: spread(question, outcomes) }];
  });
}

/** The rows by what one looks for; rows alike in it stay in the Benchmark's order. */
export function ordered(rows: readonly MatrixRow[], order: MatrixOrder): readonly MatrixRow[] {
  if (order === 'benchmark') return rows;
  if (order === 'disagreement') return rows.toSorted((a, b) => b.disagreement - a.disagreement);
  return rows.toSorted((a, b) => mean(a.question, a.outcomes) - mean(b.question, b.outcomes));
}

function outcomeOf(attempt: Attempt | undefined): Outcome | undefined {
  return attempt?.state.kind === 'done' ? attempt.state.outcome : undefined;
}

/** What is no answer counts as 0; what nobody has judged does not count. */
function sharesOf(question: Question, outcomes: readonly (Outcome | undefined)[]): readonly number[] {
  return outcomes.flatMap((outcome) =>
    outcome === undefined || outcome === 'unjudged'
      ? []
      : [(pointsOf(question.kind, outcome) ?? 0) / mostPoints(question.kind)],
  );
}

function mean(question: Question, outcomes: readonly (Outcome | undefined)[]): number {
  const shares = sharesOf(question, outcomes);
  return shares.length === 0 ? 1 : shares.reduce((sum, each) => sum + each, 0) / shares.length;
}

function spread(question: Question, outcomes: readonly (Outcome | undefined)[]): number {
  const shares = sharesOf(question, outcomes);
  if (shares.length < 2) return 0;
  const middle = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  return shares.reduce((sum, each) => sum + (each - middle) ** 2, 0) / shares.length;
}
