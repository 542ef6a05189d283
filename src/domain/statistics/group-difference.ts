import { clusterSums } from './clustered-mean.ts';
import { tQuantile, twoSidedP } from './distributions.ts';
import { LEVEL, type Observation } from './estimate.ts';

export interface GroupDifference {
  /** Mean of the first group − mean of the second. */
  readonly value: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly pValue: number;
  readonly clusterCount: number;
}

/**
 * The difference of the means of two groups of different questions, which may lie in the same videos: the standard error is of
 * the sums by cluster of (value − its group's mean) / its group's size, the second group's counted negative.
 * @returns undefined where a group is empty, or there are fewer than 5 clusters or no spread to tell from
 */
export function groupDifference(
  first: readonly Observation[],
  second: readonly Observation[],
  level: number = LEVEL,
): GroupDifference | undefined {
  if (first.length === 0 || second.length === 0) return undefined;
  const firstMean = meanOf(first);
  const secondMean = meanOf(second);
  const influences = clusterSums([
    ...first.map(({ value, cluster }) => ({ value: (value - firstMean) / first.length, cluster })),
    ...second.map(({ value, cluster }) => ({ value: (secondMean - value) / second.length, cluster })),
  ]);
  const standardError = Math.sqrt([...influences.values()].reduce((sum, each) => sum + each ** 2, 0));
  const clusterCount = influences.size;
  if (clusterCount < 5 || standardError < 1e-12) return undefined;
  const value = firstMean - secondMean;
  const half = tQuantile((1 + level) / 2, clusterCount - 1) * standardError;
  return {
    value,
    standardError,
    low: value - half,
    high: value + half,
    level,
    pValue: twoSidedP(value / standardError, clusterCount - 1),
    clusterCount,
  };
}

function meanOf(observations: readonly Observation[]): number {
  return observations.reduce((sum, { value }) => sum + value, 0) / observations.length;
}
