import { expect, test } from 'vitest';

import { frameWindow, ticksInWindow } from '../../../src/domain/clip/index.ts';

/** How many frames of a steady 30 a second, the first `phase` of a frame after the start, are in a window. */
function framesIn(durationSeconds: number, phase: number): number {
  const { cutoffSeconds } = frameWindow(10, durationSeconds, 30);
  let count = 0;
  while ((count + phase) / 30 < cutoffSeconds) count += 1;
  return count;
}

test('frames on the tick: those before the end', () => {
  expect(framesIn(1, 0)).toBe(30);
  expect(framesIn(2.9, 0)).toBe(87);
  expect(framesIn(0.97, 0)).toBe(30);
  expect(framesIn(0.01, 0)).toBe(1);
});

test('frames between ticks count as the nearest one, as ffmpeg has it', () => {
  // Counted with ffmpeg 5.1.9, START 1.05 of a 30 fps file, -fps_mode passthrough.
  expect(framesIn(0.97, 0.5)).toBe(29);
  expect(framesIn(0.99, 0.5)).toBe(29);
  expect(framesIn(1, 0.5)).toBe(29);
  expect(framesIn(1.01, 0.5)).toBe(30);
  expect(framesIn(1.03, 0.5)).toBe(30);
});

test('times are read in microseconds', () => {
  expect(frameWindow(0.1 + 0.2, 0.7 + 0.1, 25)).toEqual({
    startSeconds: 0.3,
    durationSeconds: 0.8,
    cutoffSeconds: 0.78,
  });
});

test('of listed frames those are taken, in ticks', () => {
  const ticks = Array.from({ length: 90 }, (_, index) => index * 512);
  const taken = ticksInWindow(ticks, frameWindow(1.05, 1, 30), { startTick: 16_128, ticksPerSecond: 15_360 });
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([29, 32 * 512, 60 * 512]);
  expect(ticksInWindow(ticks, frameWindow(9, 1, 30), { startTick: 138_240, ticksPerSecond: 15_360 })).toEqual([]);
});

test('a tick just before the limit is still in, however coarse ticks are', () => {
  // Counted with ffmpeg 5.1.9 in a 30 fps Matroska file, whose ticks are milliseconds.
  const ticks = Array.from({ length: 150 }, (_, index) => Math.round((index * 1000) / 30));
  const taken = ticksInWindow(ticks, frameWindow(1.95, 0.683333, 30), { startTick: 1950, ticksPerSecond: 1000 });
  expect([taken.length, taken[0], taken.at(-1)]).toEqual([21, 1967, 2633]);
});
