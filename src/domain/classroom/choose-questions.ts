import {
  keptQuestions,
  type Benchmark,
  type Question,
  type QuestionKind,
  type QuestionType,
} from '../benchmark/index.ts';
import { pointsOf } from '../outcome/index.ts';
import type { Attempt } from '../run/index.ts';

/** Which Questions go into a Deck. */
export interface DeckFilter {
  /** By what the models of Runs at hand answered; only Questions that at least one of them answered. */
  readonly models: 'any' | 'all-wrong' | 'some-wrong' | 'all-right';
  readonly kinds: readonly QuestionKind[];
  readonly type: QuestionType | undefined;
  /** Only Questions in these source videos; undefined for all. */
  readonly sourceKeys: ReadonlySet<string> | undefined;
}

/**
 * The kept Questions of a Benchmark that a filter asks for, in the Benchmark's order.
 * @param runs the Attempts of each model's Run; of several answers to a Question, one that is right makes the model right; a
 * free text is right with full points
 */
export function chooseQuestions(
  benchmark: Benchmark,
  runs: readonly (readonly Attempt[])[],
  filter: DeckFilter,
): readonly Question[] {
  const kindOf = new Map(benchmark.questions.map(({ id, kind }) => [id, kind]));
  const tallies = new Map<string, { right: number; wrong: number }>();
  for (const attempts of runs) {
    const rightIn = new Map<string, boolean>();
    for (const { questionId, state } of attempts) {
      if (state.kind !== 'done') continue;
      const kind = kindOf.get(questionId);
      if (kind === undefined || pointsOf(kind, state.outcome) === undefined) continue;
      rightIn.set(questionId, rightIn.get(questionId) === true || state.outcome === 'correct');
    }
    for (const [id, isRight] of rightIn) {
      const tally = tallies.get(id) ?? { right: 0, wrong: 0 };
      if (isRight) tally.right += 1;
      else tally.wrong += 1;
      tallies.set(id, tally);
    }
  }
  const fits = (id: string): boolean => {
    if (filter.models === 'any') return true;
    const tally = tallies.get(id);
    if (tally === undefined) return false;
    if (filter.models === 'all-wrong') return tally.right === 0;
    return filter.models === 'all-right' ? tally.wrong === 0 : tally.wrong > 0;
  };
  return keptQuestions(benchmark).filter(
    (question) =>
      filter.kinds.includes(question.kind) &&
      (filter.type === undefined || question.type === filter.type) &&
      (filter.sourceKeys === undefined || filter.sourceKeys.has(question.sourceKey)) &&
      fits(question.id),
  );
}
