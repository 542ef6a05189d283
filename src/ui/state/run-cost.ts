import { costOf, dearestCallUsd, type Price, type RunForecast } from '../../app/index.ts';
import { type Attempt, unansweredCalls, type Usage } from '../../domain/run/index.ts';

/** What a Run has cost so far. */
export interface RunCost {
  readonly usd: number;
  /** Answers, and the judgings of answers, that are in `usd`. */
  readonly counted: number;
  /** Those whose tokens or price nobody told, so that `usd` is too low. */
  readonly uncounted: number;
  /** Calls that got no answer and may be billed all the same; in neither number above. Absent: none. */
  readonly perhaps?: {
    readonly calls: number;
    /** At the most; undefined where nobody can tell. */
    readonly usd: number | undefined;
  };
}

/** What a model's tokens cost, and its judge's. */
export interface RunPrices {
  readonly model: Price | undefined;
  readonly judge: Price | undefined;
}

/**
 * The sum over the calls that this Run paid for; undefined where no price is known or nothing was paid for.
 * @param isAtWork whether some tab works on the Run: calls that are under way may still be answered
 * @param expected what a call may cost at the most, by the forecast
 */
export function runCostOf(
  attempts: readonly Attempt[],
  prices: RunPrices,
  isAtWork: boolean,
  expected?: RunForecast['dearestCallUsd'],
): RunCost | undefined {
  if (prices.model === undefined) return undefined;
  const of = { model: new Paid(), judge: new Paid() };
  for (const { reply, reused, judgeUsage } of attempts) {
    if (reused !== true) of.model.add(reply?.usage, prices.model);
    of.judge.add(judgeUsage, prices.judge);
  }
  const lost = unansweredCalls(attempts, isAtWork);
  const counted = of.model.counted + of.judge.counted;
  const uncounted = of.model.uncounted + of.judge.uncounted;
  const calls = lost.model + lost.judge;
  if (counted + uncounted + calls === 0) return undefined;
  const usd = of.model.usd + of.judge.usd;
  if (calls === 0) return { usd, counted, uncounted };
  const most = (payee: 'model' | 'judge') => {
    const each = dearestCallUsd(expected?.[payee], of[payee].dearestUsd);
    return lost[payee] === 0 ? 0 : each === undefined ? undefined : each * lost[payee];
  };
  const [byModel, byJudge] = [most('model'), most('judge')];
  const perhapsUsd = byModel === undefined || byJudge === undefined ? undefined : byModel + byJudge;
  return { usd, counted, uncounted, perhaps: { calls, usd: perhapsUsd } };
}

/** What one payee was paid. */
class Paid {
  usd = 0;
  counted = 0;
  uncounted = 0;
  dearestUsd: number | undefined;

  add(usage: Usage | undefined, price: Price | undefined): void {
    if (usage === undefined) return;
    const cost = price === undefined ? undefined : costOf(usage, price);
    if (cost === undefined) {
      this.uncounted += 1;
      return;
    }
    this.usd += cost;
    this.counted += 1;
    this.dearestUsd = Math.max(this.dearestUsd ?? 0, cost);
  }
}
