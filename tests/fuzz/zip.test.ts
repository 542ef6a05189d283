import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createBenchmarks, type ZipLimits } from '../../src/benchmark/index.ts';
import { benchmarkEntries, picked, zipOf } from '../browser/benchmark/zips.ts';
import { CASES, forCases, SENTENCE } from './cases.ts';
import { changedBytes } from './mutations.ts';

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
    const zip = picked('names.zip', emptyEntries(names));
    const { problems, videoFiles } = await loader().loadFiles([zip], signal);
    for (const { message } of problems) expect(message).toMatch(SENTENCE);
    for (const { path } of videoFiles) {
      expect(path.startsWith('names.zip/')).toBe(true);
      expect(path.slice('names.zip/'.length)).not.toMatch(/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:/i);
    }
  });
});

/** An archive of empty entries, by its own bytes: the library that writes others would take minutes, and refuses names. */
function emptyEntries(names: readonly string[]): Blob {
  const central: Uint8Array<ArrayBuffer>[] = [];
  const local: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const name of names) {
    const path = new TextEncoder().encode(name);
    const head = new Uint8Array(30 + path.length);
    const entry = new Uint8Array(46 + path.length);
    new DataView(head.buffer).setUint32(0, 0x0403_4b50, true);
    new DataView(head.buffer).setUint16(26, path.length, true);
    head.set(path, 30);
    const view = new DataView(entry.buffer);
    view.setUint32(0, 0x0201_4b50, true);
    // Names are UTF-8.
    view.setUint16(8, 0x0800, true);
    view.setUint16(28, path.length, true);
    view.setUint32(42, offset, true);
    entry.set(path, 46);
    local.push(head);
    central.push(entry);
    offset += head.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x0605_4b50, true);
  view.setUint16(8, names.length, true);
  view.setUint16(10, names.length, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Blob([...local, ...central, end]);
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `pictures/${at}.png`);

test('ten thousand entries are listed, and one more is refused', async () => {
  const load = (count: number) => loader().loadFiles([picked('many.zip', emptyEntries(numbered(count)))], signal);
  expect((await load(10_001)).problems).toEqual([
    { file: 'many.zip', message: expect.stringMatching(/more than 10000 entries/) },
  ]);
  const { benchmark, problems } = await load(10_000);
  expect(benchmark).toBeUndefined();
  expect(problems.map(({ message }) => message).join()).not.toMatch(/entries/);
});

test('a bomb among the entries is left out, whatever it is called and however large', async () => {
  const hostile = fc.record({ megabytes: fc.integer({ min: 2, max: 8 }), end: fc.constantFrom('json', 'mp4', 'py') });
  await forCases(
    hostile,
    async ({ megabytes, end }) => {
      const bomb = { path: `mcq/bomb.${end}`, content: new Uint8Array(megabytes * 1_000_000) };
      const zip = await zipOf([
        ...benchmarkEntries(''),
        end === 'py' ? { ...bomb, path: 'evaluate_results.py' } : bomb,
      ]);
      const { benchmark, problems, videoFiles } = await loader().loadFiles([picked('bomb.zip', zip)], signal);
      expect(benchmark?.questions).toHaveLength(2);
      expect(videoFiles).toEqual([]);
      expect(problems).toEqual([{ file: 'bomb.zip', message: expect.stringMatching(/swells/) }]);
    },
    Math.ceil(CASES / 50),
  );
});
