import type { CallFailure } from '../../domain/run/index.ts';

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
  failed(failure: CallFailure): string | undefined {
    if (failure.kind === 'auth' || failure.kind === 'quota-exhausted') return failure.message;
    // Nothing was asked of anybody, so nothing burns.
    if (failure.kind === 'no-source-video') return undefined;
    this.#inARow = failure.kind === this.#kind ? this.#inARow + 1 : 1;
    this.#kind = failure.kind;
    return this.#inARow < FAILURES_IN_A_ROW
      ? undefined
      : `${FAILURES_IN_A_ROW} questions in a row failed for one cause, so the run paused before it tried the rest: ${failure.message}`;
  }
}
