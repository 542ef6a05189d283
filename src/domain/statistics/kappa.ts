import { clusteredMean } from './clustered-mean.ts';
import { tQuantile } from './distributions.ts';
import { LEVEL, UNIT_SCALE, type Estimate } from './estimate.ts';

/** The scores that two raters gave to one answer. */
export interface Rating {
  readonly a: 0 | 1 | 2;
  readonly b: 0 | 1 | 2;
  readonly cluster: string;
}

export interface Kappa {
  /** Undefined where both raters gave one and the same score throughout: there is nothing to agree about. */
  readonly value: number | undefined;
  readonly standardError: number | undefined;
  /** Undefined where leaving out any one cluster changes nothing, or there are fewer than 5. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly level: number;
  readonly count: number;
  readonly clusterCount: number;
  /** The share of answers on which both agree exactly. */
  readonly agreement: Estimate;
  /** `table[a][b]`: how many answers got score a from the first and b from the second. */
  readonly table: readonly (readonly [number, number, number])[];
}

/**
 * Cohen's kappa weighted by the square of the difference (Cohen 1968), its standard error by leaving out one cluster at a time
 * (jackknife), its interval by t with clusters − 1, kept within [−1, 1].
 * @returns undefined where there is no rating
 */
export function quadraticKappa(ratings: readonly Rating[], level: number = LEVEL): Kappa | undefined {
  const agreement = clusteredMean(
    ratings.map(({ a, b, cluster }) => ({ value: a === b ? 1 : 0, cluster })),
    UNIT_SCALE,
    level,
  );
  if (agreement === undefined) return undefined;
  const value = kappaOf(ratings);
  const clusters = [...new Set(ratings.map(({ cluster }) => cluster))];
  const without = clusters.map((left) => kappaOf(ratings.filter(({ cluster }) => cluster !== left)));
  const known = without.filter((each) => each !== undefined);
  const standardError = known.length === clusters.length && clusters.length > 1 ? jackknifeError(known) : undefined;
  const hasInterval = value !== undefined && standardError !== undefined && standardError > 0 && clusters.length >= 5;
  const half = hasInterval ? tQuantile((1 + level) / 2, clusters.length - 1) * standardError : undefined;
  return {
    value,
    standardError,
    low: hasInterval && half !== undefined ? Math.max(-1, value - half) : undefined,
    high: hasInterval && half !== undefined ? Math.min(1, value + half) : undefined,
    level,
    count: ratings.length,
    clusterCount: clusters.length,
    agreement,
    table: tableOf(ratings),
  };
}

/** 1 − (mean squared difference) / (the same, had the two rated without regard to each other). */
function kappaOf(ratings: readonly Rating[]): number | undefined {
  const count = ratings.length;
  const mean = (of: (rating: Rating) => number): number => ratings.reduce((sum, rating) => sum + of(rating), 0) / count;
  const observed = mean(({ a, b }) => (a - b) ** 2);
  // The mean of (a − b)² over all pairs of one rater's score and any of the other's.
  const expected = mean(({ a }) => a ** 2) + mean(({ b }) => b ** 2) - 2 * mean(({ a }) => a) * mean(({ b }) => b);
  return expected > 0 ? 1 - observed / expected : undefined;
}

function jackknifeError(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}

function tableOf(ratings: readonly Rating[]): Kappa['table'] {
  const count = (a: number, b: number): number => ratings.filter((rating) => rating.a === a && rating.b === b).length;
  return [0, 1, 2].map((a) => [count(a, 0), count(a, 1), count(a, 2)]);
}
