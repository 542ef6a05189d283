import { abortError } from './clip-errors.ts';

/** What is short, or what other work waits for, is not put off. */
export const URGENT = Infinity;
/** Whoever was overtaken so often comes next. */
const MOST_OVERTAKEN = 3;

interface Waiter<S> {
  readonly weight: () => number;
  readonly take: (slot: S) => void;
  overtaken: number;
}

/**
 * Slots, each given to one piece of work at a time. Of those that wait the heaviest comes first, so that none is left alone at the end
 * while the other slots idle; nobody is overtaken for ever.
 */
export class SlotQueue<S> {
  readonly #free: S[];
  readonly #waiting: Waiter<S>[] = [];

  constructor(slots: readonly S[]) {
    this.#free = [...slots];
  }

  /**
   * @param weight for how long the slot will be held, in whatever unit the others use; asked each time that a slot comes free
   * @param isBest which free slot to take rather than another
   * @throws {DOMException} AbortError when `signal` aborts
   */
  async acquire(weight: () => number, signal: AbortSignal, isBest: (slot: S) => boolean): Promise<S> {
    if (signal.aborted) throw abortError();
    const [free] = this.#free.splice(Math.max(this.#free.findIndex(isBest), 0), 1);
    if (free !== undefined) return free;
    return new Promise((resolve, reject) => {
      const take = (slot: S) => {
        signal.removeEventListener('abort', leave);
        resolve(slot);
      };
      const waiter: Waiter<S> = { weight, take, overtaken: 0 };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(abortError());
      };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  release(slot: S): void {
    const next = this.#next();
    if (next === undefined) this.#free.push(slot);
    else next.take(slot);
  }

  #next(): Waiter<S> | undefined {
    const waiting = this.#waiting;
    const weights = waiting.map(({ weight }) => weight());
    const patient = waiting.findIndex(({ overtaken }) => overtaken >= MOST_OVERTAKEN);
    const index = patient >= 0 ? patient : weights.indexOf(Math.max(...weights));
    for (const waiter of waiting.slice(0, index)) waiter.overtaken += 1;
    return waiting.splice(index, 1)[0];
  }
}
