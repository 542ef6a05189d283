import { expect, test } from 'vitest';

import type { PickedFile } from '../../../src/app/index.ts';
import type { SourceVideo, Video } from '../../../src/domain/benchmark/index.ts';
import { createSourceLibrary } from '../../../src/media/index.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';
import { aBenchmark, aQuestion } from '../builders.ts';

const never = new AbortController().signal;
const ID = 'aB-3_5678xY';
const source: SourceVideo = {
  key: ID,
  location: { kind: 'youtube', youtubeId: ID, url: `https://www.youtube.com/watch?v=${ID}` },
  videoKeys: ['Vein_Basics', 'Vein_More'],
};
const video = (key: string, startSeconds: number): Video => ({
  key,
  sourceKey: ID,
  startSeconds,
  endSeconds: startSeconds + 30,
  roi: undefined,
});
const benchmark = aBenchmark([], {
  sourceVideos: [source],
  videos: [video('Vein_Basics', 12.5), video('Vein_More', 60)],
});

const short = await tinyMp4();
const long = await tinyMp4({ durationSeconds: 3 });
const fileOf = (path: string, ...parts: BlobPart[]): PickedFile => ({ path, blob: new Blob(parts) });
const noSite: typeof fetch = () => Promise.reject(new TypeError('nothing may be fetched'));
const library = () => createSourceLibrary({ fetch: noSite, sampleBaseUrl: undefined });

test('a whole source serves each of its Videos from its own time 0', async () => {
  const sources = library();
  expect(sources.available(benchmark)).toEqual(new Set());
  const report = await sources.attach(benchmark, [fileOf(`A title [${ID}].mp4`, short)], never);
  expect(report).toEqual({
    matched: [{ file: `A title [${ID}].mp4`, sourceKey: ID, offsetSeconds: 0 }],
    unmatched: [],
    problems: [],
  });
  expect(sources.available(benchmark)).toEqual(new Set([ID]));
  expect(await sources.find(ID, 'Vein_More', never, benchmark)).toMatchObject({ offsetSeconds: 0 });
});

test('a file of one Video serves that one, and begins where the Video does', async () => {
  const sources = library();
  const files = [fileOf('Vein_Basics.mp4', short), fileOf('Vein_More.mp4', long)];
  const report = await sources.attach(benchmark, files.slice(0, 1), never);
  expect(report.matched).toEqual([{ file: 'Vein_Basics.mp4', sourceKey: ID, offsetSeconds: 12.5 }]);
  expect(await sources.find(ID, 'Vein_Basics', never, benchmark)).toMatchObject({
    name: 'Vein_Basics.mp4',
    offsetSeconds: 12.5,
  });
  expect(await sources.find(ID, 'Vein_More', never, benchmark)).toBeUndefined();
  await sources.attach(benchmark, files.slice(1), never);
  expect(await sources.find(ID, 'Vein_More', never, benchmark)).toMatchObject({
    name: 'Vein_More.mp4',
    offsetSeconds: 60,
  });
});

test('of two files for one the better match stays, then the larger, and a Problem says which', async () => {
  const sources = library();
  const loose = fileOf(`title-${ID}.mp4`, long);
  const report = await sources.attach(benchmark, [loose, fileOf(`${ID}.mp4`, short)], never);
  expect(report.problems).toEqual([{ file: `title-${ID}.mp4`, message: expect.stringMatching(/name fits better/) }]);
  expect(await sources.find(ID, 'Vein_More', never, benchmark)).toMatchObject({ name: `${ID}.mp4` });
  const larger = await sources.attach(benchmark, [fileOf(`again/${ID}.mp4`, long)], never);
  expect(larger.problems).toEqual([{ file: `${ID}.mp4`, message: expect.stringMatching(/longer one/) }]);
  const same = await sources.attach(benchmark, [fileOf(`again/${ID}.mp4`, long)], never);
  expect(same.problems).toEqual([]);
});

test('a file that is picked again under its name takes the place of what it was; two of one name at once do not', async () => {
  const sources = library();
  const pick = (...files: readonly Uint8Array<ArrayBuffer>[]) =>
    sources.attach(
      benchmark,
      files.map((bytes) => fileOf(`${ID}.mp4`, bytes)),
      never,
    );
  expect((await pick(long)).problems).toEqual([]);
  const renewed = await pick(short);
  expect(renewed).toMatchObject({ matched: [{ file: `${ID}.mp4` }], problems: [] });
  expect((await sources.find(ID, 'Vein_More', never, benchmark))?.blob.size).toBe(short.length);
  const twice = library();
  const both = await twice.attach(benchmark, [fileOf(`${ID}.mp4`, long), fileOf(`${ID}.mp4`, short)], never);
  expect(both.problems).toEqual([{ file: `${ID}.mp4`, message: expect.stringMatching(/longer one/) }]);
});

test('a path is one benchmark’s own: another that calls its video the same is never cut from this one’s', async () => {
  const path = 'videos/knee.mp4';
  const named = (digest: string) =>
    aBenchmark([], {
      digest,
      sourceVideos: [{ key: path, location: { kind: 'file', path }, videoKeys: ['knee'] }],
      videos: [{ ...video('knee', 0), sourceKey: path }],
    });
  const [first, second] = [named('1'.repeat(64)), named('2'.repeat(64))];
  const sources = library();
  await sources.attach(first, [fileOf('one/videos/knee.mp4', long)], never);
  expect(sources.available(second)).toEqual(new Set());
  expect(await sources.find(path, 'knee', never, second)).toBeUndefined();
  await sources.attach(second, [fileOf('two/videos/knee.mp4', short)], never);
  expect(await sources.find(path, 'knee', never, second)).toMatchObject({ name: 'two/videos/knee.mp4' });
  expect(await sources.find(path, 'knee', never, first)).toMatchObject({ name: 'one/videos/knee.mp4' });
});

test('by hand beats every name', async () => {
  const sources = library();
  expect(await sources.attachTo(benchmark, source, fileOf('holiday.mp4', short), never)).toEqual([]);
  const report = await sources.attach(benchmark, [fileOf(`${ID}.mp4`, long)], never);
  expect(report.problems).toHaveLength(1);
  expect(await sources.find(ID, 'Vein_More', never, benchmark)).toMatchObject({ name: 'holiday.mp4' });
});

test('what is no video is told as that; what only a decoder knows is taken', async () => {
  const sources = library();
  const files = [
    fileOf(`${ID}.mp4`, 'just text'),
    fileOf('empty.mp4'),
    fileOf('paper.mp4', '%PDF-1.7 \u0000\u0001'),
    fileOf('who knows.mp4', new Uint8Array([0, 0, 1, 0xba, 0x44, 0, 4])),
  ];
  const report = await sources.attach(benchmark, files, never);
  expect(report.problems.map(({ file, message }) => [file, message])).toEqual([
    [`${ID}.mp4`, expect.stringMatching(/no video stream \(it is text\)/)],
    ['empty.mp4', expect.stringMatching(/empty/)],
    ['paper.mp4', expect.stringMatching(/PDF/)],
  ]);
  expect(report.unmatched.map(({ path }) => path)).toEqual(['who knows.mp4']);
  expect(sources.available(benchmark).size).toBe(0);
});

test('the sample’s videos are fetched when they are needed, once, and no other name is asked for', async () => {
  const asked: string[] = [];
  const sources = createSourceLibrary({
    sampleBaseUrl: 'https://site.test/sample/',
    fetch: async (url) => {
      asked.push(String(url));
      if (String(url).endsWith('index.json')) return Response.json({ files: ['videos/a b.mp4'] });
      return new Response(short);
    },
  });
  const location = { kind: 'file', path: 'videos/a b.mp4' } as const;
  const sample = aBenchmark([], {
    origin: { kind: 'sample' },
    sourceVideos: [{ key: 'videos/a b.mp4', location, videoKeys: ['a'] }],
    videos: [{ ...video('a', 0), sourceKey: 'videos/a b.mp4' }],
  });
  expect(sources.available(sample)).toEqual(new Set(['videos/a b.mp4']));
  expect(sources.available({ ...sample, origin: { kind: 'files', name: 'mine' } })).toEqual(new Set());
  expect(await sources.find('private/patient name.mp4', 'x', never, sample)).toBeUndefined();
  const [first, second] = await Promise.all([
    sources.find('videos/a b.mp4', 'a', never, sample),
    sources.find('videos/a b.mp4', 'a', never, sample),
  ]);
  expect(first?.blob.size).toBe(short.length);
  expect(second?.blob).toBe(first?.blob);
  expect(asked).toEqual(['https://site.test/sample/index.json', 'https://site.test/sample/videos/a%20b.mp4']);
  // A benchmark that was made from a copy of it has videos of its own under the same names.
  const made = { ...sample, origin: { kind: 'files', name: 'mine' } } as const;
  expect(await sources.find('videos/a b.mp4', 'a', never, made)).toBeUndefined();
});

const sampleOf = (path: string) =>
  aBenchmark([], {
    origin: { kind: 'sample' },
    sourceVideos: [{ key: path, location: { kind: 'file', path }, videoKeys: ['a'] }],
  });

test('a sample that does not come is tried again the next time', async () => {
  let works = false;
  const sources = createSourceLibrary({
    sampleBaseUrl: 'https://site.test/sample/',
    fetch: async (url) => {
      if (!works) return new Response('', { status: 503 });
      return String(url).endsWith('.json') ? Response.json({ files: ['a.mp4'] }) : new Response(short);
    },
  });
  await expect(sources.find('a.mp4', 'a', never, sampleOf('a.mp4'))).rejects.toMatchObject({
    kind: 'network-or-cors',
    retryable: true,
  });
  works = true;
  expect(await sources.find('a.mp4', 'a', never, sampleOf('a.mp4'))).toMatchObject({ name: 'a.mp4' });
});

test('a source that the benchmark names by its address is read from there, by ranges', async () => {
  const asked: string[] = [];
  const sources = createSourceLibrary({
    sampleBaseUrl: undefined,
    fetch: async (url, init) => {
      asked.push(`${String(url)} ${new Headers(init?.headers).get('range') ?? 'whole'}`);
      const headers = { 'content-range': `bytes 0-${short.length - 1}/${short.length}`, etag: '"7"' };
      return new Response(short, { status: 206, headers });
    },
  });
  const url = 'https://videos.test/a%20b.mp4';
  const own = aBenchmark([], { sourceVideos: [{ key: url, location: { kind: 'file', path: url }, videoKeys: ['a'] }] });
  expect(sources.available(own)).toEqual(new Set([url]));
  const [first, second] = [await sources.find(url, 'a', never, own), await sources.find(url, 'a', never, own)];
  expect(first).toMatchObject({ remote: { url, sizeBytes: short.length }, offsetSeconds: 0 });
  expect(first?.identity).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect(asked).toEqual([`${url} bytes=0-32767`]);
});

test('a file that is too short for the last window is not cut from, until somebody says that it is right', async () => {
  const question = aQuestion({ videoKey: 'Vein_More', sourceKey: ID, startSeconds: 2, endSeconds: 9 });
  const asking = { ...benchmark, questions: [question] };
  const sources = library();
  const report = await sources.attach(asking, [fileOf(`${ID}.mp4`, short)], never);
  expect(report.matched).toHaveLength(1);
  expect(sources.available(asking)).toEqual(new Set());
  await expect(sources.find(ID, 'Vein_More', never, benchmark)).rejects.toMatchObject({
    kind: 'clip',
    retryable: false,
    message: expect.stringMatching(/lasts 0:01, but the questions need it up to 1:09/),
  });
  // What was found depends on the windows, so corrected Videos are judged anew.
  const earlier = { ...asking, videos: asking.videos.map((entry) => ({ ...entry, startSeconds: -8.5 })) };
  expect(sources.available(earlier)).toEqual(new Set([ID]));
});

test('of two files the one that is long enough is used, whatever its name', async () => {
  const question = aQuestion({ videoKey: 'Vein_Basics', sourceKey: ID, startSeconds: 0, endSeconds: 2 });
  const asking = {
    ...benchmark,
    questions: [question],
    videos: benchmark.videos.map((entry) => ({ ...entry, startSeconds: 0.9 })),
  };
  const sources = library();
  const report = await sources.attach(asking, [fileOf(`${ID}.mp4`, short), fileOf(`title-${ID}.mp4`, long)], never);
  expect(report.problems).toEqual([{ file: `${ID}.mp4`, message: expect.stringMatching(/other one is found wrong/) }]);
  expect(await sources.find(ID, 'Vein_Basics', never, benchmark)).toMatchObject({ name: `title-${ID}.mp4` });
});
