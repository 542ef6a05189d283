import type { CallFailure } from '../../../domain/run/index.ts';
import { asksForHours } from './retry.ts';

/** So many failures of one cause in a row, and a Run pauses rather than burn through all its questions. */
const FAILURES_IN_A_ROW = 5;

/** Watches how calls end, and says when a Run had better pause and why. */
export class Breaker {
  #kind: CallFailure['kind'] | undefined;
  #inARow = 0;

  answered(): void {
    this.#inARow = 0;
    this.#kind = undefined;
  }

  /** The reason to pause, or undefined to go on. */
  failed(failure: CallFailure, nowMs: number): string | undefined {
    if (failure.kind === 'auth') return failure.message;
    if (failure.kind === 'quota-exhausted' || asksForHours(failure))
      return `${failure.message}${untilWhen(failure, nowMs)}`;
    // Nothing was asked of anybody, so nothing burns.
    if (failure.kind === 'no-source-video') return undefined;
    this.#inARow = failure.kind === this.#kind ? this.#inARow + 1 : 1;
    this.#kind = failure.kind;
    return this.#inARow < FAILURES_IN_A_ROW
      ? undefined
      : `${FAILURES_IN_A_ROW} questions in a row failed for one cause, so the run paused before it tried the rest: ${failure.message}`;
  }
}

/** As a time of day, since a paused Run may be read hours later; nothing where the service named none. */
function untilWhen({ waitMs }: CallFailure, nowMs: number): string {
  if (waitMs === undefined || waitMs === 0) return '';
  const minute = 60_000;
  const until = new Date(Math.ceil((nowMs + waitMs) / minute) * minute).toISOString();
  return ` It named a time: from ${until.slice(0, 10)} ${until.slice(11, 16)} UTC on it can be asked again.`;
}
