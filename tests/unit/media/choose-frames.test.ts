import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { chooseFrames } from '../../../src/domain/clip/index.ts';

const steady = (count: number, rate: number) => Array.from({ length: count }, (_, index) => index / rate);

test('at each step the frame that is then shown, and the last', () => {
  expect(chooseFrames(steady(30, 30), { framesPerSecond: 5 }).indices).toEqual([0, 6, 12, 18, 24, 29]);
  expect(chooseFrames(steady(31, 30), { framesPerSecond: 5 }).indices).toEqual([0, 6, 12, 18, 24, 30]);
  // Between two steps nothing new: frames at 0, 0.1 and 2.35 seconds.
  expect(chooseFrames([0, 0.1, 2.35], { framesPerSecond: 1 }).indices).toEqual([0, 1, 2]);
});

test('a clip shorter than a step still has its first and last', () => {
  expect(chooseFrames(steady(12, 30), { framesPerSecond: 1 }).indices).toEqual([0, 11]);
  expect(chooseFrames([0.2], { framesPerSecond: 1 }).indices).toEqual([0]);
  expect(chooseFrames([], { framesPerSecond: 1 }).indices).toEqual([]);
});

test('too many are spread evenly, and the rate says so', () => {
  const { indices, framesPerSecond } = chooseFrames(steady(301, 30), { framesPerSecond: 5, maxFrames: 11 });
  expect(indices).toEqual([0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300]);
  expect(framesPerSecond).toBeCloseTo(1, 9);
  expect(chooseFrames(steady(30, 30), { framesPerSecond: 5, maxFrames: 1 }).indices).toEqual([0]);
});

test('always ascending, without repeats, within the limit, first and last among them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.001, max: 2, noNaN: true }), { minLength: 1, maxLength: 80 }),
      fc.double({ min: 0.1, max: 40, noNaN: true }),
      fc.integer({ min: 2, max: 40 }),
      (gaps, framesPerSecond, maxFrames) => {
        const times: number[] = [];
        for (const gap of gaps) times.push((times.at(-1) ?? 0) + gap);
        const { indices } = chooseFrames(times, { framesPerSecond, maxFrames });
        expect(indices.length).toBeLessThanOrEqual(maxFrames);
        expect(indices[0]).toBe(0);
        expect(indices.at(-1)).toBe(times.length - 1);
        expect([...new Set(indices)].sort((a, b) => a - b)).toEqual(indices);
      },
    ),
  );
});
