import fc from 'fast-check';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';

import { quadraticKappa, type Rating } from '../../../src/domain/statistics/index.ts';
import { bootstrapError, clusteredAnswers, generator } from './simulate.ts';

function toScore(value: number): 0 | 1 | 2 {
  return value >= 2 ? 2 : value >= 1 ? 1 : 0;
}

function ratingsFrom(seed: number, clusterCount: number): readonly Rating[] {
  const random = generator(seed);
  return clusteredAnswers(random, clusterCount, 2).map(({ value, cluster }) => ({
    a: toScore(value),
    b: toScore(uniformFloat64(random) < 0.25 ? Math.floor(3 * uniformFloat64(random)) : value),
    cluster,
  }));
}

describe('quadraticKappa', () => {
  it('follows its definition by weights over the table', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (seed) => {
        const ratings = ratingsFrom(seed, 8);
        const kappa = quadraticKappa(ratings);
        const count = ratings.length;
        let observed = 0;
        let expected = 0;
        for (const a of [0, 1, 2])
          for (const b of [0, 1, 2]) {
            const weight = (a - b) ** 2 / 4;
            const rows = ratings.filter((rating) => rating.a === a).length;
            const columns = ratings.filter((rating) => rating.b === b).length;
            observed += (weight * ratings.filter((rating) => rating.a === a && rating.b === b).length) / count;
            expected += (weight * rows * columns) / count ** 2;
          }
        expect(kappa?.value ?? NaN).toBeCloseTo(1 - observed / expected, 9);
        expect(kappa?.table.flat().reduce((sum, each) => sum + each, 0)).toBe(count);
      }),
      { numRuns: 50 },
    );
  });

  it('has a standard error that agrees with a bootstrap by cluster', () => {
    const ratios = Array.from({ length: 30 }, (_, seed) => {
      const ratings = ratingsFrom(seed, 35);
      const kappa = quadraticKappa(ratings);
      const error = bootstrapError(
        ratings,
        (sample) => quadraticKappa(sample.map((each, index) => ({ ...each, cluster: `${index % 2}` })))?.value ?? NaN,
        generator(seed),
        300,
      );
      expect(kappa?.low).toBeLessThan(kappa?.value ?? NaN);
      return (kappa?.standardError ?? NaN) / error;
    });
    ratios.forEach((ratio) => expect(Math.abs(ratio - 1)).toBeLessThan(0.35));
    expect(Math.abs(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length - 1)).toBeLessThan(0.1);
  });

  it('is 1 in full agreement, with an interval for the agreement alone', () => {
    const ratings = ratingsFrom(1, 10).map(({ a, cluster }) => ({ a, b: a, cluster }));
    const kappa = quadraticKappa(ratings);
    expect(kappa?.value).toBe(1);
    expect(kappa?.low).toBeUndefined();
    expect(kappa?.agreement).toMatchObject({ value: 1, method: { kind: 'bounded' } });
  });

  it('is undefined where both only ever give one score, and where nothing was rated', () => {
    const same = Array.from({ length: 9 }, (_, index): Rating => ({ a: 1, b: 1, cluster: `${index}` }));
    expect(quadraticKappa(same)?.value).toBeUndefined();
    expect(quadraticKappa([])).toBeUndefined();
  });
});
