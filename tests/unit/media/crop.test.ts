import { expect, test } from 'vitest';

import { cropOf } from '../../../src/domain/clip/index.ts';

const hd = { widthPixels: 1280, heightPixels: 720, pixelAspect: 1 };
const proportion = (x: number, y: number, width: number, height: number) =>
  ({ unit: 'proportion', x, y, width, height }) as const;
const pixel = (x: number, y: number, width: number, height: number) =>
  ({ unit: 'pixel', x, y, width, height }) as const;

test('each number is rounded to the nearest integer, then down to even', () => {
  // 0.2 x 1283 = 256.6, 0.4 x 723 = 289.2: flooring at once would give 256 and 288 too; 0.401 x 1283 = 514.48.
  const odd = { widthPixels: 1283, heightPixels: 723, pixelAspect: 1 };
  expect(cropOf(proportion(0.2, 0.1, 0.401, 0.4), odd)).toMatchObject({
    rect: { x: 256, y: 72, width: 514, height: 288 },
  });
  // 127.6 rounds to 128, where flooring would give 126.
  expect(cropOf(proportion(127.6 / 1280, 0, 0.5, 0.5), hd)).toMatchObject({ rect: { x: 128, y: 0 } });
  expect(cropOf(proportion(128.4 / 1280, 0, 0.5, 0.5), hd)).toMatchObject({ rect: { x: 128 } });
  expect(cropOf(proportion(129.4 / 1280, 0, 0.5, 0.5), hd)).toMatchObject({ rect: { x: 128 } });
});

test('no region is the whole frame, made even', () => {
  expect(cropOf(undefined, { widthPixels: 161, heightPixels: 121, pixelAspect: 1 })).toEqual({
    kind: 'crop',
    rect: { x: 0, y: 0, width: 160, height: 120 },
    notes: [],
  });
});

test('a region that leaves the frame is moved back, and that is noted', () => {
  const result = cropOf(pixel(1000, 500, 600, 300), hd);
  expect(result).toMatchObject({ rect: { x: 680, y: 420, width: 600, height: 300 } });
  expect(result).toMatchObject({ notes: [expect.stringMatching(/leaves the video's frame/)] });
  expect(cropOf(pixel(-20, 0, 100, 100), hd)).toMatchObject({ rect: { x: 0, y: 0, width: 100, height: 100 } });
});

test('pixels are those of the displayed frame, also where stored ones are not square', () => {
  const wide = { widthPixels: 640, heightPixels: 360, pixelAspect: 2 };
  expect(cropOf(pixel(320, 90, 640, 180), wide)).toMatchObject({ rect: { x: 160, y: 90, width: 320, height: 180 } });
  const tall = { widthPixels: 640, heightPixels: 360, pixelAspect: 0.5 };
  expect(cropOf(pixel(160, 180, 320, 360), tall)).toMatchObject({ rect: { x: 160, y: 90, width: 320, height: 180 } });
});

test('too small is said in words', () => {
  expect(cropOf(pixel(0, 0, 1, 50), hd)).toMatchObject({
    kind: 'impossible',
    message: expect.stringMatching(/enlarge/),
  });
  expect(cropOf(undefined, { widthPixels: 1, heightPixels: 1, pixelAspect: 1 })).toMatchObject({ kind: 'impossible' });
  expect(cropOf(proportion(NaN, 0, NaN, 1), hd)).toMatchObject({ kind: 'impossible' });
});
