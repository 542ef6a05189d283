import { expect, test } from 'vitest';

import { clipSpecFor, createRuns } from '../../../src/app/index.ts';
import { type Correction, correctedBenchmark, correctionWords } from '../../../src/domain/clip/index.ts';
import { parseCorrections, parseRun } from '../../../src/domain/run/index.ts';
import { aBenchmark, aQuestion, aReply, aRun, aRunConfig } from '../builders.ts';
import { aWorld } from '../run/memory-ports.ts';

const roi = { unit: 'proportion', x: 0.1, y: 0.2, width: 0.5, height: 0.6 } as const;
const other = { unit: 'pixel', x: 8, y: 6, width: 200, height: 100 } as const;
const question = aQuestion({ videoKey: 'vein', startSeconds: 10.2, endSeconds: 14.2 });
const elsewhere = aQuestion({ videoKey: 'artery', startSeconds: 1, endSeconds: 2 });
const plain = aBenchmark([question, elsewhere]);
const benchmark = {
  ...plain,
  videos: plain.videos.map((video) => ({ ...video, startSeconds: 100.1, endSeconds: 160, roi })),
};
const whole = { name: 'whole.mp4', offsetSeconds: 0 };
const correction: Correction = { videoKey: 'vein', name: 'my recording', offsetSeconds: 0.4, roi: other };

test('a correction moves the window by just its offset, in a whole file and in one of the Video only', () => {
  const corrected = correctedBenchmark(benchmark, [correction]);
  expect(clipSpecFor(corrected, question, whole)).toEqual({ startSeconds: 110.7, durationSeconds: 4, roi: other });
  const part = { name: 'part.mp4', offsetSeconds: 100.1 };
  expect(clipSpecFor(corrected, question, part)).toMatchObject({ startSeconds: 10.6, durationSeconds: 4 });
});

test('other Videos stay as they are, and a region that is not corrected too', () => {
  const corrected = correctedBenchmark(benchmark, [{ videoKey: 'vein', name: 'later', offsetSeconds: -0.1 }]);
  expect(clipSpecFor(corrected, elsewhere, whole)).toEqual(clipSpecFor(benchmark, elsewhere, whole));
  expect(clipSpecFor(corrected, question, whole)).toMatchObject({ startSeconds: 110.2, roi });
  expect(correctedBenchmark(benchmark, undefined)).toBe(benchmark);
});

test('a run keeps its corrections, and its clips tell of them', async () => {
  const config = aRunConfig({ corrections: [correction], kinds: ['multiple-choice'] });
  const world = aWorld({ ask: () => Promise.resolve(aReply('Answer: B')) });
  const runs = createRuns(world.ports);
  const { id } = await runs.start(config, benchmark, { key: undefined });
  await expect.poll(() => world.store.runs.get(id)?.status.kind).toBe('finished');
  const attempts = await world.store.listAttempts(id);
  const notesOf = (videoKey: string) =>
    attempts.find(({ questionId }) => questionId.includes(videoKey))?.clip?.notes ?? ['no clip'];
  expect(notesOf('vein')).toEqual([
    'cut with the correction “my recording”: 0.400 s later, region 8, 6, 200 x 100 pixels',
  ]);
  expect(notesOf('artery')).toEqual([]);
  const stored: unknown = JSON.parse(JSON.stringify(world.store.runs.get(id)));
  expect(parseRun(stored).config.corrections).toEqual([correction]);
});

test('what is stored is read back or refused in words', () => {
  const stored: unknown = JSON.parse(JSON.stringify([correction, { ...correction, roi: undefined }]));
  expect(parseCorrections(stored)).toEqual([
    correction,
    { videoKey: 'vein', name: 'my recording', offsetSeconds: 0.4 },
  ]);
  expect(() => parseCorrections([{ ...correction, offsetSeconds: 'soon' }])).toThrow(/cannot be read/);
  expect('corrections' in parseRun(JSON.parse(JSON.stringify(aRun()))).config).toBe(false);
});

test('a correction in words', () => {
  expect(correctionWords({ videoKey: 'v', name: 'n', offsetSeconds: -1.5 })).toBe('1.500 s earlier');
  expect(correctionWords({ videoKey: 'v', name: 'n', offsetSeconds: 0 })).toBe('nothing changed');
  expect(correctionWords({ videoKey: 'v', name: 'n', offsetSeconds: 0, roi })).toBe(
    'region 10.0, 20.0, 50.0 x 60.0 % of the frame',
  );
});
