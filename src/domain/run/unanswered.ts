import type { Attempt, UnansweredCalls } from './types.ts';

/** The Attempt with one more call that got no answer. */
export function withUnanswered(attempt: Attempt, payee: keyof UnansweredCalls): Attempt {
  const unanswered = attempt.unanswered ?? { model: 0, judge: 0 };
  return { ...attempt, unanswered: { ...unanswered, [payee]: unanswered[payee] + 1 } };
}

/** An Attempt that nobody works on any more: the call that was under way when its page went away got no answer. */
export function withoutCallUnderWay(attempt: Attempt): Attempt {
  const { state } = attempt;
  if (state.kind === 'asking') return { ...withUnanswered(attempt, 'model'), state: { kind: 'queued' } };
  if (state.kind === 'judging' && state.isAsked === true) {
    return { ...withUnanswered(attempt, 'judge'), state: { kind: 'judging' } };
  }
  return attempt;
}

/**
 * All calls of a Run that got no answer.
 * @param isAtWork whether somebody works on it: a call that is under way may still be answered
 */
export function unansweredCalls(attempts: readonly Attempt[], isAtWork: boolean): UnansweredCalls {
  let model = 0;
  let judge = 0;
  for (const each of attempts) {
    const { unanswered } = isAtWork ? each : withoutCallUnderWay(each);
    model += unanswered?.model ?? 0;
    judge += unanswered?.judge ?? 0;
  }
  return { model, judge };
}
