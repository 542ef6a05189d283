import { expect, test } from 'vitest';

import { SonoscoreError, type BenchmarkStore } from '../../../src/app/index.ts';
import { createBenchmarks } from '../../../src/benchmark/index.ts';
import { aBenchmark } from '../../unit/builders.ts';
import { smallBenchmark } from '../../unit/benchmark/small-benchmark.ts';

const never = new AbortController().signal;

/** A site that serves a small benchmark as its sample, and nothing else. */
function siteWith(extra: Readonly<Record<string, string>> = {}) {
  const files = smallBenchmark();
  const listed = [...files.map(({ path }) => path), 'videos/a b.mp4'];
  const contents = new Map<string, string>([
    ['index.json', JSON.stringify({ formatVersion: 1, files: listed })],
    ['videos/a b.mp4', 'bytes of a clip'],
    ...files.map(({ path, text }): [string, string] => [path, text]),
    ...Object.entries(extra),
  ]);
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(url);
    const content = contents.get(decodeURIComponent(url.replace('https://site.example/app/sample/', '')));
    return Promise.resolve(new Response(content ?? 'not found', { status: content === undefined ? 404 : 200 }));
  };
  return { fetch, asked };
}

const kept: string[] = [];
const store: BenchmarkStore = {
  keep: ({ name }) => Promise.resolve(void kept.push(name)),
  kept: (digest) => Promise.resolve(digest === 'known' ? aBenchmark() : undefined),
  listKept: () =>
    Promise.resolve(kept.map((name) => ({ digest: 'known', name, origin: { kind: 'sample' }, keptQuestions: 0 }))),
  forget: (digest) => Promise.resolve(void kept.splice(0, digest === 'known' ? 1 : 0)),
};

function over(fetch: typeof globalThis.fetch) {
  return createBenchmarks({ fetch, sampleBaseUrl: 'https://site.example/app/index.html#/start', store });
}

test('the sample is what its index lists, videos included', async () => {
  const { fetch, asked } = siteWith();
  const { benchmark, problems, videoFiles } = await over(fetch).loadSample(never);
  expect(problems).toEqual([]);
  expect(benchmark?.origin).toEqual({ kind: 'sample' });
  expect(benchmark?.questions).toHaveLength(2);
  expect(await Promise.all(videoFiles.map(async ({ path, blob }) => [path, await blob.text()]))).toEqual([
    ['videos/a b.mp4', 'bytes of a clip'],
  ]);
  expect(asked[0]).toBe('https://site.example/app/sample/index.json');
  expect(asked).toContain('https://site.example/app/sample/videos/a%20b.mp4');
});

test.each([
  ['nothing', 'index.json', 'gone'],
  ['no list', 'index.json', '{"formatVersion": 1}'],
  ['another version', 'index.json', '{"formatVersion": 2, "files": ["a.json"]}'],
  ['a path that climbs', 'index.json', '{"formatVersion": 1, "files": ["../a.json"]}'],
  ['a file that is not there', 'index.json', '{"formatVersion": 1, "files": ["a.json"]}'],
])('an index with %s is an error in one sentence', async (_, path, content) => {
  const loading = over(siteWith({ [path]: content }).fetch).loadSample(never);
  await expect(loading).rejects.toBeInstanceOf(SonoscoreError);
  await expect(loading).rejects.toThrow(/The sample's file .*try again\.$/);
});

test('a video that does not come is a problem, the questions stay', async () => {
  const files = [...smallBenchmark().map(({ path }) => path), 'videos/gone.mp4'];
  const { fetch } = siteWith({ 'index.json': JSON.stringify({ formatVersion: 1, files }) });
  const { benchmark, problems, videoFiles } = await over(fetch).loadSample(never);
  expect(benchmark?.questions).toHaveLength(2);
  expect(videoFiles).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('videos/gone.mp4')]);
});

test('an aborted load is no failure', async () => {
  const controller = new AbortController();
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  const loading = over(fetch).loadSample(controller.signal);
  controller.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});

test('what is kept goes to the store and comes from there', async () => {
  const benchmarks = over(siteWith().fetch);
  await benchmarks.keep(aBenchmark([], { name: 'mine' }));
  expect((await benchmarks.listKept()).map(({ name }) => name)).toEqual(['mine']);
  expect((await benchmarks.kept('known'))?.name).toBe('A benchmark for tests');
  expect(await benchmarks.kept('unknown')).toBeUndefined();
  await benchmarks.forget('known');
  expect(await benchmarks.listKept()).toEqual([]);
});
