import fc from 'fast-check';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';

import { clusteredMean, JUDGE_SCALE, UNIT_SCALE, type Observation } from '../../../src/domain/statistics/index.ts';
import { bootstrapError, clusteredAnswers, generator, meanOf } from './simulate.ts';

function observations(...clusters: readonly (readonly number[])[]): readonly Observation[] {
  return clusters.flatMap((values, index) => values.map((value) => ({ value, cluster: `source ${index}` })));
}

describe('clusteredMean', () => {
  it('follows its formula', () => {
    // Mean 0.5; sums of deviations 1, −1, 0.5, −0.5, 0: SE = sqrt(2.5) / 11.
    const estimate = clusteredMean(observations([1, 1], [0, 0], [1], [0], [1, 0, 1, 0, 0.5]), UNIT_SCALE);
    expect(estimate?.value).toBeCloseTo(0.5, 12);
    expect(estimate?.standardError).toBeCloseTo(Math.sqrt(2.5) / 11, 12);
    // t(0.975, 4) = 2.7764 from the tables.
    expect(estimate?.method).toEqual({ kind: 'clustered-t', degreesOfFreedom: 4 });
    expect(estimate?.low).toBeCloseTo(0.5 - (2.7764451 * Math.sqrt(2.5)) / 11, 6);
    expect(estimate).toMatchObject({ count: 11, clusterCount: 5, level: 0.95 });
  });

  it('agrees with a bootstrap by cluster in 200 seeded cases', () => {
    const ratios = Array.from({ length: 200 }, (_, seed) => {
      const random = generator(seed);
      const points = seed % 2 === 0 ? 1 : 2;
      const answers = clusteredAnswers(random, 20 + (seed % 30), points);
      const estimate = clusteredMean(answers, points === 1 ? UNIT_SCALE : JUDGE_SCALE);
      const error = bootstrapError(answers, (sample) => meanOf(sample.map(({ value }) => value)), random, 600);
      return (estimate?.standardError ?? NaN) / error;
    });
    // The error of 600 draws is 1/sqrt(2 × 600) = 2.9 %; four of them are 11.8 %.
    ratios.forEach((ratio) => expect(Math.abs(ratio - 1)).toBeLessThan(0.118));
    expect(Math.abs(meanOf(ratios) - 1)).toBeLessThan(0.03);
  });

  it('covers the truth about as often as it says, with 35 clusters', () => {
    const covered = Array.from({ length: 600 }, (_, seed) => {
      const answers = clusteredAnswers(generator(seed), 35);
      const estimate = clusteredMean(answers, UNIT_SCALE);
      // Chances are drawn evenly from 0.25 to 0.85, and sizes apart from them: the truth is 0.55.
      return estimate !== undefined && estimate.low <= 0.55 && 0.55 <= estimate.high ? 1 : 0;
    });
    expect(meanOf(covered)).toBeGreaterThan(0.92);
    expect(meanOf(covered)).toBeLessThan(0.98);
  });

  it.each([
    ['all-alike', observations([1, 1, 1], [1, 1, 1, 1], [1, 1], [1], [1, 1], [1, 1])],
    ['few-questions', observations([1], [0], [1], [1], [0, 1])],
    ['few-clusters', observations([1, 0, 1, 1, 1], [0, 1, 1, 0, 1, 1])],
    ['clusters-alike', observations([1, 0], [0, 1], [1, 0], [1, 0], [0, 1], [0, 1])],
    ['reaches-bound', observations(...Array.from({ length: 11 }, () => [1]), [0])],
  ])('says that an interval is the bounded one: %s', (reason, values) => {
    const estimate = clusteredMean(values, UNIT_SCALE);
    expect(estimate?.method).toMatchObject({ kind: 'bounded', reason });
    expect(estimate?.low).toBeGreaterThanOrEqual(0);
    expect(estimate?.high).toBeLessThanOrEqual(1);
    expect(estimate?.low).toBeLessThan(estimate?.high ?? 0);
  });

  it('gives Clopper and Pearson’s interval for single answers that are all right', () => {
    const estimate = clusteredMean(observations(...Array.from({ length: 20 }, () => [1])), UNIT_SCALE);
    // 0.025^(1/20), the lower end for 20 of 20.
    expect(estimate?.low).toBeCloseTo(0.025 ** (1 / 20), 9);
    expect(estimate?.high).toBe(1);
  });

  it('takes the answers of one cluster, however many, for one', () => {
    const estimate = clusteredMean(observations(Array.from({ length: 40 }, () => 1)), UNIT_SCALE);
    expect(estimate?.low).toBeCloseTo(0.025, 9);
  });

  it('stays on the scale, whatever the values', () => {
    const one = fc.record({
      value: fc.constantFrom(0, 1, 2),
      cluster: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 60 }), (values) => {
        const estimate = clusteredMean(values, JUDGE_SCALE);
        expect(estimate).toBeDefined();
        if (estimate === undefined) return;
        expect(estimate.low).toBeGreaterThanOrEqual(0);
        expect(estimate.high).toBeLessThanOrEqual(2);
        expect(estimate.low).toBeLessThanOrEqual(estimate.value);
        expect(estimate.high).toBeGreaterThanOrEqual(estimate.value);
        expect(estimate.high - estimate.low).toBeGreaterThan(0);
      }),
    );
  });

  it('does not depend on the order, and widens with the level', () => {
    const random = generator(5);
    const answers = clusteredAnswers(random, 12);
    const shuffled = answers.map((each) => ({ each, at: uniformFloat64(random) })).sort((a, b) => a.at - b.at);
    const one = clusteredMean(answers, UNIT_SCALE);
    const other = clusteredMean(
      shuffled.map(({ each }) => each),
      UNIT_SCALE,
    );
    expect(other?.standardError).toBeCloseTo(one?.standardError ?? NaN, 12);
    const wide = clusteredMean(answers, UNIT_SCALE, 0.99);
    expect(wide?.high).toBeGreaterThan(one?.high ?? NaN);
  });

  it('has nothing to say of nothing', () => {
    expect(clusteredMean([], UNIT_SCALE)).toBeUndefined();
  });
});
