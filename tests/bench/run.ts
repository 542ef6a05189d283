// `npm run bench -- run [CASE…]`: what a run costs beside its calls, with a stand-in model that takes a fixed time.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type CDPSession, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

import { findBrowser } from '../../scripts/browser-path.mjs';
import { root } from '../../scripts/ensure-installed.mjs';
import { parseBenchmark } from '../../src/domain/benchmark/index.ts';
import { startStandInModel } from '../servers/stand-in-model.ts';
import '../e2e/sonoscore-window.ts';

interface Case {
  readonly name: string;
  /** `real`: the published benchmark, with a counter of frames in place of each source video. */
  readonly benchmark: 'sample' | 'real';
  readonly condition: 'text-only' | 'video';
  readonly limit?: number;
  readonly epochs: number;
  readonly latencyMs: number;
  /** Runs it twice: the second time every clip is there already. */
  readonly again?: boolean;
}

const CALLS_AT_ONCE = 4;
const CASES: readonly Case[] = [
  { name: 'text', benchmark: 'sample', condition: 'text-only', epochs: 4, latencyMs: 50 },
  { name: 'sample-clips', benchmark: 'sample', condition: 'video', epochs: 1, latencyMs: 2000, again: true },
  { name: 'real-clips', benchmark: 'real', condition: 'video', limit: 100, epochs: 1, latencyMs: 2000, again: true },
  { name: 'memory', benchmark: 'real', condition: 'text-only', epochs: 4, latencyMs: 10 },
  { name: 'memory-clips', benchmark: 'real', condition: 'video', limit: 100, epochs: 4, latencyMs: 10 },
];

const wanted = process.argv.slice(2);
const shared = path.resolve(root, '../shared/benchmark');
const outDir = `${root}/dist-bench`;
await build({ root, configFile: `${root}/vite.config.ts`, logLevel: 'error', build: { outDir } });
const site = await preview({
  root,
  configFile: false,
  logLevel: 'error',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const address = site.httpServer.address();
if (address === null || typeof address === 'string') throw new Error('The site has no port.');
const { port } = address;
const { path: executablePath, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: [...args, '--enable-precise-memory-info'] });

/** The published benchmark in a folder of its own, and a video that counts its frames for each source video. */
async function realFolder(): Promise<string> {
  const names = (await readdir(shared, { recursive: true })).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => ({ path: name, text: await readFile(path.join(shared, name), 'utf8') })),
  );
  const { benchmark } = await parseBenchmark(
    { name: 'benchmark', origin: { kind: 'folder', name: 'benchmark' }, files },
    (text) => Promise.resolve(String(text.length)),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-bench-'));
  await cp(shared, path.join(folder, 'benchmark'), { recursive: true });
  for (const { key } of benchmark?.sourceVideos ?? []) {
    await copyFile(`${root}/tests/fixtures/frame-counter.mp4`, path.join(folder, `A source video [${key}].mp4`));
  }
  return folder;
}

/** @param session where given, garbage is collected first */
async function heapMegabytes(page: Page, session?: CDPSession): Promise<number> {
  await session?.send('HeapProfiler.collectGarbage');
  return page.evaluate(() =>
    'memory' in performance && performance.memory instanceof Object && 'usedJSHeapSize' in performance.memory
      ? Math.round(Number(performance.memory.usedJSHeapSize) / 1e5) / 10
      : Number.NaN,
  );
}

async function measure({ name, benchmark, condition, limit, epochs, latencyMs, again }: Case): Promise<void> {
  let firstCallAt: number | undefined;
  const server = await startStandInModel({
    answer: () => {
      firstCallAt ??= performance.now();
      return { kind: 'text', text: 'Answer: B', delayMs: latencyMs };
    },
  });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'sonoscore' in window);
  let folder: string | undefined;
  if (benchmark === 'sample') await page.evaluate(() => window.sonoscore.openSample());
  else {
    folder = await realFolder();
    await page.locator('[data-automation=folder]').setInputFiles(folder);
    await page.evaluate(() => window.sonoscore.openFiles(window.sonoscore.takeFiles()));
  }
  for (const clips of again === true ? ['cut', 'cached'] : ['cut']) {
    const callsBefore = server.calls.length;
    const heapBefore = await heapMegabytes(page, session);
    firstCallAt = undefined;
    const started = performance.now();
    const runId = await page.evaluate(
      ([baseUrl, shown, most, times]) =>
        window.sonoscore.start(
          {
            model: { kind: 'provider', provider: 'openai-compatible', baseUrl, modelId: 'stand-in', parameters: {} },
            condition: shown,
            limit: most ?? undefined,
            epochs: times,
            freshAnswers: true,
          },
          { key: undefined },
        ),
      [server.baseUrl, condition, limit ?? null, epochs] as const,
    );
    let heapPeak = 0;
    while (await page.evaluate(async (id) => (await window.sonoscore.situation(id)).active, runId)) {
      heapPeak = Math.max(heapPeak, await heapMegabytes(page));
      await page.waitForTimeout(condition === 'video' ? 250 : 1000);
    }
    const wallMs = performance.now() - started;
    const calls = server.calls.length - callsBefore;
    const idealMs = Math.ceil(calls / CALLS_AT_ONCE) * latencyMs;
    console.log(
      JSON.stringify({
        bench: 'run',
        case: name,
        ...(condition === 'video' ? { clips } : {}),
        calls,
        latencyMs,
        firstCallSeconds: Number((((firstCallAt ?? Number.NaN) - started) / 1000).toFixed(2)),
        wallSeconds: Number((wallMs / 1000).toFixed(2)),
        ratioToIdeal: Number((wallMs / idealMs).toFixed(3)),
        overheadMsPerQuestion: Number(((wallMs - idealMs) / calls).toFixed(2)),
        heapMegabytes: { before: heapBefore, peak: heapPeak, after: await heapMegabytes(page, session) },
      }),
    );
  }
  await page.close();
  await server.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
}

for (const one of CASES) {
  if (wanted.length > 0 && !wanted.includes(one.name)) continue;
  if (one.benchmark === 'real' && !existsSync(shared)) continue;
  await measure(one);
}
await browser.close();
await site.close();
