import type { UnansweredCalls, Usage } from '../run/index.ts';
import type { EndedAttempt } from './scored-attempts.ts';
import type { Sum, UsageSums } from './types.ts';

/** US dollars for a call's tokens; undefined where a price or a count is not known. */
export type CostOf = (usage: Usage) => number | undefined;

/** What a Run's replies cost in tokens, money and time. What an earlier run paid for is counted apart, and so is the judge. */
export function usageSumsOf(
  ended: readonly EndedAttempt[],
  costOf: CostOf | undefined,
  judgeCostOf: CostOf | undefined,
  unanswered: UnansweredCalls,
): UsageSums {
  const replies = ended.flatMap(({ attempt }) =>
    attempt.reply === undefined || attempt.reused === true ? [] : [attempt.reply],
  );
  const sumOf = (count: (usage: Usage) => number | undefined): Sum =>
    sumOver(
      replies.map(({ usage }) => usage),
      count,
    );
  const judgings = ended.flatMap(({ attempt }) => attempt.judgeUsage ?? []);
  const times = replies.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  return {
    inputTokens: sumOf(({ inputTokens }) => inputTokens),
    outputTokens: sumOf(({ outputTokens }) => outputTokens),
    thinkingTokens: sumOf(({ thinkingTokens }) => thinkingTokens),
    cachedTokens: sumOf(({ cachedTokens }) => cachedTokens),
    costUsd: costOf === undefined ? undefined : sumOf(costOf),
    ...(judgings.length === 0
      ? {}
      : {
          judge: {
            inputTokens: sumOver(judgings, ({ inputTokens }) => inputTokens),
            outputTokens: sumOver(judgings, ({ outputTokens }) => outputTokens),
            costUsd: judgeCostOf === undefined ? undefined : sumOver(judgings, judgeCostOf),
          },
        }),
    ...(unanswered.model + unanswered.judge === 0 ? {} : { unanswered }),
    latencyMs:
      times.length === 0
        ? undefined
        : { median: quantile(times, 0.5), p90: quantile(times, 0.9), max: quantile(times, 1), count: times.length },
    reusedCount: ended.filter(({ attempt }) => attempt.reused === true).length,
  };
}

function sumOver(usages: readonly Usage[], count: (usage: Usage) => number | undefined): Sum {
  const known = usages.map(count).filter((each) => each !== undefined);
  return {
    total: known.reduce((sum, each) => sum + each, 0),
    knownCount: known.length,
    unknownCount: usages.length - known.length,
  };
}

/** Between the two nearest of the sorted values. */
function quantile(sorted: readonly number[], probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
