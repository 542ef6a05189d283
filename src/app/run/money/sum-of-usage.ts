import type { Usage } from '../../../domain/run/index.ts';

/** Tokens of several calls together; what one of them does not tell is not known of all. */
export function sumOfUsage(usages: readonly Usage[]): Usage {
  const sum = (count: (usage: Usage) => number | undefined): number | undefined => {
    let total = 0;
    for (const usage of usages) {
      const each = count(usage);
      if (each === undefined) return undefined;
      total += each;
    }
    return total;
  };
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    thinkingTokens: sum(({ thinkingTokens }) => thinkingTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
  };
}
