import { expect, test } from 'vitest';

import { encodingRate } from '../../../src/domain/clip/index.ts';

test('the measured point, and more for more pixels or frames', () => {
  const measured = encodingRate({ width: 516, height: 288 }, 30);
  expect(measured).toBeGreaterThan(2_900_000);
  expect(measured).toBeLessThan(3_100_000);
  expect(encodingRate({ width: 1280, height: 720 }, 30)).toBeGreaterThan(2 * measured);
  expect(encodingRate({ width: 1280, height: 720 }, 30)).toBeLessThan(6.2 * measured);
  expect(encodingRate({ width: 516, height: 288 }, 60)).toBeCloseTo(2 * measured, -2);
});

test('tiny regions still get enough for their edges', () => {
  expect(encodingRate({ width: 16, height: 16 }, 10)).toBe(200_000);
});
