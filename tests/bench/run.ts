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
  /**
   * Runs it three times: on a page that has just opened, on one that was warmed up as the setup page is while a reader
   * chooses, and once more when every clip is there already.
   */
  readonly again?: boolean;
}

type Clips = 'cut, cold page' | 'cut, warm page' | 'cached';

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

/** A page with the benchmark open in it. */
async function openPage({ benchmark }: Case, folder: string | undefined): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'sonoscore' in window);
  if (benchmark === 'sample') await page.evaluate(() => window.sonoscore.openSample());
  else {
    await page.locator('[data-automation=folder]').setInputFiles(folder ?? '');
    await page.evaluate(() => window.sonoscore.openFiles(window.sonoscore.takeFiles()));
  }
  return page;
}

/** Milliseconds from a reply to the call that takes its place, for calls that take the same time each. */
function gapsMs(askedAt: readonly number[], latencyMs: number): readonly number[] {
  return askedAt
    .slice(CALLS_AT_ONCE)
    .map((at, index) => at - ((askedAt[index] ?? Number.NaN) + latencyMs))
    .sort((a, b) => a - b);
}

async function measure(wanted: Case): Promise<void> {
  const { name, condition, limit, epochs, latencyMs, again } = wanted;
  let askedAt: number[] = [];
  const server = await startStandInModel({
    answer: () => {
      askedAt.push(performance.now());
      return { kind: 'text', text: 'Answer: B', delayMs: latencyMs };
    },
  });
  const folder = wanted.benchmark === 'real' ? await realFolder() : undefined;
  let page = await openPage(wanted, folder);
  const states: readonly Clips[] = again === true ? ['cut, cold page', 'cut, warm page', 'cached'] : ['cut, cold page'];
  for (const clips of states) {
    const config = {
      model: {
        kind: 'provider',
        provider: 'openai-compatible',
        baseUrl: server.baseUrl,
        modelId: 'stand-in',
        parameters: {},
      },
      condition,
      limit,
      epochs,
      freshAnswers: true,
    } as const;
    let warmUpSeconds: number | undefined;
    if (clips === 'cut, warm page') {
      await page.close();
      page = await openPage(wanted, folder);
      const started = performance.now();
      await page.evaluate((chosen) => window.sonoscore.warmUp(chosen), config);
      warmUpSeconds = Number(((performance.now() - started) / 1000).toFixed(2));
    }
    const session = await page.context().newCDPSession(page);
    const heapBefore = await heapMegabytes(page, session);
    askedAt = [];
    const started = performance.now();
    const runId = await page.evaluate((chosen) => window.sonoscore.start(chosen, { key: undefined }), config);
    let heapPeak = 0;
    for (let round = 0; ; round += 1) {
      if (!(await page.evaluate(async (id) => (await window.sonoscore.situation(id)).active, runId))) break;
      if (round % 8 === 0) heapPeak = Math.max(heapPeak, await heapMegabytes(page));
      await page.waitForTimeout(condition === 'video' ? 50 : 250);
    }
    const wallMs = performance.now() - started;
    const calls = askedAt.length;
    const idealMs = Math.ceil(calls / CALLS_AT_ONCE) * latencyMs;
    const gaps = gapsMs(askedAt, latencyMs);
    console.log(
      JSON.stringify({
        bench: 'run',
        case: name,
        ...(condition === 'video' ? { clips } : {}),
        calls,
        latencyMs,
        warmUpSeconds,
        firstCallSeconds: Number((((askedAt[0] ?? Number.NaN) - started) / 1000).toFixed(2)),
        wallSeconds: Number((wallMs / 1000).toFixed(2)),
        ratioToIdeal: Number((wallMs / idealMs).toFixed(3)),
        overheadMsPerQuestion: Number(((wallMs - idealMs) / calls).toFixed(2)),
        replyToNextAskMs: {
          median: Math.round(gaps[Math.floor(gaps.length / 2)] ?? Number.NaN),
          largest: Math.round(gaps.at(-1) ?? Number.NaN),
        },
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
