import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import type { Observation } from '../../../src/domain/statistics/index.ts';

export function generator(seed: number): RandomGenerator {
  return xoroshiro128plus(seed * 7919 + 13);
}

/** Clusters of 1 to 14 answers, right with a chance of the cluster's own. */
export function clusteredAnswers(
  random: RandomGenerator,
  clusterCount: number,
  points: number = 1,
): readonly Observation[] {
  return Array.from({ length: clusterCount }, (_, index) => {
    const chance = 0.25 + 0.6 * uniformFloat64(random);
    const size = uniformInt(random, 1, 14);
    return Array.from({ length: size }, () => {
      let value = 0;
      for (let point = 0; point < points; point += 1) value += uniformFloat64(random) < chance ? 1 : 0;
      return { value, cluster: `source ${index}` };
    });
  }).flat();
}

/** The standard deviation of `statistic` over samples of whole clusters, drawn with replacement. */
export function bootstrapError<T extends { readonly cluster: string }>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number,
  random: RandomGenerator,
  times: number,
): number {
  const byCluster = new Map<string, T[]>();
  for (const item of items) byCluster.set(item.cluster, [...(byCluster.get(item.cluster) ?? []), item]);
  const clusters = [...byCluster.values()];
  const values = Array.from({ length: times }, () => {
    const sample = clusters.flatMap(() => clusters[uniformInt(random, 0, clusters.length - 1)] ?? []);
    return statistic(sample);
  }).filter((value) => !Number.isNaN(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
