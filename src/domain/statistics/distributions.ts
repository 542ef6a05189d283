import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile';
import binomialCdfOf from '@stdlib/stats-base-dists-binomial-cdf';
import tCdfOf from '@stdlib/stats-base-dists-t-cdf';
import tQuantileOf from '@stdlib/stats-base-dists-t-quantile';

/** As good as the normal distribution; more, or infinity, the package does not take. */
const MOST_DEGREES = 1e7;

/** Quantile of Student's t; `degreesOfFreedom` may be infinite, for the normal distribution. */
export function tQuantile(probability: number, degreesOfFreedom: number): number {
  return tQuantileOf(probability, Math.min(degreesOfFreedom, MOST_DEGREES));
}

/** Two-sided p of a t statistic. */
export function twoSidedP(t: number, degreesOfFreedom: number): number {
  if (t === Infinity || t === -Infinity) return 0;
  return Math.min(1, 2 * tCdfOf(-Math.abs(t), Math.min(degreesOfFreedom, MOST_DEGREES)));
}

/** Quantile of the beta distribution; a shape of 0 puts all its weight at that end. */
export function betaQuantile(probability: number, alpha: number, beta: number): number {
  if (alpha <= 0) return 0;
  if (beta <= 0) return 1;
  return betaQuantileOf(probability, alpha, beta);
}

/** P(X ≤ k) of the binomial distribution. */
export function binomialCdf(k: number, trials: number, probability: number): number {
  return binomialCdfOf(k, trials, probability);
}
