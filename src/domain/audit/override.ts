import type { Question } from '../benchmark/index.ts';
import { scoreAttempt } from '../outcome/index.ts';
import type { Attempt, ErrorType, Override } from '../run/index.ts';
import type { JudgeScore } from './judged.ts';

/** What kind of error a score stands for where nobody has said: as upstream repairs a missing one. */
export function errorTypeFor(score: JudgeScore): ErrorType {
  if (score === 2) return 'none';
  return score === 1 ? 'wrong_conclusion' : 'both_fail';
}

/** Whether an Attempt holds a free text that a person can score. */
export function canOverride(question: Question, attempt: Attempt): boolean {
  if (question.kind !== 'free-response' || attempt.state.kind !== 'done' || attempt.reply === undefined) return false;
  const override = { score: 0, errorType: errorTypeFor(0), note: '', at: attempt.updatedAt } as const;
  return scoreAttempt(question, { ...attempt, override }).prediction?.kind === 'text';
}

/**
 * An Attempt with a person's score in place of the judge's. The Verdict stays where it is; a second override replaces the first.
 * @throws {RangeError} where there is no free text to score
 */
export function withOverride(question: Question, attempt: Attempt, override: Override): Attempt {
  const changed = { ...attempt, override };
  const { outcome, prediction } = scoreAttempt(question, changed);
  if (question.kind !== 'free-response' || prediction?.kind !== 'text')
    throw new RangeError(`${question.id} has no free text that could be scored.`);
  return { ...changed, state: { kind: 'done', outcome }, prediction, updatedAt: override.at };
}

/**
 * The Attempt as it was before any override: the judge's Verdict counts again, or it is unjudged.
 * @param at ISO date of the change
 */
export function withoutOverride(question: Question, attempt: Attempt, at: string): Attempt {
  const { override, ...rest } = attempt;
  if (override === undefined) return attempt;
  const { outcome, prediction } = scoreAttempt(question, rest);
  return { ...rest, state: { kind: 'done', outcome }, prediction, updatedAt: at };
}
