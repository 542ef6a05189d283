import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createBenchmarks, type ZipLimits } from '../../src/benchmark/index.ts';
import { benchmarkEntries, picked, zipOf } from '../browser/benchmark/zips.ts';
import { smallBenchmark } from '../unit/benchmark/small-benchmark.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedBytes } from './mutations.ts';
import { emptyEntry, packedZeros, rawZip, storedText } from './raw-zip.ts';

const signal = new AbortController().signal;

function loader(zipLimits?: ZipLimits) {
  return createBenchmarks({
    fetch: () => Promise.reject(new Error('nothing is fetched here')),
    sampleBaseUrl: 'http://127.0.0.1/',
    store: {
      keep: () => Promise.resolve(),
      kept: () => Promise.resolve(undefined),
      listKept: () => Promise.resolve([]),
      forget: () => Promise.resolve(),
    },
    ...(zipLimits === undefined ? {} : { zipLimits }),
  });
}

const video = new Uint8Array(300).fill(7);
const bases = await Promise.all(
  [
    await zipOf(benchmarkEntries()),
    await zipOf([
      ...benchmarkEntries(''),
      { path: 'videos/a.mp4', content: video, stored: true },
      { path: 'videos/b.mp4', content: new Uint8Array(20_000), stored: false },
      { path: 'inner.zip', content: video },
    ]),
  ].map(async (zip) => new Uint8Array(await zip.arrayBuffer())),
);

test('a changed archive gives what is whole in it, or sentences', async () => {
  const limits = { entries: 50, unpackedBytes: 1e6, textBytes: 1e5, ratio: 200 };
  await forCases(fc.constantFrom(...bases).chain(changedBytes), async (bytes) => {
    const zip = picked('hostile.zip', new Blob([bytes]));
    const { benchmark, problems, videoFiles } = await loader(limits).loadFiles([zip], signal);
    expect(benchmark !== undefined || problems.length > 0).toBe(true);
    for (const { message } of problems) expect(message).toMatch(SENTENCE);
    expect(videoFiles.reduce((sum, { blob }) => sum + blob.size, 0)).toBeLessThan(limits.unpackedBytes + bytes.length);
  });
});

const segment = fc.oneof(
  fc.constantFrom('..', '.', '', 'C:', '\\', '..\\', '/', 'mcq', 'videos', '~', 'CON', '__proto__', '%2e%2e', '\u202E'),
  fc.string({ maxLength: 6 }),
);
const name = fc
  .tuple(fc.array(segment, { maxLength: 6 }), fc.constantFrom('/', '\\'), fc.constantFrom('.json', '.mp4', '.py', ''))
  .map(([segments, slash, end]) => `${segments.join(slash)}x${end}`);

test('names that lead out of the archive lead nowhere', async () => {
  await forCases(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), async (names) => {
    const zip = picked('names.zip', rawZip(names.map(emptyEntry)));
    const { problems, videoFiles } = await loader().loadFiles([zip], signal);
    for (const { message } of problems) expect(message).toMatch(SENTENCE);
    for (const { path } of videoFiles) {
      expect(path.startsWith('names.zip/')).toBe(true);
      expect(path.slice('names.zip/'.length)).not.toMatch(/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:/i);
    }
  });
});

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `pictures/${at}.png`);

test('ten thousand entries are listed, and one more is refused', async () => {
  const load = (count: number) =>
    loader().loadFiles([picked('many.zip', rawZip(numbered(count).map(emptyEntry)))], signal);
  expect((await load(10_001)).problems).toEqual([
    { file: 'many.zip', message: expect.stringMatching(/more than 10000 entries/) },
  ]);
  const { benchmark, problems } = await load(10_000);
  expect(benchmark).toBeUndefined();
  expect(problems.map(({ message }) => message).join()).not.toMatch(/entries/);
});

/** The files of a small benchmark, stored as they are. */
const honest = smallBenchmark().map(({ path, text }) => storedText(path, text));

const bomb = fc.record({
  megabytes: fc.integer({ min: 2, max: 32 }),
  end: fc.constantFrom('json', 'mp4', 'py'),
  /** What it says of its size where it says less than the truth, up to which it may be unpacked. */
  claimed: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
});

test('bombs among the entries are left out, whatever they are called, however large and whatever they say of themselves', async () => {
  await forCases(fc.array(bomb, { minLength: 1, maxLength: 3 }), async (bombs) => {
    const hostile = bombs.map(({ megabytes, end, claimed }, at) => ({
      path: end === 'py' ? `${at}/evaluate_results.py` : `mcq/${at}.${end}`,
      bytes: packedZeros(megabytes),
      method: 8 as const,
      unpackedBytes: claimed ?? megabytes * 1_000_000,
      crc32: 0,
    }));
    const zip = picked('bomb.zip', rawZip([...honest, ...hostile]));
    const { benchmark, problems, videoFiles } = await loader().loadFiles([zip], signal);
    expect(benchmark?.questions).toHaveLength(2);
    expect(videoFiles).toEqual([]);
    expect(problems.map(({ message }) => /swells|damaged/.exec(message)?.[0]).sort()).toEqual(
      [...new Set(bombs.map(({ claimed }) => (claimed === undefined ? 'swells' : 'damaged')))].sort(),
    );
  });
});
