import { expect, test } from 'vitest';

import { bytes, dollars, duration, percent, seconds, shownName, timecodeTenths } from '../../../src/ui/format.ts';

test.each([
  [0, '$0'],
  [0.0032, '$0.0032'],
  [0.126, '$0.13'],
  [0.5, '$0.50'],
  [1, '$1.00'],
  [1234.5, '$1,234.50'],
])('%d dollars are written %s', (usd, text) => {
  expect(dollars(usd)).toBe(text);
});

test.each([
  [percent(0.6627), '66.3 %'],
  [percent(-0.148), '−14.8 %'],
  [percent(-0.0001), '0.0 %'],
  [seconds(8.84), '8.8 s'],
  [bytes(312_400), '312 KB'],
  [bytes(6_800_000), '6.8 MB'],
])('a number has its unit, and a sign of its own: %s', (written, expected) => {
  expect(written).toBe(expected);
});

test.each([
  [0, '0:00.0'],
  [7.6, '0:07.6'],
  [59.96, '1:00.0'],
  [284.41, '4:44.4'],
  [3727, '1:02:07.0'],
])('%d s into a video is written %s', (place, text) => {
  expect(timecodeTenths(place)).toBe(text);
});

test.each([
  [400, '0 s'],
  [89_000, '89 s'],
  [90_000, '2 min'],
  [25 * 60_000, '25 min'],
  [90 * 60_000, '1 h 30 min'],
  [120 * 60_000, '2 h'],
])('%d ms are written %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('a name that anybody wrote turns no words round and fills no page', () => {
  expect(shownName('Qwen/Qwen2.5-VL 模型 é')).toBe('Qwen/Qwen2.5-VL 模型 é');
  expect(shownName('a\u202Egnp.\u2066exe\n')).toBe('agnp.exe');
  expect(shownName('W'.repeat(10_000))).toBe(`${'W'.repeat(119)}…`);
  expect(shownName(`${'W'.repeat(119)}\u{1F600}W`)).toBe(`${'W'.repeat(119)}…`);
});
