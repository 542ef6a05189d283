import { costOf, type Price } from '../../app/index.ts';
import type { Attempt, Usage } from '../../domain/run/index.ts';

/** What a Run has cost so far. */
export interface RunCost {
  readonly usd: number;
  /** Answers, and the judgings of answers, that are in `usd`. */
  readonly counted: number;
  /** Those whose tokens or price nobody told, so that `usd` is too low. */
  readonly uncounted: number;
}

/** What a model's tokens cost, and its judge's. */
export interface RunPrices {
  readonly model: Price | undefined;
  readonly judge: Price | undefined;
}

/** The sum over the calls that this Run paid for; undefined where no price is known or nothing was paid for. */
export function runCostOf(attempts: readonly Attempt[], prices: RunPrices): RunCost | undefined {
  let usd = 0;
  let counted = 0;
  let uncounted = 0;
  const add = (usage: Usage | undefined, price: Price | undefined) => {
    if (usage === undefined) return;
    const cost = price === undefined ? undefined : costOf(usage, price);
    if (cost === undefined) uncounted += 1;
    else {
      usd += cost;
      counted += 1;
    }
  };
  if (prices.model === undefined) return undefined;
  for (const { reply, reused, judgeUsage } of attempts) {
    if (reused !== true) add(reply?.usage, prices.model);
    add(judgeUsage, prices.judge);
  }
  return counted + uncounted === 0 ? undefined : { usd, counted, uncounted };
}
