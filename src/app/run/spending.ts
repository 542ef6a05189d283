import type { ModelReply } from '../../domain/run/index.ts';
import { costOf } from '../cost.ts';
import type { Budget } from '../services.ts';

/** An answer may be dearer than all before it. */
const MARGIN = 1.5;

/**
 * Keeps a Run under its cap: before each call half as much again is set aside as the dearest call so far has cost, and a call that could
 * pass the cap is not made.
 */
export class Spending {
  readonly #budget: Budget | undefined;
  #spentUsd = 0;
  /** Undefined until the first answer. */
  #dearestUsd: number | undefined;
  #setAsideUsd = 0;
  #uncounted = false;

  /** @param paid replies of the Run's earlier sittings */
  constructor(budget: Budget | undefined, paid: readonly ModelReply[]) {
    this.#budget = budget;
    for (const reply of paid) this.#pay(reply);
  }

  /**
   * Sets money aside for one call.
   * @returns the way to close the account of the call with its reply (or without, where it failed), or why it may not be made
   */
  reserve(): { readonly settle: (reply: ModelReply | undefined) => void } | { readonly refusal: string } {
    if (this.#budget === undefined) return { settle: () => undefined };
    const { capUsd } = this.#budget;
    if (this.#uncounted) {
      return {
        refusal: `The service does not say what its answers cost, so the cap of $${capUsd} cannot be kept: go on without a cap, or set prices for this model.`,
      };
    }
    const aside = (this.#dearestUsd ?? 0) * MARGIN;
    if (this.#spentUsd + this.#setAsideUsd + aside > capUsd) {
      return {
        refusal: `The next answer could pass the cap of $${capUsd}: about $${this.#spentUsd.toFixed(4)} is spent. Raise the cap to go on.`,
      };
    }
    this.#setAsideUsd += aside;
    let open = true;
    return {
      settle: (reply) => {
        if (!open) return;
        open = false;
        this.#setAsideUsd -= aside;
        if (reply !== undefined) this.#pay(reply);
      },
    };
  }

  /** Until the first answer nobody knows what one costs, so only one call may be under way. */
  get mustWaitForFirst(): boolean {
    return this.#budget !== undefined && this.#dearestUsd === undefined && !this.#uncounted;
  }

  #pay(reply: ModelReply): void {
    if (this.#budget === undefined) return;
    const cost = costOf(reply.usage, this.#budget.price);
    if (cost === undefined) {
      this.#uncounted = true;
      return;
    }
    this.#spentUsd += cost;
    this.#dearestUsd = Math.max(this.#dearestUsd ?? 0, cost);
  }
}
