import type { Usage } from '../../domain/run/index.ts';
import { costOf, type Price } from '../cost.ts';
import type { Budget } from '../services.ts';

/** An answer may be dearer than all before it. */
const MARGIN = 1.5;

/** Who is paid: each has a price of its own, and calls of a size of its own. */
export type Payee = 'model' | 'judge';

interface Account {
  readonly price: Price;
  /** Undefined until the first answer. */
  dearestUsd: number | undefined;
}

/**
 * Keeps a Run under its cap: before each call half as much again is set aside as the dearest call so far of the same kind has
 * cost, and a call that could pass the cap is not made.
 */
export class Spending {
  readonly #budget: Budget | undefined;
  readonly #accounts: Readonly<Record<Payee, Account>> | undefined;
  #spentUsd = 0;
  #setAsideUsd = 0;
  #uncounted = false;

  /** @param paid what the Run's earlier sittings have used */
  constructor(budget: Budget | undefined, paid: Readonly<Record<Payee, readonly Usage[]>>) {
    this.#budget = budget;
    if (budget === undefined) return;
    this.#accounts = {
      model: { price: budget.price, dearestUsd: undefined },
      judge: { price: budget.judgePrice ?? budget.price, dearestUsd: undefined },
    };
    for (const usage of paid.model) this.#pay('model', usage);
    for (const usage of paid.judge) this.#pay('judge', usage);
  }

  /**
   * Sets money aside for one call.
   * @returns the way to close the account of the call with what it used (or without, where it failed), or why it may not be made
   */
  reserve(payee: Payee): { readonly settle: (usage: Usage | undefined) => void } | { readonly refusal: string } {
    if (this.#budget === undefined) return { settle: () => undefined };
    const { capUsd } = this.#budget;
    if (this.#uncounted) {
      return {
        refusal: `The service does not say what its answers cost, so the cap of $${capUsd} cannot be kept: go on without a cap, or set prices for this model.`,
      };
    }
    const aside = (this.#accounts?.[payee].dearestUsd ?? 0) * MARGIN;
    if (this.#spentUsd + this.#setAsideUsd + aside > capUsd) {
      return {
        refusal: `The next answer could pass the cap of $${capUsd}: about $${this.#spentUsd.toFixed(4)} is spent. Raise the cap to go on.`,
      };
    }
    this.#setAsideUsd += aside;
    let open = true;
    return {
      settle: (usage) => {
        if (!open) return;
        open = false;
        this.#setAsideUsd -= aside;
        if (usage !== undefined) this.#pay(payee, usage);
      },
    };
  }

  /** Until the first answer nobody knows what one costs, so only one call may be under way. */
  mustWaitForFirst(payee: Payee): boolean {
    return this.#accounts !== undefined && this.#accounts[payee].dearestUsd === undefined && !this.#uncounted;
  }

  #pay(payee: Payee, usage: Usage): void {
    const account = this.#accounts?.[payee];
    if (account === undefined) return;
    const cost = costOf(usage, account.price);
    if (cost === undefined) {
      this.#uncounted = true;
      return;
    }
    this.#spentUsd += cost;
    account.dearestUsd = Math.max(account.dearestUsd ?? 0, cost);
  }
}
