import { expect, test } from 'vitest';

import { encodingRate } from '../../../src/domain/clip/index.ts';

const measured = { width: 516, height: 288, framesPerSecond: 30 };

test('the measured point, and more for more pixels or frames', () => {
  const rate = encodingRate(measured);
  expect(rate).toBeGreaterThan(2_900_000);
  expect(rate).toBeLessThan(3_100_000);
  const larger = encodingRate({ width: 1280, height: 720, framesPerSecond: 30 });
  expect(larger).toBeGreaterThan(2 * rate);
  expect(larger).toBeLessThan(6.2 * rate);
  expect(encodingRate({ ...measured, framesPerSecond: 60 })).toBeCloseTo(2 * rate, -2);
});

test('a source that spends little is given less, down to a limit; one that spends much, no more than noise needs', () => {
  const most = encodingRate(measured);
  const least = encodingRate({ ...measured, sourceBitsPerSecond: 1000 });
  expect(least / most).toBeCloseTo(0.446, 2);
  expect(encodingRate({ ...measured, sourceBitsPerSecond: 1_600_000, areaShare: 0.36 })).toBe(1_680_000);
  expect(encodingRate({ ...measured, sourceBitsPerSecond: 50_000_000, areaShare: 0.25 })).toBe(most);
});

test('tiny regions still get enough for their edges', () => {
  expect(encodingRate({ width: 16, height: 16, framesPerSecond: 10, sourceBitsPerSecond: 1 })).toBe(200_000);
});
