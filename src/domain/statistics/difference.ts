import { clusteredMean } from './clustered-mean.ts';
import { binomialCdf, tQuantile, twoSidedP } from './distributions.ts';
import { LEVEL, type Estimate, type Scale } from './estimate.ts';

/** The two values that one question got. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly cluster: string;
}

export interface Difference {
  /** a − b. */
  readonly estimate: Estimate;
  /** Two-sided, of the clustered t statistic; undefined where there is too little for one. */
  readonly pValue: number | undefined;
}

/**
 * The mean of a − b over questions that both answered, clustered.
 * @param scale of each value; their difference lies between min − max and max − min
 * @returns undefined where there is no pair
 */
export function pairedDifference(pairs: readonly Pair[], scale: Scale, level: number = LEVEL): Difference | undefined {
  const width = scale.max - scale.min;
  const observations = pairs.map(({ a, b, cluster }) => ({ value: a - b, cluster }));
  const estimate = clusteredMean(observations, { min: -width, max: width }, level);
  if (estimate === undefined) return undefined;
  const { value, standardError, method, clusterCount } = estimate;
  const isUsable = method.kind === 'clustered-t' || method.reason === 'reaches-bound';
  return { estimate, pValue: isUsable ? twoSidedP(value / standardError, clusterCount - 1) : undefined };
}

export interface McNemar {
  /** Questions that only the first got right, and only the second. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Exact and two-sided. */
  readonly pValue: number;
}

/**
 * McNemar's test, exact: of the questions on which two differ, either may be right with even chance. It takes questions for
 * independent, which those of one video are not; the clustered interval beside it does not.
 */
export function exactMcNemar(pairs: readonly { readonly a: boolean; readonly b: boolean }[]): McNemar {
  const onlyA = pairs.filter(({ a, b }) => a && !b).length;
  const onlyB = pairs.filter(({ a, b }) => !a && b).length;
  const differing = onlyA + onlyB;
  const pValue = differing === 0 ? 1 : Math.min(1, 2 * binomialCdf(Math.min(onlyA, onlyB), differing, 0.5));
  return { onlyA, onlyB, pValue };
}

export interface Separation {
  readonly moreQuestions: number;
  readonly moreClusters: number;
  /** The chance that so many would tell the two apart, if the difference is what it looks. */
  readonly power: number;
}

/**
 * How many more questions of the same make-up would separate two, if their difference is as measured: the standard error
 * shrinks with the root of the clusters, and has to reach |difference| / (t for the level + t for the power).
 * @returns undefined where no number would do (no difference, or no standard error)
 */
export function questionsToSeparate({ estimate }: Difference, power: number = 0.8): Separation | undefined {
  const { value, standardError, count, clusterCount, level } = estimate;
  if (value === 0 || standardError === 0 || clusterCount < 2) return undefined;
  const degrees = clusterCount - 1;
  const reach = tQuantile((1 + level) / 2, degrees) + tQuantile(power, degrees);
  const times = ((reach * standardError) / Math.abs(value)) ** 2;
  return {
    moreQuestions: Math.max(0, Math.ceil(count * times) - count),
    moreClusters: Math.max(0, Math.ceil(clusterCount * times) - clusterCount),
    power,
  };
}
