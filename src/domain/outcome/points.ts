import type { QuestionKind } from '../benchmark/index.ts';
import type { Outcome } from '../run/index.ts';

/** The most that one question can bring: 1 for a letter, 2 for a text. */
export function mostPoints(kind: QuestionKind): 1 | 2 {
  return kind === 'multiple-choice' ? 1 : 2;
}

/** What an Outcome brings: 0 or 1 for a letter, 0, 1 or 2 for a text; undefined where there is no answer to score. */
export function pointsOf(kind: QuestionKind, outcome: Outcome): number | undefined {
  switch (outcome) {
    case 'correct':
      return mostPoints(kind);
    case 'partly-correct':
      return mostPoints(kind) / 2;
    case 'incorrect':
      return 0;
    default:
      return undefined;
  }
}
