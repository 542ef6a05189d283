import { type Attempt, unansweredCalls, type UnansweredCalls, type Usage } from '../../../domain/run/index.ts';
import { costOf, type Price } from '../../cost.ts';
import type { Budget } from '../../services.ts';
import { Gate } from '../pace/gate.ts';
import { dearestCallUsd } from './perhaps-billed.ts';
import { Purse } from './purse.ts';

/** An answer may be dearer than all before it. */
const MARGIN = 1.5;

/** Who is paid: each has a price of its own, and calls of a size of its own. */
export type Payee = keyof UnansweredCalls;

/** How a call ended that money was set aside for. */
export type CallEnd =
  | { readonly kind: 'answered'; readonly usage: Usage }
  /** No answer, and it may be billed all the same. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'not-billed' };

/** The account of one call: to be closed once it has ended. */
export interface CallAccount {
  readonly close: (end: CallEnd) => void;
}

interface Account {
  readonly price: Price;
  /** What a call is thought to cost at the most, by the provider's own rule; undefined where there is none. */
  readonly expectedUsd: number | undefined;
  /** Until the first answer nobody knows what one costs, so only one call may be under way. */
  readonly firstCall: Gate;
  /** Undefined until the first answer. */
  dearestUsd: number | undefined;
  unanswered: number;
  /** Of these, in this sitting, that nobody could tell the cost of when they got none. */
  isBlind: boolean;
}

/**
 * Keeps a Run under its cap: before each call half as much again is set aside as the dearest call so far of the same kind has
 * cost, before the first one what the forecast thinks it costs at the most, and a call that could pass the cap is not made.
 * A call that got no answer counts as one that cost the most. Where nobody can tell what the first call costs, it is the only
 * one of its sort under the cap, so that the cap is passed by that one call at the most.
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
    // What the Run's earlier sittings have asked for and got no answer to; nothing is under way yet.
    const unanswered = unansweredCalls(attempts, false);
    const account = (payee: Payee, price: Price): Account => ({
      price,
      expectedUsd: expectedUsd[payee],
      firstCall: new Gate(1),
      dearestUsd: undefined,
      unanswered: unanswered[payee],
      isBlind: false,
    });
    const accounts = {
      model: account('model', budget.price),
      judge: account('judge', budget.judgePrice ?? budget.price),
    };
    this.#accounts = accounts;
    const each = Object.values(accounts);
    purse.open(runId, {
      perhapsUsd: () => each.reduce((sum, of) => sum + of.unanswered * this.#mostUsd(of), 0),
      isBlind: () => each.some((of) => of.isBlind && of.dearestUsd === undefined),
    });
    // What they have used; replies of other Runs were paid for there.
    for (const { reply, reused, judgeUsage } of attempts) {
      if (reply !== undefined && reused !== true) this.#pay(accounts.model, reply.usage);
      if (judgeUsage !== undefined) this.#pay(accounts.judge, judgeUsage);
    }
  }

  /**
   * Sets money aside for one call; may wait until another one has told what one costs.
   * @returns the account of the call, or why it may not be made
   * @throws the signal's reason when it aborts
   */
  async reserve(payee: Payee, signal: AbortSignal): Promise<CallAccount | { readonly refusal: string }> {
    const account = this.#accounts?.[payee];
    if (account === undefined) return { close: () => undefined };
    const leave = await this.#turn(account, signal);
    const refusal = this.#refusal(account);
    if (refusal !== undefined) {
      leave();
      return { refusal };
    }
    const purse = this.#purse;
    const aside = this.#aside(account);
    purse.setAsideUsd += aside;
    let open = true;
    return {
      close: (end) => {
        if (!open) return;
        open = false;
        purse.setAsideUsd -= aside;
        if (end.kind === 'answered') this.#pay(account, end.usage);
        if (end.kind === 'unanswered') {
          account.unanswered += 1;
          account.isBlind ||= isUntold(account);
        }
        leave();
      },
    };
  }

  /** Waits for the turn of a call whose like was not answered yet. */
  async #turn(account: Account, signal: AbortSignal): Promise<() => void> {
    if (account.dearestUsd !== undefined || this.#purse.uncounted) return () => undefined;
    const leave = await (isUntold(account) ? this.#purse.blindCall : account.firstCall).enter(signal);
    if (account.dearestUsd === undefined) return leave;
    leave();
    return () => undefined;
  }

  /** Why the next call may not be made; undefined where it may. */
  #refusal(account: Account): string | undefined {
    if (this.#budget === undefined) return undefined;
    const { capUsd, queue } = this.#budget;
    const purse = this.#purse;
    if (purse.uncounted) {
      return `The service does not say what its answers cost, so the cap of $${capUsd} cannot be kept: go on without a cap, or set prices for this model.`;
    }
    if (purse.isBlind && isUntold(account)) {
      return `A call got no answer and may have been billed, and nobody can tell how much it cost, so the cap of $${capUsd} cannot be kept: go on to try once more, or without a cap.`;
    }
    const { paidUsd, perhapsUsd, setAsideUsd } = purse;
    if (paidUsd + perhapsUsd + setAsideUsd + this.#aside(account) <= capUsd) return undefined;
    const over = queue === undefined ? '' : ' over the whole queue';
    const spent = paidUsd.toFixed(4);
    return perhapsUsd === 0
      ? `The next answer could pass the cap of $${capUsd}${over}: about $${spent} is spent. Raise the cap to go on.`
      : `The next answer could pass the cap of $${capUsd}${over}: about $${spent} is spent, and up to $${perhapsUsd.toFixed(4)} more may have been billed for calls that got no answer. Raise the cap to go on.`;
  }

  #aside({ dearestUsd, expectedUsd }: Account): number {
    return dearestUsd === undefined && expectedUsd !== undefined
      ? expectedUsd
      : (dearestUsd ?? this.#purse.dearestUsd) * MARGIN;
  }

  /** Of a call that got no answer. */
  #mostUsd({ expectedUsd, dearestUsd }: Account): number {
    return dearestCallUsd(expectedUsd, dearestUsd) ?? this.#purse.dearestUsd * MARGIN;
  }

  #pay(account: Account, usage: Usage): void {
    const cost = costOf(usage, account.price);
    if (cost === undefined) {
      this.#purse.uncounted = true;
      return;
    }
    this.#purse.pay(this.#runId, cost);
    account.dearestUsd = Math.max(account.dearestUsd ?? 0, cost);
  }
}

/** Whether nobody can tell what a call costs. */
function isUntold({ expectedUsd, dearestUsd }: Account): boolean {
  return expectedUsd === undefined && dearestUsd === undefined;
}
