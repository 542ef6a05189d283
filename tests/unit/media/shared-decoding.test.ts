import fc from 'fast-check';
import { expect, test } from 'vitest';

import { companionsOf } from '../../../src/media/index.ts';

const window = (startSeconds: number, durationSeconds: number) => ({ startSeconds, durationSeconds });

test('a window inside another is cut with it, whichever comes first', () => {
  const long = window(91.5, 10.7);
  const inside = window(93.4, 7.7);
  expect(companionsOf(long, [inside])).toEqual([inside]);
  expect(companionsOf(inside, [long])).toEqual([long]);
});

test('those with the most in common come first, and nobody waits for half a minute to be decoded for others', () => {
  const [most, less, little] = [window(2, 8), window(5, 9), window(9, 9)];
  expect(companionsOf(window(0, 10), [little, less, most])).toEqual([most, less, little]);
  const far = window(17, 14);
  expect(companionsOf(window(0, 10), [far, little])).toEqual([little]);
  expect(companionsOf(window(0, 60), [window(10, 20), window(55, 10)])).toEqual([window(10, 20)]);
});

test('windows that only touch, or share little, are cut apart', () => {
  expect(companionsOf(window(0, 10), [window(10, 10), window(9.5, 10), window(30, 5)])).toEqual([]);
});

test('never more than four together, and what is decoded for all of them is less than what each would need', () => {
  const windows = fc.array(
    fc.record({
      startSeconds: fc.double({ min: 0, max: 60, noNaN: true }),
      durationSeconds: fc.double({ min: 0.1, max: 20, noNaN: true }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(windows, ([first, ...waiting]) => {
      if (first === undefined) return;
      const chosen = companionsOf(first, waiting);
      expect(chosen.length).toBeLessThan(4);
      for (const one of chosen) expect(waiting).toContain(one);
      const all = [first, ...chosen];
      const start = Math.min(...all.map(({ startSeconds }) => startSeconds));
      const end = Math.max(...all.map((one) => one.startSeconds + one.durationSeconds));
      const apart = all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
      expect(end - start).toBeLessThanOrEqual(apart + 1e-6);
      expect(end - start).toBeLessThanOrEqual(Math.max(30, first.durationSeconds));
    }),
  );
});
