import { costOf, type Price } from '../../app/index.ts';
import type { Attempt } from '../../domain/run/index.ts';

/** What a Run has cost so far. */
export interface RunCost {
  readonly usd: number;
  /** Answers that are in `usd`. */
  readonly counted: number;
  /** Answers whose tokens the service did not tell, so that `usd` is too low. */
  readonly uncounted: number;
}

/** The sum over answers that this Run paid for; undefined where no price is known or nothing was paid for. */
export function runCostOf(attempts: readonly Attempt[], price: Price | undefined): RunCost | undefined {
  if (price === undefined) return undefined;
  let usd = 0;
  let counted = 0;
  let uncounted = 0;
  for (const { reply, reused } of attempts) {
    if (reply === undefined || reused === true) continue;
    const cost = costOf(reply.usage, price);
    if (cost === undefined) uncounted += 1;
    else {
      usd += cost;
      counted += 1;
    }
  }
  return counted + uncounted === 0 ? undefined : { usd, counted, uncounted };
}
