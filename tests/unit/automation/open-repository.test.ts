import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { type Automation, createAutomation, createRuns, type SourceLibrary } from '../../../src/app/index.ts';
import { createBenchmarks, createRepository } from '../../../src/benchmark/index.ts';
import type { Benchmark } from '../../../src/domain/benchmark/index.ts';
import { createRunExchange } from '../../../src/share/index.ts';
import { type FileServer, type FileServerOptions, startFileServer } from '../../servers/file-server.ts';
import { MemoryAudits, aWorld } from '../run/memory-ports.ts';
import { answering } from '../run/running.ts';
import { sharedIsMissing } from '../shared-files.ts';

const shared = path.resolve(import.meta.dirname, '../../../../shared');
const servers: FileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: FileServerOptions): Promise<FileServer> {
  const server = await startFileServer(options);
  servers.push(server);
  return server;
}

/** The surface over the real repository, benchmarks and exchange, with what it keeps in memory. */
function surface(): Automation {
  const world = aWorld(answering(() => Promise.reject(new Error('never asked'))));
  const kept = new Map<string, Benchmark>();
  const sources: SourceLibrary = {
    attach: () => Promise.resolve({ matched: [], unmatched: [], problems: [] }),
    attachTo: () => Promise.resolve([]),
    available: () => new Set(),
  };
  let ids = 0;
  return createAutomation({
    benchmarks: createBenchmarks({
      fetch,
      sampleBaseUrl: 'http://127.0.0.1:9/',
      store: {
        keep: async (benchmark) => void kept.set(benchmark.digest, benchmark),
        kept: async (digest) => kept.get(digest),
        listKept: async () => [],
        forget: async (digest) => void kept.delete(digest),
      },
    }),
    repository: createRepository({ fetch, waitMs: 1 }),
    sources,
    runs: createRuns(world.ports),
    exchange: createRunExchange({
      store: world.store,
      audits: new MemoryAudits(),
      readBatch: () => Promise.resolve({ runs: [], problems: [] }),
      newId: () => `imported-${(ids += 1)}`,
      now: () => new Date('2026-01-01T00:00:00.000Z'),
      readTexts: async (files) => ({
        texts: await Promise.all(files.map(async (file) => ({ path: file.path, text: await file.blob.text() }))),
        problems: [],
      }),
    }),
  });
}

/** Where what lies in ../shared lies in the repository. */
function published(name: string): Uint8Array | undefined {
  const local = name
    .replace(/^(?=benchmark_questions\/|video_metadata_new)/, 'benchmark/')
    .replace(/^qwen_result\/scores_(mcq|free)2\//, 'published/qwen3.5-397b/$1/');
  const file = path.join(shared, local);
  return local !== name && existsSync(file) ? readFileSync(file) : undefined;
}

test.skipIf(sharedIsMissing)(
  'a script opens the public repository from a mirror of its own, takes published results in, and does without the mirror then',
  async () => {
    const mirror = await serve({ files: published });
    const page = surface();
    const mirrors = [mirror.url];
    const opened = await page.openRepository({ mirrors });
    expect(opened).toMatchObject({ name: 'ReXSonoVQA', keptQuestions: 514, videos: 47, sourceVideos: 35 });
    // The scripts with the prompts are not in ../shared: that is told, and hinders nobody.
    expect(opened.problems.map(({ message }) => message)).toEqual([expect.stringMatching(/prompts are missing/)]);

    await expect(page.importPublished({ models: ['nobody'], mirrors })).rejects.toThrow(/not of “nobody”/);
    const { runIds, problems } = await page.importPublished({ models: ['qwen3.5-397b'], mirrors });
    expect(problems).toEqual([]);
    expect(runIds).toHaveLength(1);
    const { overall } = await page.report(runIds[0] ?? '');
    expect(overall.multipleChoice?.allCounted).toMatchObject({ count: 249, value: expect.closeTo(138 / 249, 9) });

    const before = mirror.asked.filter((asked) => asked.endsWith('.json')).length;
    const address = 'rajpurkarlab/rexsonovqa@c2b931fc7ca3a8cdd08c36d2d45aa421b7568441';
    expect(await page.openRepository({ address, mirrors })).toMatchObject({ digest: opened.digest });
    expect((await page.importPublished({ models: ['qwen3.5-397b'], mirrors })).runIds).toEqual(runIds);
    expect(mirror.asked.filter((asked) => asked.endsWith('.json'))).toHaveLength(before);
  },
  60_000,
);

test('a script is told what it cannot have: files that are not as recorded, results before the benchmark, mirrors of others', async () => {
  const wrong = await serve({ files: () => new TextEncoder().encode('[]') });
  const page = surface();
  await expect(page.openRepository({ mirrors: [wrong.url] })).rejects.toThrow(/^Not as recorded .*\.json/);
  await expect(page.importPublished({ mirrors: [wrong.url] })).rejects.toThrow(/Open the benchmark/);
  await expect(page.openRepository({ address: 'owner/name@main', mirrors: [wrong.url] })).rejects.toThrow(/Mirrors/);
  await expect(page.openRepository({ address: 'owner/name' })).rejects.toThrow(/owner\/name@commit/);
});
