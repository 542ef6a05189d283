import type { Benchmark, Question, QuestionType } from '../../domain/benchmark/index.ts';
import type { Attempt, BaselineName, Run } from '../../domain/run/index.ts';
import type { BreakdownRow, Estimate } from './estimates.ts';
import { isInBin, LENGTH_BINS } from './length-bins.ts';

/** What the results page shows of a Run. */
export interface ResultsSummary {
  readonly accuracy: Estimate | undefined;
  readonly judgeScore: Estimate | undefined;
  /** Source videos that the scored multiple-choice questions come from. */
  readonly sourceVideoCount: number;
  readonly byType: readonly BreakdownRow[];
  readonly byDuration: readonly BreakdownRow[];
  /** What a rule that looks at no video gets on the same questions. */
  readonly shortcuts: readonly { readonly baseline: BaselineName; readonly share: number }[];
  /** How the numbers were made, in a sentence or two. */
  readonly method: string;
}

interface Scored {
  readonly question: Question;
  readonly points: number;
}

const TYPES: readonly { readonly type: QuestionType; readonly name: string }[] = [
  { type: 1, name: '1: Action and goal' },
  { type: 2, name: '2: Artifacts and optimization' },
  { type: 3, name: '3: Procedure and planning' },
];

/** Accuracy over the multiple-choice questions with a right or wrong answer, and the mean of the judge's scores. */
export function summaryOf(benchmark: Benchmark, run: Run, attempts: readonly Attempt[]): ResultsSummary {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const scored = attempts.flatMap((attempt): Scored[] => {
    const question = questions.get(attempt.questionId);
    const points = pointsOf(attempt);
    return question === undefined || points === undefined || !run.questionIds.includes(question.id)
      ? []
      : [{ question, points }];
  });
  const row = (name: string, part: readonly Scored[]): BreakdownRow => ({
    name,
    accuracy: meanOf(part, 'multiple-choice', 2),
    judgeScore: meanOf(part, 'free-response', 1),
  });
  const choices = scored.filter(({ question }) => question.kind === 'multiple-choice');
  return {
    accuracy: meanOf(scored, 'multiple-choice', 2),
    judgeScore: meanOf(scored, 'free-response', 1),
    sourceVideoCount: new Set(choices.map(({ question }) => question.sourceKey)).size,
    byType: TYPES.map(({ type, name }) =>
      row(
        name,
        scored.filter(({ question }) => question.type === type),
      ),
    ),
    byDuration: LENGTH_BINS.map((bin) =>
      row(
        bin.name,
        scored.filter(({ question }) => isInBin(question, bin)),
      ),
    ),
    shortcuts: [],
    method: 'Questions that failed, were withheld or are not judged are left out of these numbers and counted above.',
  };
}

/** Points of 2, or undefined where the Attempt ended without a score. */
function pointsOf({ state, verdict }: Attempt): number | undefined {
  if (state.kind !== 'done') return undefined;
  if (verdict !== undefined) return verdict.score;
  if (state.outcome === 'correct') return 2;
  if (state.outcome === 'partly-correct') return 1;
  return state.outcome === 'incorrect' ? 0 : undefined;
}

function meanOf(scored: readonly Scored[], kind: Question['kind'], pointsPerUnit: number): Estimate | undefined {
  const part = scored.filter(({ question }) => question.kind === kind);
  if (part.length === 0) return undefined;
  const sum = part.reduce((total, { points }) => total + points, 0);
  return { value: sum / pointsPerUnit / part.length, low: undefined, high: undefined, questionCount: part.length };
}
