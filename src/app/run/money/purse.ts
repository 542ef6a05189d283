import type { Run } from '../../../domain/run/index.ts';
import type { Budget } from '../../services.ts';
import { Gate } from '../pace/gate.ts';

/** What a Run that pays out of a purse owes it besides what it has paid. */
export interface Debtor {
  /** US dollars at the most for its calls that got no answer, since they may be billed. */
  perhapsUsd(): number;
  /** Whether one of them got none in this sitting, and nobody can tell what it may cost. */
  isBlind(): boolean;
}

/** What is spent and set aside under one cap: that of one Run, or of a queue whose Runs share it. */
export class Purse {
  readonly #paidUsd = new Map<string, number>();
  readonly #debtors = new Map<string, Debtor>();
  /** One call at a time of those whose cost nobody can tell beforehand: the cap is passed by one of them at the most. */
  readonly blindCall = new Gate(1);
  setAsideUsd = 0;
  /** Of any call so far: what one is thought to cost of whose kind none was answered yet. */
  dearestUsd = 0;
  uncounted = false;

  get paidUsd(): number {
    return sum(this.#paidUsd.values());
  }

  get perhapsUsd(): number {
    return sum([...this.#debtors.values()].map((debtor) => debtor.perhapsUsd()));
  }

  get isBlind(): boolean {
    return [...this.#debtors.values()].some((debtor) => debtor.isBlind());
  }

  /** @param paidUsd what a Run that pays nothing out of this purse has cost; what one paid out of it is known better */
  note(runId: string, paidUsd: number): void {
    if (!this.#paidUsd.has(runId)) this.#paidUsd.set(runId, paidUsd);
  }

  /** A Run begins a sitting: what it has paid before is to be paid in anew. */
  open(runId: string, debtor: Debtor): void {
    this.#paidUsd.set(runId, 0);
    this.#debtors.set(runId, debtor);
  }

  pay(runId: string, usd: number): void {
    this.#paidUsd.set(runId, (this.#paidUsd.get(runId) ?? 0) + usd);
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

function sum(amounts: Iterable<number>): number {
  let total = 0;
  for (const each of amounts) total += each;
  return total;
}
