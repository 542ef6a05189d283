import type { Question } from '../../domain/benchmark/index.ts';
import { scoreAttempt, type Readings } from '../../domain/outcome/index.ts';
import type { Attempt } from '../../domain/run/index.ts';

/** A multiple-choice reply as both rules read it; undefined where there is no reply, or none to be read. */
export function readingsOf(question: Question | undefined, attempt: Attempt): Readings | undefined {
  if (question?.kind !== 'multiple-choice' || attempt.reply === undefined) return undefined;
  try {
    return scoreAttempt(question, { ...attempt, failure: undefined }).readings;
  } catch {
    // The order that was kept does not fit the question: another benchmark’s file. Nothing can be said of letters then.
    return undefined;
  }
}

/** Whether the two rules read one reply differently. */
export function readingsDiffer({ robust, reference }: Readings): boolean {
  return (robust.kind === 'letter' ? robust.letter : undefined) !== reference;
}
