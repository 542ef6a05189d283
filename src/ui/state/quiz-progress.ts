import * as v from 'valibot';

import { MOST_TEXT_CHARACTERS } from '../../domain/classroom/index.ts';

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

const stored = v.object({
  formatVersion: v.literal(1),
  index,
  isRevealed: v.boolean(),
  reveal: v.picklist(['each', 'end']),
  /** By Question: the place of the option chosen. */
  choices: v.record(v.string(), index),
  texts: v.record(v.string(), v.pipe(v.string(), v.maxLength(4 * MOST_TEXT_CHARACTERS))),
  scores: v.record(v.string(), v.picklist([0, 1, 2])),
});

/** Where somebody is in a quiz. */
export type QuizProgress = v.InferOutput<typeof stored>;

function keyOf(tag: string): string {
  return `sonoscore-quiz-${tag}`;
}

/** What this browser keeps of a quiz that was begun and not ended. @param tag of the Deck */
export function readProgress(tag: string): QuizProgress | undefined {
  try {
    const parsed = v.safeParse(stored, JSON.parse(localStorage.getItem(keyOf(tag)) ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Storage may be forbidden, or hold what somebody else wrote; then the quiz begins anew.
    return undefined;
  }
}

/** @returns whether it was kept */
export function keepProgress(tag: string, progress: QuizProgress): boolean {
  try {
    localStorage.setItem(keyOf(tag), JSON.stringify(progress));
    return true;
  } catch {
    return false;
  }
}

export function forgetProgress(tag: string): void {
  try {
    localStorage.removeItem(keyOf(tag));
  } catch {
    // Then there was none.
  }
}
