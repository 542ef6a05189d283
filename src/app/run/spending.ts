import type { Attempt, Run, Usage } from '../../domain/run/index.ts';
import { costOf, type Price } from '../cost.ts';
import type { Budget } from '../services.ts';

/** An answer may be dearer than all before it. */
const MARGIN = 1.5;

/** Who is paid: each has a price of its own, and calls of a size of its own. */
export type Payee = 'model' | 'judge';

interface Account {
  readonly price: Price;
  /** What a call is thought to cost at the most, by the provider's own rule; undefined where there is none. */
  readonly expectedUsd: number | undefined;
  /** Undefined until the first answer. */
  dearestUsd: number | undefined;
}

/** What is spent and set aside under one cap: that of one Run, or of a queue whose Runs share it. */
export class Purse {
  readonly #spentUsd = new Map<string, number>();
  setAsideUsd = 0;
  /** Of any call so far: what one is thought to cost of whose kind none was answered yet. */
  dearestUsd = 0;
  uncounted = false;

  get spentUsd(): number {
    return [...this.#spentUsd.values()].reduce((sum, each) => sum + each, 0);
  }

  /** @param paidUsd what a Run that pays nothing out of this purse has cost; what one paid out of it is known better */
  note(runId: string, paidUsd: number): void {
    if (!this.#spentUsd.has(runId)) this.#spentUsd.set(runId, paidUsd);
  }

  /** A Run begins a sitting: what it has paid before is to be paid in anew. */
  open(runId: string): void {
    this.#spentUsd.set(runId, 0);
  }

  pay(runId: string, usd: number): void {
    this.#spentUsd.set(runId, (this.#spentUsd.get(runId) ?? 0) + usd);
    this.dearestUsd = Math.max(this.dearestUsd, usd);
  }
}

/** The purses of queues whose cap holds over all of their Runs. */
export class Purses {
  readonly #ofQueues = new Map<string, Purse>();

  of({ id, queue }: Pick<Run, 'id' | 'queue'>, budget: Budget | undefined): Purse {
    if (budget?.queue === undefined || queue === undefined) return new Purse();
    const purse = this.#ofQueues.get(queue.id) ?? new Purse();
    this.#ofQueues.set(queue.id, purse);
    for (const [runId, usd] of Object.entries(budget.queue.paidUsd)) if (runId !== id) purse.note(runId, usd);
    return purse;
  }
}

/**
 * Keeps a Run under its cap: before each call half as much again is set aside as the dearest call so far of the same kind has
 * cost, before the first one what the forecast thinks it costs at the most, and a call that could pass the cap is not made.
 */
export class Spending {
  readonly #budget: Budget | undefined;
  readonly #accounts: Readonly<Record<Payee, Account>> | undefined;
  readonly #runId: string;
  readonly #purse: Purse;

  /** @param expectedUsd what the dearest call of each may cost, by the forecast */
  constructor(
    runId: string,
    attempts: readonly Attempt[],
    budget: Budget | undefined,
    purse = new Purse(),
    expectedUsd: Readonly<Record<Payee, number | undefined>> = { model: undefined, judge: undefined },
  ) {
    this.#budget = budget;
    this.#runId = runId;
    this.#purse = purse;
    if (budget === undefined) return;
    purse.open(runId);
    this.#accounts = {
      model: { price: budget.price, expectedUsd: expectedUsd.model, dearestUsd: undefined },
      judge: { price: budget.judgePrice ?? budget.price, expectedUsd: expectedUsd.judge, dearestUsd: undefined },
    };
    // What the Run's earlier sittings have used; replies of other Runs were paid for there.
    for (const { reply, reused, judgeUsage } of attempts) {
      if (reply !== undefined && reused !== true) this.#pay('model', reply.usage);
      if (judgeUsage !== undefined) this.#pay('judge', judgeUsage);
    }
  }

  /**
   * Sets money aside for one call.
   * @returns the way to close the account of the call with what it used (or without, where it failed), or why it may not be made
   */
  reserve(payee: Payee): { readonly settle: (usage: Usage | undefined) => void } | { readonly refusal: string } {
    if (this.#budget === undefined) return { settle: () => undefined };
    const { capUsd, queue } = this.#budget;
    const purse = this.#purse;
    if (purse.uncounted) {
      return {
        refusal: `The service does not say what its answers cost, so the cap of $${capUsd} cannot be kept: go on without a cap, or set prices for this model.`,
      };
    }
    const aside = this.#aside(payee);
    if (purse.spentUsd + purse.setAsideUsd + aside > capUsd) {
      const over = queue === undefined ? '' : ' over the whole queue';
      return {
        refusal: `The next answer could pass the cap of $${capUsd}${over}: about $${purse.spentUsd.toFixed(4)} is spent. Raise the cap to go on.`,
      };
    }
    purse.setAsideUsd += aside;
    let open = true;
    return {
      settle: (usage) => {
        if (!open) return;
        open = false;
        purse.setAsideUsd -= aside;
        if (usage !== undefined) this.#pay(payee, usage);
      },
    };
  }

  /** Until the first answer nobody knows what one costs, so only one call may be under way. */
  mustWaitForFirst(payee: Payee): boolean {
    return this.#accounts !== undefined && this.#accounts[payee].dearestUsd === undefined && !this.#purse.uncounted;
  }

  #aside(payee: Payee): number {
    const { dearestUsd, expectedUsd } = this.#accounts?.[payee] ?? {};
    return dearestUsd === undefined && expectedUsd !== undefined
      ? expectedUsd
      : (dearestUsd ?? this.#purse.dearestUsd) * MARGIN;
  }

  #pay(payee: Payee, usage: Usage): void {
    const account = this.#accounts?.[payee];
    if (account === undefined) return;
    const cost = costOf(usage, account.price);
    if (cost === undefined) {
      this.#purse.uncounted = true;
      return;
    }
    this.#purse.pay(this.#runId, cost);
    account.dearestUsd = Math.max(account.dearestUsd ?? 0, cost);
  }
}
