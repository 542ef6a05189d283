import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';

import {
  exactMcNemar,
  groupDifference,
  holm,
  pairedDifference,
  questionsToSeparate,
  tiedGroups,
  UNIT_SCALE,
  type Pair,
} from '../../../src/domain/statistics/index.ts';
import { bootstrapError, clusteredAnswers, generator, meanOf } from './simulate.ts';

function pairsFrom(seed: number, lift: number): readonly Pair[] {
  const random = generator(seed);
  return clusteredAnswers(random, 35).map(({ value, cluster }) => ({
    a: uniformFloat64(random) < lift ? 1 : value,
    b: value,
    cluster,
  }));
}

describe('pairedDifference', () => {
  it('is the mean of the differences, and agrees with a bootstrap by cluster', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const pairs = pairsFrom(seed, 0.2);
      const difference = pairedDifference(pairs, UNIT_SCALE);
      expect(difference?.estimate.value).toBeCloseTo(meanOf(pairs.map(({ a, b }) => a - b)), 12);
      const error = bootstrapError(pairs, (sample) => meanOf(sample.map(({ a, b }) => a - b)), generator(seed), 600);
      expect(Math.abs((difference?.estimate.standardError ?? NaN) / error - 1)).toBeLessThan(0.2);
    }
  });

  it('has a p that says what its interval says', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = generator(seed);
      const pairs = clusteredAnswers(random, 20).map(({ value, cluster }) => ({
        a: uniformFloat64(random) < 0.15 ? 1 - value : value,
        b: value,
        cluster,
      }));
      const difference = pairedDifference(pairs, UNIT_SCALE);
      if (difference?.pValue === undefined) continue;
      const { low, high } = difference.estimate;
      expect(difference.pValue < 0.05).toBe(low > 0 || high < 0);
    }
  });

  it('gives no p where nobody differs, and stays within one either way', () => {
    const pairs = Array.from({ length: 12 }, (_, index) => ({ a: 1, b: 1, cluster: `${index}` }));
    const difference = pairedDifference(pairs, UNIT_SCALE);
    expect(difference?.pValue).toBeUndefined();
    expect(difference?.estimate).toMatchObject({ value: 0, method: { kind: 'bounded', reason: 'all-alike' } });
    expect(difference?.estimate.low).toBeGreaterThanOrEqual(-1);
    expect(pairedDifference([], UNIT_SCALE)).toBeUndefined();
  });
});

describe('groupDifference', () => {
  it('is the difference of the means, and agrees with a bootstrap by cluster', () => {
    const ratios = Array.from({ length: 60 }, (_, seed) => {
      const random = generator(seed);
      const all = clusteredAnswers(random, 35).map((each) => ({ ...each, isFirst: uniformFloat64(random) < 0.6 }));
      const gap = (sample: typeof all): number =>
        meanOf(sample.filter(({ isFirst }) => isFirst).map(({ value }) => value)) -
        meanOf(sample.filter(({ isFirst }) => !isFirst).map(({ value }) => value));
      const difference = groupDifference(
        all.filter(({ isFirst }) => isFirst),
        all.filter(({ isFirst }) => !isFirst),
      );
      expect(difference?.value).toBeCloseTo(gap(all), 12);
      return (difference?.standardError ?? NaN) / bootstrapError(all, (sample) => gap([...sample]), random, 600);
    });
    ratios.forEach((ratio) => expect(Math.abs(ratio - 1)).toBeLessThan(0.15));
    expect(Math.abs(meanOf(ratios) - 1)).toBeLessThan(0.03);
  });

  it('says nothing of groups that are empty, alike or of too few clusters', () => {
    const one = { value: 1, cluster: 'a' };
    expect(groupDifference([one], [])).toBeUndefined();
    expect(groupDifference([one], [{ value: 0, cluster: 'b' }])).toBeUndefined();
    const alike = ['a', 'b', 'c', 'd', 'e', 'f'].map((cluster) => ({ value: 1, cluster }));
    expect(groupDifference(alike, alike)).toBeUndefined();
  });
});

describe('exactMcNemar', () => {
  it('counts who alone was right and gives the binomial p', () => {
    const pairs = [
      ...Array.from({ length: 9 }, () => ({ a: true, b: false })),
      ...Array.from({ length: 1 }, () => ({ a: false, b: true })),
      ...Array.from({ length: 30 }, () => ({ a: true, b: true })),
    ];
    // 2 × (1 + 10) / 1024.
    expect(exactMcNemar(pairs)).toMatchObject({ onlyA: 9, onlyB: 1 });
    expect(exactMcNemar(pairs).pValue).toBeCloseTo(22 / 1024, 12);
    expect(exactMcNemar([{ a: true, b: true }]).pValue).toBe(1);
    expect(
      exactMcNemar([
        { a: true, b: false },
        { a: false, b: true },
      ]).pValue,
    ).toBe(1);
  });
});

describe('questionsToSeparate', () => {
  it('asks for so many that the test then has its power', () => {
    const difference = pairedDifference(pairsFrom(3, 0.06), UNIT_SCALE);
    if (difference === undefined) throw new Error('There are pairs.');
    const { value, standardError, count, clusterCount } = difference.estimate;
    const more = questionsToSeparate(difference);
    expect(more?.power).toBe(0.8);
    // With 34 degrees of freedom t is 2.0322 for the level and 0.8523 for the power.
    const times = ((2.0322 + 0.8523) * standardError) / value;
    expect(more?.moreQuestions).toBeCloseTo(Math.max(0, count * times ** 2 - count), -1);
    expect(more?.moreClusters).toBeGreaterThanOrEqual(Math.floor(clusterCount * times ** 2) - clusterCount);
  });

  it('asks for none where two are far apart, and gives up where they are alike', () => {
    const apart = pairedDifference(pairsFrom(3, 0.6), UNIT_SCALE);
    const alike = pairedDifference(pairsFrom(3, 0), UNIT_SCALE);
    if (apart === undefined || alike === undefined) throw new Error('There are pairs.');
    expect(questionsToSeparate(apart)?.moreQuestions).toBe(0);
    expect(questionsToSeparate(alike)).toBeUndefined();
  });
});

describe('tiedGroups', () => {
  it('corrects p values by Holm’s method', () => {
    // The worked order: 0.01 × 4, 0.02 × 3, 0.03 × 2, 0.04 × 1, never falling.
    expect(holm([0.03, 0.01, 0.04, 0.02]).map((p) => p?.toFixed(3))).toEqual(['0.060', '0.040', '0.060', '0.060']);
    expect(holm([undefined, 0.02])).toEqual([undefined, 0.04]);
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
  });

  it('groups neighbours that no test separates', () => {
    const random = generator(11);
    const base = clusteredAnswers(random, 35);
    const ids = base.map((_, index) => `question ${index}`);
    const competitor = (name: string, flip: (value: number) => number) => ({
      name,
      values: new Map(base.map(({ value }, index) => [ids[index] ?? '', flip(value)])),
    });
    const result = tiedGroups(
      [
        competitor('worst', (value) => (uniformFloat64(random) < 0.7 ? 0 : value)),
        competitor('middle', (value) => value),
        competitor('nearly middle', (value) => (uniformFloat64(random) < 0.03 ? 1 - value : value)),
        competitor('best', (value) => (uniformFloat64(random) < 0.9 ? 1 : value)),
      ],
      (id) => base[ids.indexOf(id)]?.cluster ?? '',
      UNIT_SCALE,
    );
    expect(result.ranking[0]?.name).toBe('best');
    expect(result.ranking[3]?.name).toBe('worst');
    expect(result.groups.map((group) => [...group].sort())).toEqual([['best'], ['middle', 'nearly middle'], ['worst']]);
    expect(result.comparisons).toHaveLength(6);
    result.comparisons.forEach(({ difference, adjustedP }) =>
      expect(adjustedP ?? 1).toBeGreaterThanOrEqual(difference.pValue ?? 0),
    );
  });

  it('compares only on questions that all share', () => {
    const result = tiedGroups(
      [
        {
          name: 'one',
          values: new Map([
            ['q1', 1],
            ['q2', 1],
          ]),
        },
        {
          name: 'two',
          values: new Map([
            ['q2', 0],
            ['q3', 1],
          ]),
        },
      ],
      (id) => id,
      UNIT_SCALE,
    );
    expect(result.ranking).toEqual([
      { name: 'one', mean: 1 },
      { name: 'two', mean: 0 },
    ]);
    expect(result.comparisons[0]?.difference.estimate.count).toBe(1);
    expect(tiedGroups([], (id) => id, UNIT_SCALE).groups).toEqual([]);
  });
});
