import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { chooseFiles } from '../../../scripts/manifest/choose-files.ts';
import type { FetchProgress, RepositoryOrder } from '../../../src/app/index.ts';
import { createBenchmarks, createRepository } from '../../../src/benchmark/index.ts';
import { FileFetcher, Mirrors } from '../../../src/benchmark/repository/index.ts';
import { type FileServer, type FileServerOptions, startFileServer } from '../../servers/file-server.ts';
import { sharedLines } from '../shared-files.ts';
import { rawChoice, rawFree, rawVideo, smallBenchmark } from './small-benchmark.ts';

const servers: FileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const never = new AbortController().signal;
const fetch = globalThis.fetch.bind(globalThis);

async function serve(options: FileServerOptions): Promise<FileServer> {
  const server = await startFileServer(options);
  servers.push(server);
  return server;
}

/** Names as upstream has them, and worse. */
const NAMES = [
  'questions/A scan of the knee.json',
  'questions/How to look (part 1)..json',
  'questions/What is 100% #1 & more?.json',
  'questions/Über die Leber.json',
  ...Array.from({ length: 16 }, (_, index) => `questions/plain_${index}.json`),
];
const contentOf = (name: string) => new TextEncoder().encode(`["${name}"]`);
const files = (name: string) => (NAMES.includes(name) ? contentOf(name) : undefined);
const LISTED = NAMES.map((name) => ({
  path: name,
  sizeBytes: contentOf(name).length,
  sha256: createHash('sha256').update(contentOf(name)).digest('hex'),
}));

function fetcher(mirrors: readonly FileServer[], held = new Map()) {
  return new FileFetcher({ fetch, waitMs: 1, mirrors: new Mirrors(mirrors.map(({ url }) => url)) }, held);
}

describe('files of a repository', () => {
  test('come whole, six at a time, whatever their names hold', async () => {
    const server = await serve({ files });
    const told: FetchProgress[] = [];
    const { texts, changed } = await fetcher([server]).fetch(LISTED, never, (progress) => told.push(progress));
    expect(texts).toEqual(NAMES.map((name) => ({ path: name, text: `["${name}"]` })));
    expect(changed).toEqual([]);
    expect(server.asked).toContain('questions/How%20to%20look%20(part%201)..json');
    expect(server.asked).toContain('questions/What%20is%20100%25%20%231%20%26%20more%3F.json');
    expect(server.mostAtOnce()).toBeLessThanOrEqual(6);
    expect(told[0]).toMatchObject({ files: 0, totalFiles: 20, bytes: 0 });
    const last = told.at(-1);
    expect(last).toMatchObject({ files: 20, bytes: last?.totalBytes });
  });

  test('come in spite of errors, cut bodies and wrong bytes, from the second mirror where the first has none', async () => {
    const faults = ['status-500', 'cut', 'wrong', 'status-404'] as const;
    const flaky = await serve({
      files,
      fault: (name, tries) => (tries === 0 ? faults[NAMES.indexOf(name) % 5] : undefined),
    });
    const alone = await fetcher([flaky]).fetch(LISTED, never, () => undefined);
    expect(alone.texts).toHaveLength(20);
    expect(alone.changed).toEqual([]);

    const broken = await serve({ files, fault: (name) => faults[NAMES.indexOf(name) % 4] });
    const sound = await serve({ files });
    const both = await fetcher([broken, sound]).fetch(LISTED, never, () => undefined);
    expect(both).toEqual(alone);
    // What never answers is asked last after a while.
    const dead = await serve({ files, fault: () => 'status-500' });
    await fetcher([dead, sound]).fetch(LISTED, never, () => undefined);
    expect(dead.asked.length).toBeLessThan(12);
  });

  test('that every mirror gives otherwise than recorded are named, and held for a reader who wants them', async () => {
    const wrong = NAMES[3] ?? '';
    const mirrors = [
      await serve({ files, fault: (name) => (name === wrong ? 'wrong' : undefined) }),
      await serve({ files, fault: (name) => (name === wrong ? 'wrong' : undefined) }),
    ];
    const held = new Map();
    const { texts, changed } = await fetcher(mirrors, held).fetch(LISTED, never, () => undefined);
    expect(changed).toEqual([wrong]);
    expect(texts).toHaveLength(20);
    const before = mirrors.map(({ asked }) => asked.length);
    await fetcher(mirrors, held).fetch(LISTED, never, () => undefined);
    expect(mirrors.map(({ asked }) => asked.length)).toEqual(before);
  });

  test('that no mirror gives end the load with a name, and a second try goes on from there', async () => {
    let isMended = false;
    const gone = NAMES[10] ?? '';
    const server = await serve({ files, fault: (name) => (name === gone && !isMended ? 'status-404' : undefined) });
    const held = new Map();
    const failing = fetcher([server], held).fetch(LISTED, never, () => undefined);
    await expect(failing).rejects.toMatchObject({
      kind: 'network-or-cors',
      message: expect.stringMatching(/plain_6\.json.*\(status 404\)/),
    });
    isMended = true;
    const came = LISTED.filter(({ sha256 }) => held.has(sha256)).map(({ path: name }) => name);
    expect(came.length).toBeGreaterThan(0);
    const before = server.asked.length;
    const { texts } = await fetcher([server], held).fetch(LISTED, never, () => undefined);
    expect(texts).toHaveLength(20);
    const again = server.asked.slice(before).map(decodeURIComponent);
    expect(again.filter((name) => came.includes(name))).toEqual([]);
  });

  test('stop coming on cancel', async () => {
    const server = await serve({ files, fault: () => 'hang' });
    const controller = new AbortController();
    const loading = fetcher([server]).fetch(LISTED, controller.signal, () => undefined);
    await expect.poll(() => server.asked.length).toBe(6);
    controller.abort();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.asked).toHaveLength(6);
  });
});

describe('any other repository', () => {
  const small = smallBenchmark();
  /** A listing beside the files, and files that a benchmark does not want. */
  async function hosted(over: { readonly listing?: string; readonly fault?: FileServerOptions['fault'] } = {}) {
    const files = new Map(small.map(({ path: name, text }) => [name, new TextEncoder().encode(text)]));
    files.set('results/mcq/pred_x.json', new TextEncoder().encode('[]'));
    const listing = {
      files: [...files].map(([name, bytes]) => ({
        name: `/${name}`,
        hash: createHash('sha256').update(bytes).digest('base64'),
        size: bytes.length,
      })),
    };
    const list = over.listing ?? JSON.stringify(listing);
    const server = await serve({
      files: (name) =>
        name.startsWith('list/') ? new TextEncoder().encode(list) : files.get(name.slice('at/'.length)),
      ...(over.fault === undefined ? {} : { fault: over.fault }),
    });
    const benchmarks = createBenchmarks({
      fetch,
      sampleBaseUrl: server.url,
      store: { keep: async () => {}, kept: async () => undefined, listKept: async () => [], forget: async () => {} },
      codeHosts: { listing: `${server.url}list/`, mirrors: () => [`${server.url}at/`] },
    });
    return { server, load: (address: string) => benchmarks.loadAddress(address, never, () => undefined) };
  }

  test('loads by its name and commit, from what its listing says', async () => {
    const { server, load } = await hosted();
    const { benchmark, problems } = await load('owner/own-benchmark@0123abc');
    expect(problems).toEqual([]);
    expect(benchmark).toMatchObject({
      name: 'own-benchmark',
      origin: { kind: 'repository', repository: 'owner/own-benchmark', commit: '0123abc' },
    });
    expect(benchmark?.questions.length).toBeGreaterThan(0);
    expect(server.asked[0]).toBe('list/owner/own-benchmark%400123abc?structure=flat');
    expect(server.asked.some((name) => name.includes('pred_'))).toBe(false);
    const same = await load('https://github.com/owner/own-benchmark/tree/0123abc');
    expect(same.benchmark?.digest).toBe(benchmark?.digest);
  });

  test('says in words what cannot be had', async () => {
    const changed = await hosted({ fault: (name) => (name.startsWith('at/') ? 'wrong' : undefined) });
    await expect(changed.load('owner/name@main')).rejects.toThrow(/not as listed .* name a commit/);
    const empty = await hosted({ listing: '{"files":[]}' });
    await expect(empty.load('owner/name@main')).rejects.toThrow(/holds no benchmark_questions/);
    const none = await hosted({ fault: () => 'status-404' });
    await expect(none.load('owner/name@main')).rejects.toThrow(/status 404/);
  });
});

describe('the public repository', () => {
  const listed = (part: string) =>
    readFileSync(path.resolve(import.meta.dirname, `../../../src/benchmark/repository/${part}.tsv`), 'utf8');

  /** A benchmark of one's own at the repository's paths: nothing of it is as recorded. */
  async function ownBenchmark(): Promise<RepositoryOrder> {
    const keys = [...listed('questions').matchAll(/^benchmark_questions\/mcq\/(.+)\.json\t/gm)].map(([, key]) => key);
    const contentOf = (name: string) => {
      if (name.includes('/mcq/')) return [rawChoice()];
      return name.includes('/free/') ? [rawFree()] : Object.fromEntries(keys.map((key) => [key, rawVideo()]));
    };
    const server = await serve({ files: (name) => new TextEncoder().encode(JSON.stringify(contentOf(name))) });
    return { mirrors: [server.url] };
  }

  test('is refused where its files are not as recorded, unless the reader wants them', async () => {
    const repository = createRepository({ fetch, waitMs: 1 });
    const order = await ownBenchmark();
    const refused = await repository.loadQuestions(order, never, () => undefined);
    expect(refused.kind === 'changed' ? refused.files : []).toHaveLength(95);
    const taken = await repository.loadQuestions({ ...order, acceptChanged: true }, never, () => undefined);
    if (taken.kind !== 'loaded') throw new Error('not taken');
    const { benchmark, problems } = taken.value;
    expect(benchmark?.origin).toMatchObject({ kind: 'repository', repository: repository.repository });
    expect(benchmark?.questions).toHaveLength(94);
    expect(benchmark?.digest).not.toBe(repository.digest);
    expect(problems.filter(({ message }) => message.includes('as you said'))).toHaveLength(95);
    // Prompts that differ are no reference, whoever wants them.
    if (benchmark === undefined) throw new Error('no benchmark');
    const prompts = await repository.addPrompts(benchmark, { ...order, acceptChanged: true }, never);
    expect(prompts.kind === 'changed' ? prompts.files : []).toHaveLength(3);
  });

  test.skipIf(sharedLines('upstream-manifest.tsv') === undefined)('is listed as it is', () => {
    const manifest = (sharedLines('upstream-manifest.tsv') ?? []).join('\n');
    for (const part of ['questions', 'results'] as const) {
      expect(listed(part)).toBe(chooseFiles(manifest, part));
    }
  });
});
