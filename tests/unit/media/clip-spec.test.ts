import { expect, test } from 'vitest';

import { clipSpecFor } from '../../../src/app/index.ts';
import type { Video } from '../../../src/domain/benchmark/index.ts';
import { aBenchmark, aQuestion } from '../builders.ts';

const roi = { unit: 'proportion', x: 0.1, y: 0.2, width: 0.5, height: 0.6 } as const;
const video: Video = { key: 'vein', sourceKey: 'abc', startSeconds: 100.1, endSeconds: 160, roi };
const question = aQuestion({ videoKey: 'vein', startSeconds: 10.2, endSeconds: 14.2 });
const benchmark = aBenchmark([question], { videos: [video] });

test('a window counts from the Video’s start in the whole source video', () => {
  expect(clipSpecFor(benchmark, question, { name: 'whole', offsetSeconds: 0 })).toEqual({
    startSeconds: 110.3,
    durationSeconds: 4,
    roi,
  });
});

test('and from the file’s own start where the file holds the Video only', () => {
  expect(clipSpecFor(benchmark, question, { name: 'part', offsetSeconds: 100.1 })).toMatchObject({
    startSeconds: 10.2,
    durationSeconds: 4,
  });
});

test('what lies before the file is left out, and noted; a window wholly before it is an error', () => {
  expect(clipSpecFor(benchmark, question, { name: 'late', offsetSeconds: 111.3 })).toMatchObject({
    startSeconds: 0,
    durationSeconds: 3,
    notes: ['the window begins 1.00 s before the file and was cut short'],
  });
  expect(() => clipSpecFor(benchmark, question, { name: 'late.mp4', offsetSeconds: 120 })).toThrow(
    /outside the file “late.mp4”/,
  );
});

test('settings go along', () => {
  const settings = { engine: 'ffmpeg', reference: true } as const;
  expect(clipSpecFor(benchmark, question, { name: 'whole', offsetSeconds: 0 }, settings).settings).toBe(settings);
});

test('a question of an unknown Video names it', () => {
  const stray = aQuestion({ videoKey: 'nowhere' });
  expect(() => clipSpecFor(benchmark, stray, { name: 'whole', offsetSeconds: 0 })).toThrow(/“nowhere”/);
});
