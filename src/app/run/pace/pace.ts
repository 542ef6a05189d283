import type { Clock } from '../../ports.ts';
import { Gate } from './gate.ts';

/** How many calls go on at once where nothing else is asked for. */
export const DEFAULT_CALLS_AT_ONCE = 4;

/**
 * How fast a server is asked: N calls at once, half as many after each "too many requests", one more again after as many
 * good answers as there are calls (additive increase, multiplicative decrease, as TCP does), and nobody while a wait holds.
 */
export class Pace {
  readonly #gate: Gate;
  readonly #most: number;
  readonly #clock: Clock;
  #goodInARow = 0;
  #heldUntilMs = 0;
  /** The longest wait that was asked for: a clock that is set back must not make it longer. */
  #longestWaitMs = 0;

  constructor(clock: Clock, most = DEFAULT_CALLS_AT_ONCE) {
    this.#clock = clock;
    this.#most = most;
    this.#gate = new Gate(most);
  }

  get callsInFlight(): number {
    return this.#gate.inside;
  }

  get callsAtOnce(): number {
    return this.#gate.limit;
  }

  /** Waits for a place, and for the end of a wait that the server has asked of everybody. */
  async enter(signal: AbortSignal): Promise<() => void> {
    for (;;) {
      const leave = await this.#gate.enter(signal);
      const waitMs = this.#heldUntilMs - this.#clock.nowMs();
      if (waitMs <= 0) {
        this.#longestWaitMs = 0;
        return leave;
      }
      leave();
      if (waitMs > this.#longestWaitMs) this.#heldUntilMs = this.#clock.nowMs() + this.#longestWaitMs;
      await this.#clock.sleep(Math.min(waitMs, this.#longestWaitMs), signal);
    }
  }

  answered(): void {
    this.#goodInARow += 1;
    if (this.#goodInARow < this.#gate.limit || this.#gate.limit >= this.#most) return;
    this.#goodInARow = 0;
    this.#gate.limit += 1;
  }

  /** @param waitMs until nobody is to ask again */
  tooMany(waitMs: number): void {
    this.#goodInARow = 0;
    // The calls that were under way when the first of them was refused are refused too; that is one event, not four.
    if (this.#heldUntilMs <= this.#clock.nowMs()) this.#gate.limit = Math.floor(this.#gate.limit / 2);
    this.hold(waitMs);
  }

  /** @param waitMs until nobody is to ask again; as many may then ask at once as before */
  hold(waitMs: number): void {
    this.#longestWaitMs = Math.max(this.#longestWaitMs, waitMs);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#clock.nowMs() + waitMs);
  }
}
