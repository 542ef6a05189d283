import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { BenchmarkStore, FetchProgress } from '../../../src/app/index.ts';
import { createBenchmarks, type ZipLimits } from '../../../src/benchmark/index.ts';
import { filesOfInput } from '../../../src/ui/state/picked-files.ts';
import { smallBenchmark } from '../../unit/benchmark/small-benchmark.ts';
import { benchmarkEntries, picked, zipOf } from './zips.ts';

const never = new AbortController().signal;
const noStore: BenchmarkStore = {
  keep: () => Promise.resolve(),
  kept: () => Promise.resolve(undefined),
  listKept: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};

function benchmarks(zipLimits?: ZipLimits) {
  return createBenchmarks({
    fetch: globalThis.fetch.bind(globalThis),
    sampleBaseUrl: document.baseURI,
    store: noStore,
    ...(zipLimits === undefined ? {} : { zipLimits }),
  });
}

const { loadFiles } = benchmarks();

test('a folder that is picked gives its benchmark and its videos', async () => {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  document.body.append(input);
  await userEvent.upload(input, 'tests/fixtures/small-benchmark');
  const files = filesOfInput(input);
  input.remove();
  const { benchmark, problems, videoFiles } = await loadFiles(files, never);
  expect(problems).toEqual([]);
  expect(benchmark?.name).toBe('small-benchmark');
  expect(benchmark?.origin).toEqual({ kind: 'folder', name: 'small-benchmark' });
  expect(benchmark?.questions.map(({ id, keep }) => [id, keep])).toEqual([
    ['mcq/knee/1', true],
    ['mcq/knee/2', false],
    ['free/knee/1', true],
  ]);
  expect(videoFiles.map(({ path }) => path)).toEqual(['small-benchmark/videos/knee.mp4']);
});

test('a zip archive at an address is fetched, with its progress, and named without what may be secret', async () => {
  const zip = await zipOf(benchmarkEntries());
  const asked: unknown[] = [];
  const { loadAddress } = createBenchmarks({
    fetch: (url) => {
      asked.push(url);
      return Promise.resolve(new Response(zip, { headers: { 'content-length': String(zip.size) } }));
    },
    sampleBaseUrl: document.baseURI,
    store: noStore,
  });
  const told: FetchProgress[] = [];
  const address = 'https://videos.example.org/packs/knee.zip?token=secret';
  const { benchmark, problems } = await loadAddress(address, never, (progress) => told.push(progress));
  expect(asked).toEqual([address]);
  expect(problems).toEqual([]);
  expect(benchmark?.origin).toEqual({ kind: 'zip', name: 'knee.zip' });
  expect(told.at(-1)).toMatchObject({ bytes: zip.size, totalBytes: zip.size });
  for (const wrong of ['knee.zip', 'http://videos.example.org/knee.zip', 'owner/name', 'https://github.com/owner/name'])
    await expect(async () => loadAddress(wrong, never, () => undefined)).rejects.toMatchObject({ kind: 'bad-request' });
});

describe('a zip archive', () => {
  test('gives the same benchmark as its files', async () => {
    const zip = picked('downloads.zip', await zipOf(benchmarkEntries()));
    const fromZip = await loadFiles([zip], never);
    const loose = smallBenchmark().map(({ path, text }) =>
      picked(path.split('/').slice(-2).join('/'), new Blob([text])),
    );
    const fromFiles = await loadFiles(loose, never);
    expect(fromZip.problems).toEqual([]);
    expect(fromZip.benchmark?.origin).toEqual({ kind: 'zip', name: 'downloads.zip' });
    expect(fromZip.benchmark?.digest).toBe(fromFiles.benchmark?.digest);
    expect(fromZip.benchmark?.questions).toEqual(fromFiles.benchmark?.questions);
  });

  test('gives its videos, stored or packed, byte for byte', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(50_000));
    const zip = await zipOf([
      ...benchmarkEntries(),
      { path: 'videos/stored.mp4', content: bytes, stored: true },
      { path: 'videos/packed.MP4', content: bytes },
      { path: '__MACOSX/videos/._stored.mp4', content: 'x' },
    ]);
    const { videoFiles, problems } = await loadFiles([picked('all.zip', zip)], never);
    expect(problems).toEqual([]);
    expect(videoFiles.map(({ path }) => path)).toEqual(['all.zip/videos/stored.mp4', 'all.zip/videos/packed.MP4']);
    for (const { blob } of videoFiles) expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
  });

  test('may lie beside other files', async () => {
    const [mcq, ...rest] = benchmarkEntries('');
    const loose = picked(mcq!.path, new Blob([String(mcq!.content)]));
    const { benchmark, problems } = await loadFiles([picked('rest.zip', await zipOf(rest)), loose], never);
    expect(problems).toEqual([]);
    expect(benchmark?.questions).toHaveLength(2);
  });

  test.each([
    ['in the middle', (size: number) => size / 2],
    ['just before its end', (size: number) => size - 5],
    ['after its first bytes', () => 10],
  ])('cut short %s gets one sentence', async (_, end) => {
    const whole = await zipOf(benchmarkEntries());
    const { benchmark, problems } = await loadFiles([picked('cut.zip', whole.slice(0, end(whole.size)))], never);
    expect(benchmark).toBeUndefined();
    expect(problems).toEqual([{ file: 'cut.zip', message: expect.stringMatching(/cut short or damaged: .*again\.$/) }]);
  });

  test('with a damaged entry loads the rest', async () => {
    const bytes = new Uint8Array(await (await zipOf(benchmarkEntries())).arrayBuffer());
    // The first entry's packed bytes begin after its header and name.
    bytes.fill(0xff, 100, 160);
    const { benchmark, problems } = await loadFiles([picked('bad.zip', new Blob([bytes]))], never);
    expect(problems).toEqual([
      {
        file: 'bad.zip',
        message: expect.stringMatching(
          /"repository-main\/benchmark_questions\/mcq\/groin.json" is cut short or damaged/,
        ),
      },
    ]);
    expect(benchmark?.questions.map(({ id }) => id)).toEqual(['free/groin/1']);
  });

  test('that is none gets one sentence', async () => {
    const { benchmark, problems } = await loadFiles([picked('page.zip', new Blob(['<html></html>']))], never);
    expect(benchmark).toBeUndefined();
    expect(problems).toEqual([{ file: 'page.zip', message: expect.stringMatching(/^No zip archive/) }]);
  });

  test('with a password gets one sentence, however many files it has', async () => {
    const zip = await zipOf(benchmarkEntries().map((entry) => ({ ...entry, password: 'secret' })));
    const { benchmark, problems } = await loadFiles([picked('locked.zip', zip)], never);
    expect(benchmark).toBeUndefined();
    expect(problems).toEqual([
      { file: 'locked.zip', message: expect.stringMatching(/and 2 more.*protected by a password/) },
    ]);
  });

  test.each([
    '../mcq/groin.json',
    '/etc/mcq/groin.json',
    'a/../../mcq/groin.json',
    '..\\mcq\\groin.json',
    'C:/mcq/groin.json',
  ])('with the name %s leaves that out and loads the rest', async (path) => {
    const zip = await zipOf([...benchmarkEntries(), { path, content: '[]' }]);
    const { benchmark, problems } = await loadFiles([picked('odd.zip', zip)], never);
    expect(benchmark?.questions).toHaveLength(2);
    expect(problems).toEqual([{ file: 'odd.zip', message: expect.stringMatching(/points outside the archive/) }]);
  });

  test('within an archive is named', async () => {
    const inner = new Uint8Array(await (await zipOf(benchmarkEntries())).arrayBuffer());
    const zip = await zipOf([{ path: 'inner.zip', content: inner }]);
    const { problems } = await loadFiles([picked('outer.zip', zip)], never);
    expect(problems).toEqual([
      { file: 'outer.zip', message: expect.stringMatching(/"inner.zip" is an archive within/) },
    ]);
  });
});

describe('an archive that would fill the memory', () => {
  test('is left out by its ratio', async () => {
    const zip = await zipOf([...benchmarkEntries(), { path: 'mcq/bomb.json', content: new Uint8Array(3_000_000) }]);
    expect(zip.size).toBeLessThan(20_000);
    const { benchmark, problems } = await loadFiles([picked('bomb.zip', zip)], never);
    expect(benchmark?.questions).toHaveLength(2);
    expect(problems).toEqual([{ file: 'bomb.zip', message: expect.stringMatching(/"mcq\/bomb.json" swells/) }]);
  });

  test('is left out by what it says it holds', async () => {
    const limits = { entries: 100, unpackedBytes: 5000, textBytes: 1e6, ratio: 200 };
    const noise = crypto.getRandomValues(new Uint8Array(10_000));
    const zip = await zipOf([
      ...benchmarkEntries(),
      { path: 'a.mp4', content: noise },
      { path: 'b.mp4', content: noise, stored: true },
    ]);
    const { benchmark, problems, videoFiles } = await benchmarks(limits).loadFiles([picked('big.zip', zip)], never);
    expect(benchmark?.questions).toHaveLength(2);
    expect(problems).toEqual([{ file: 'big.zip', message: expect.stringMatching(/"a.mp4" is too much to unpack/) }]);
    // What is stored is read in place.
    expect(videoFiles.map(({ path }) => path)).toEqual(['big.zip/b.mp4']);
  });

  test('is left out by what it gives, when it says less', async () => {
    const zip = new Uint8Array(
      await (
        await zipOf([...benchmarkEntries(), { path: 'mcq/liar.json', content: 'x'.repeat(50_000) }])
      ).arrayBuffer(),
    );
    const view = new DataView(zip.buffer);
    for (let position = 0; position + 46 < zip.length; position += 1) {
      // Both the local and the central header of the entry say 50,000; let them say 500.
      for (const [signature, offset] of [
        [0x04034b50, 22],
        [0x02014b50, 24],
      ] as const) {
        if (view.getUint32(position, true) === signature && view.getUint32(position + offset, true) === 50_000)
          view.setUint32(position + offset, 500, true);
      }
    }
    const { benchmark, problems } = await loadFiles([picked('liar.zip', new Blob([zip]))], never);
    expect(benchmark?.questions).toHaveLength(2);
    expect(problems).toEqual([
      { file: 'liar.zip', message: expect.stringMatching(/"mcq\/liar.json" is cut short or damaged/) },
    ]);
  });

  test('is left out by its number of entries', async () => {
    const limits = { entries: 2, unpackedBytes: 1e9, textBytes: 1e6, ratio: 200 };
    const { problems } = await benchmarks(limits).loadFiles(
      [picked('many.zip', await zipOf(benchmarkEntries()))],
      never,
    );
    expect(problems).toEqual([{ file: 'many.zip', message: expect.stringMatching(/more than 2 entries/) }]);
  });
});

test('loading ends when it is told to', async () => {
  const controller = new AbortController();
  const zip = picked('downloads.zip', await zipOf(benchmarkEntries()));
  const loading = loadFiles([zip], controller.signal);
  controller.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});

test('prompt files that are not the published ones are named, and the questions load', async () => {
  const names = ['inference_qa_youtube.py', 'inference_qa_check.py', 'evaluate_results.py'];
  const scripts = names.map((name) => picked(`repository/${name}`, new Blob(['SYSTEM_PROMPT_VIDEO = """Look."""'])));
  const files = smallBenchmark().map(({ path, text }) => picked(`repository/${path}`, new Blob([text])));
  const { benchmark, problems, referencePrompts } = await loadFiles([...files, ...scripts], never);
  expect(benchmark?.questions).toHaveLength(2);
  expect(referencePrompts).toBeUndefined();
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toMatch(/use the sonoscore protocol/);
});
