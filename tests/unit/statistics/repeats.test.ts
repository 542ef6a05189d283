import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';

import { repeatParts, UNIT_SCALE, type Repeat } from '../../../src/domain/statistics/index.ts';
import { generator, meanOf } from './simulate.ts';

describe('repeatParts', () => {
  it('takes apart what differs between and within questions', () => {
    const random = generator(2);
    const repeats: Repeat[] = [];
    for (let question = 0; question < 3000; question += 1) {
      // Chances spread evenly over 0.2 to 0.8: variance 0.03 between, and on average 0.25 − 0.03 within.
      const chance = 0.2 + 0.6 * uniformFloat64(random);
      for (let epoch = 0; epoch < 4; epoch += 1)
        repeats.push({
          questionId: `${question}`,
          cluster: `${question % 35}`,
          value: uniformFloat64(random) < chance ? 1 : 0,
        });
    }
    const parts = repeatParts(repeats, UNIT_SCALE);
    expect(parts?.betweenVariance).toBeCloseTo(0.03, 2);
    expect(parts?.withinVariance).toBeCloseTo(0.22, 2);
    expect(parts?.repeatCount).toBe(4);
    expect(parts?.mean.value).toBeCloseTo(meanOf(repeats.map(({ value }) => value)), 12);
    expect(parts?.mean.count).toBe(3000);
  });

  it('finds nothing within where no question changes, and knows nothing within where none was repeated', () => {
    const once = Array.from({ length: 20 }, (_, index) => ({
      questionId: `${index}`,
      cluster: `${index}`,
      value: index % 2,
    }));
    expect(repeatParts(once, UNIT_SCALE)).toMatchObject({
      withinVariance: undefined,
      changingShare: undefined,
      repeatCount: 1,
    });
    expect(repeatParts([...once, ...once], UNIT_SCALE)).toMatchObject({
      withinVariance: 0,
      changingShare: 0,
      repeatCount: 2,
    });
    const other = once.map((each) => ({ ...each, value: each.questionId === '0' ? 1 : each.value }));
    expect(repeatParts([...once, ...other], UNIT_SCALE)?.changingShare).toBeCloseTo(1 / 20, 12);
    expect(repeatParts([], UNIT_SCALE)).toBeUndefined();
  });
});
