import { betaQuantile, tQuantile } from './distributions.ts';
import {
  LEVEL,
  type BoundedReason,
  type Estimate,
  type IntervalMethod,
  type Observation,
  type Scale,
} from './estimate.ts';

/** Under so many questions or clusters the t interval is not to be trusted. */
const FEWEST_QUESTIONS = 10;
const FEWEST_CLUSTERS = 5;
/** Smaller is rounding. */
const NOTHING = 1e-12;

/**
 * The mean with its standard error clustered, sqrt(sum over clusters of (sum of deviations from the mean)²) / n, and its
 * interval: mean ± t(clusters − 1) × SE. Where all values are alike, there are fewer than 10 values or 5 clusters, or that
 * interval would leave the scale, Clopper and Pearson's with an effective number of questions (Korn and Graubard 1998).
 * @returns undefined where there is no observation
 */
export function clusteredMean(
  observations: readonly Observation[],
  scale: Scale,
  level: number = LEVEL,
): Estimate | undefined {
  const count = observations.length;
  if (count === 0) return undefined;
  const mean = observations.reduce((sum, { value }) => sum + value, 0) / count;
  const deviations = clusterSums(observations.map(({ value, cluster }) => ({ value: value - mean, cluster })));
  const clusterCount = deviations.size;
  const standardError = Math.sqrt([...deviations.values()].reduce((sum, each) => sum + each ** 2, 0)) / count;
  const base = { value: mean, standardError: standardError < NOTHING ? 0 : standardError, level, count, clusterCount };

  // Clusters that agree by chance have no spread to measure: without this the interval would have no width.
  const alike = base.standardError === 0 ? 'clusters-alike' : undefined;
  const reason = reasonForBounds(observations, clusterCount) ?? alike;
  if (reason === undefined) {
    const half = tQuantile((1 + level) / 2, clusterCount - 1) * standardError;
    if (mean - half >= scale.min && mean + half <= scale.max)
      return {
        ...base,
        low: mean - half,
        high: mean + half,
        method: { kind: 'clustered-t', degreesOfFreedom: clusterCount - 1 },
      };
  }
  return { ...base, ...boundedInterval(base, scale, reason ?? 'reaches-bound', level) };
}

/** The sum of the values of each cluster. */
export function clusterSums(observations: readonly Observation[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { value, cluster } of observations) sums.set(cluster, (sums.get(cluster) ?? 0) + value);
  return sums;
}

function reasonForBounds(observations: readonly Observation[], clusterCount: number): BoundedReason | undefined {
  const first = observations[0]?.value;
  if (observations.every(({ value }) => value === first)) return 'all-alike';
  if (observations.length < FEWEST_QUESTIONS) return 'few-questions';
  return clusterCount < FEWEST_CLUSTERS ? 'few-clusters' : undefined;
}

interface Interval {
  readonly low: number;
  readonly high: number;
  readonly method: IntervalMethod;
}

/**
 * Clopper and Pearson's interval, as if `effectiveCount` independent questions had been asked. Values between the ends of the
 * scale vary less than all-or-nothing ones with the same mean, so the interval errs on the wide side for them.
 */
function boundedInterval(
  base: Pick<Estimate, 'value' | 'standardError' | 'count' | 'clusterCount'>,
  scale: Scale,
  reason: BoundedReason,
  level: number,
): Interval {
  const width = scale.max - scale.min;
  const share = Math.min(1, Math.max(0, (base.value - scale.min) / width));
  const effectiveCount = effectiveCountOf(base, share, base.standardError / width, level);
  const right = share * effectiveCount;
  const tail = (1 - level) / 2;
  const low = betaQuantile(tail, right, effectiveCount - right + 1);
  const high = betaQuantile(1 - tail, right + 1, effectiveCount - right);
  return {
    low: Math.min(base.value, scale.min + width * low),
    high: Math.max(base.value, scale.min + width * high),
    method: { kind: 'bounded', reason, effectiveCount },
  };
}

/**
 * How many independent questions would have the same standard error, made smaller by the uncertainty of a standard error from
 * few clusters. Without a usable standard error each cluster counts as one question: the most that its own may be alike.
 */
function effectiveCountOf(
  { count, clusterCount }: Pick<Estimate, 'count' | 'clusterCount'>,
  share: number,
  standardError: number,
  level: number,
): number {
  if (standardError < NOTHING || clusterCount < FEWEST_CLUSTERS) return clusterCount;
  const ideal = (share * (1 - share)) / standardError ** 2;
  const probability = (1 + level) / 2;
  const correction = (tQuantile(probability, Math.max(1, count - 1)) / tQuantile(probability, clusterCount - 1)) ** 2;
  return Math.min(count, Math.max(1, ideal * correction));
}
