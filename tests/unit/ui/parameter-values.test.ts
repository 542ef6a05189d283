import { expect, test } from 'vitest';

import { parameterText, parameterValue } from '../../../src/ui/state/parameter-value.ts';

test.each([
  ['0.7', 0.7],
  [' -3 ', -3],
  ['1e-3', 0.001],
  ['true', true],
  ['false', false],
  ['low', 'low'],
  ['"5"', '5'],
  ['007', '007'],
  ['0x10', '0x10'],
  ['Infinity', 'Infinity'],
  ['', ''],
])('what is typed as %j means %j', (text, value) => {
  expect(parameterValue(text)).toBe(value);
});

test.each([5, -0.25, true, false, 'low', '5', 'true', '"quoted"', ''])('the value %j survives being shown', (value) => {
  expect(parameterValue(parameterText(value))).toBe(value);
});
