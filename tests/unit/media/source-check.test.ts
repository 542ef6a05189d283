import { expect, test } from 'vitest';

import type { Roi, Video } from '../../../src/domain/benchmark/index.ts';
import { checkSource, correctedBenchmark, type HeldSource, type SourceLook } from '../../../src/domain/clip/index.ts';
import { parseSourceAddress } from '../../../src/media/index.ts';
import { aBenchmark, aQuestion } from '../builders.ts';

const video = (key: string, startSeconds: number, endSeconds: number, roi?: Roi): Video => ({
  key,
  sourceKey: 'abc',
  startSeconds,
  endSeconds,
  roi,
});
const half = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;
const five = [1, 2, 3, 4, 5].map((part) => video(`part_${part}`, part * 100, part * 100 + 60 + part, half));
const questions = five.map(({ key }) =>
  aQuestion({ videoKey: key, sourceKey: 'abc', startSeconds: 10, endSeconds: 50 }),
);
const benchmark = aBenchmark(questions, { videos: five });
const look = (durationSeconds: number | undefined, widthPixels = 1280, heightPixels = 720): SourceLook => ({
  durationSeconds,
  frame: { widthPixels, heightPixels, pixelAspect: 1 },
  codec: 'avc',
  decoder: 'browser',
});
const whole = (seen: SourceLook): HeldSource => ({
  sourceKey: 'abc',
  videoKey: undefined,
  offsetSeconds: 0,
  look: seen,
});
const part = (seen: SourceLook, number = 3): HeldSource => ({
  sourceKey: 'abc',
  videoKey: `part_${number}`,
  offsetSeconds: number * 100,
  look: seen,
});
const kinds = (held: HeldSource, of = benchmark) =>
  checkSource(held, of).map(({ kind, videoKey }) => [kind, videoKey] as const);

test('one file for five Videos is long enough, or lacks the last ones by name', () => {
  expect(kinds(whole(look(600)))).toEqual([]);
  expect(kinds(whole(look(549.6)))).toEqual([]);
  expect(kinds(whole(look(460)))).toEqual([['too-short', 'part_5']]);
  expect(kinds(whole(look(undefined)))).toEqual([]);
});

test('a file as long as one of the Videos may be that one; as long as none, another recording', () => {
  expect(kinds(whole(look(63.9)))).toEqual([['one-video-only', 'part_3']]);
  expect(kinds(whole(look(40))).map(([kind]) => kind)).toEqual(Array(5).fill('too-short'));
});

test('a file that is named after a Video and much longer is asked about', () => {
  expect(kinds(part(look(63)))).toEqual([]);
  expect(kinds(part(look(64.5)))).toEqual([]);
  expect(kinds(part(look(600)))).toEqual([['whole-source', 'part_3']]);
  expect(kinds(part(look(120)))).toEqual([['other-length', 'part_3']]);
  expect(kinds(part(look(20)))).toEqual([['too-short', 'part_3']]);
});

test('a correction counts: a file of the Video that begins later needs to be that much longer', () => {
  const late = correctedBenchmark(benchmark, [{ videoKey: 'part_3', name: 'late', offsetSeconds: 14 }]);
  expect(kinds(part(look(63)), late)).toEqual([['too-short', 'part_3']]);
});

test('regions: too few pixels, and pixels of another size of frame', () => {
  const small = kinds(whole(look(600, 640, 360)));
  expect(small).toEqual(five.map(({ key }) => ['small-region', key]));
  const inPixels = { unit: 'pixel', x: 900, y: 100, width: 300, height: 300 } as const;
  const other = aBenchmark(questions.slice(0, 1), { videos: [video('part_1', 100, 160, inPixels)] });
  expect(kinds(whole(look(600)), other)).toEqual([]);
  expect(kinds(whole(look(600, 854, 480)), other)).toEqual([['region-moved', 'part_1']]);
});

test('codecs', () => {
  expect(kinds(whole({ ...look(600), decoder: 'ffmpeg' }))).toEqual([['slow-codec', undefined]]);
  expect(checkSource(whole({ ...look(600), decoder: 'none' }), benchmark)).toMatchObject([{ severity: 'wrong' }]);
});

test('addresses: https only, no user, no page of YouTube; a query may hold a token', () => {
  expect(parseSourceAddress(' https://videos.test/a%20b.mp4#t=3 ')).toEqual({
    url: 'https://videos.test/a%20b.mp4',
    mayBeStored: true,
  });
  expect(parseSourceAddress('http://127.0.0.1:9/a.mp4').mayBeStored).toBe(true);
  expect(parseSourceAddress('https://bucket.test/a.mp4?signature=1').mayBeStored).toBe(false);
  for (const [address, why] of [
    ['videos.test/a.mp4', /whole address/],
    ['http://videos.test/a.mp4', /https/],
    ['https://me:secret@videos.test/a.mp4', /user name and password/],
    ['https://www.youtube.com/watch?v=aB-3_5678xY', /page of YouTube/],
  ] as const)
    expect(() => parseSourceAddress(address)).toThrow(why);
});
