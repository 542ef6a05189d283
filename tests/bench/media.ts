// `npm run bench -- media`: the same windows by native ffmpeg, by one and several ffmpeg.wasm, and by the browser's codecs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';

import { findBrowser } from '../../scripts/browser-path.mjs';
import type { ClipSpec } from '../../src/app/index.ts';
import { cutNatively, makeSource, nativeFfmpeg, psnrOf } from './media/native.ts';
import type { EngineName, Round } from './media/page.ts';
import { drawWindows } from './media/windows.ts';

const ENGINES: readonly EngineName[] = ['webcodecs', 'auto', 'ffmpeg-n', 'ffmpeg-1'];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
const WINDOWS = 10;

const root = path.resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-bench-'));
const server = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  cacheDir: path.join(folder, 'vite'),
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
  optimizeDeps: { include: ['mediabunny'], entries: ['tests/bench/media/page.html'] },
});
try {
  if ((await nativeFfmpeg(['-version'])) === undefined)
    throw new Error('The source of this bench is made by ffmpeg, which is not installed: install it, then run again.');
  await server.listen();
  const browser = await findBrowser();
  const running = await chromium.launch({ executablePath: browser.path, args: browser.args });
  try {
    const page = await running.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}tests/bench/media/page.html`);
    await page.waitForFunction(() => 'cutAll' in window);
    await benchWindows(page);
    await benchSeeks(page);
  } finally {
    await running.close();
  }
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

/** Ten windows of a 720p source with 5-second groups of pictures, each engine in turn, several times over. */
async function benchWindows(page: Page): Promise<void> {
  const source = path.join(folder, 'source.mp4');
  await makeSource(source, 120, 5);
  const specs = await drawWindows(path.resolve(root, '../shared/benchmark'), WINDOWS, 120);
  await page.setInputFiles('#source', source);
  // Whatever is fetched once per visit is fetched now.
  for (const engine of ENGINES) await cut(page, engine, specs.slice(0, 1));
  const rounds = new Map<EngineName, Round[]>();
  const nativeSeconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let seconds = 0;
    for (const [index, spec] of specs.entries())
      seconds += (await cutNatively(source, spec, path.join(folder, `native-${index}.mp4`)))?.seconds ?? 0;
    nativeSeconds.push(seconds);
    for (const engine of ENGINES) rounds.set(engine, [...(rounds.get(engine) ?? []), await cut(page, engine, specs)]);
  }
  const native = median(nativeSeconds);
  const nativePsnr = await meanPsnr(source, specs, (index) => path.join(folder, `native-${index}.mp4`));
  print({ engine: 'native', windows: specs.length, seconds: native, ratioToNative: 1, psnrDecibel: nativePsnr });
  const exact = rounds.get('ffmpeg-1')?.at(-1);
  for (const engine of ENGINES) {
    const all = rounds.get(engine) ?? [];
    const last = all.at(-1);
    if (last === undefined) continue;
    for (const [index, clip] of last.clips.entries())
      await writeFile(path.join(folder, `${engine}-${index}.mp4`), Buffer.from(clip, 'base64'));
    const seconds = median(all.map((round) => round.seconds));
    print({
      engine,
      windows: specs.length,
      seconds,
      ratioToNative: seconds / native,
      firstClipSeconds: median(all.map((round) => round.firstSeconds)),
      psnrDecibel: await meanPsnr(source, specs, (index) => path.join(folder, `${engine}-${index}.mp4`)),
      framesAgree: last.frameCounts.every((count, index) => count === exact?.frameCounts[index]),
      cutBy: [...new Set(last.engines)],
      megabytes: last.clips.reduce((sum, clip) => sum + (clip.length * 3) / 4, 0) / 1e6,
    });
  }
}

/** A window of 4 seconds at the end of files that differ only in their length: the cost must not grow with the file. */
async function benchSeeks(page: Page): Promise<void> {
  for (const minutes of [2, 20]) {
    const source = path.join(folder, `long-${minutes}.mp4`);
    await makeSource(source, minutes * 60, 10);
    const spec: ClipSpec = { startSeconds: minutes * 60 - 15.5, durationSeconds: 4, roi: undefined };
    await page.setInputFiles('#source', source);
    const native = (await cutNatively(source, spec, path.join(folder, 'seek.mp4')))?.seconds ?? 0;
    for (const engine of ['webcodecs', 'ffmpeg-1'] as const) {
      const { seconds } = await cut(page, engine, [spec]);
      print({ engine, seek: `4 s near the end of ${minutes} min`, seconds, ratioToNative: seconds / native });
    }
  }
}

function cut(page: Page, engine: EngineName, specs: readonly ClipSpec[]): Promise<Round> {
  return page.evaluate(([name, windows]) => window.cutAll(name, windows), [engine, specs] as const);
}

async function meanPsnr(
  source: string,
  specs: readonly ClipSpec[],
  clipOf: (index: number) => string,
): Promise<number | undefined> {
  let sum = 0;
  for (const [index, spec] of specs.entries()) {
    const psnr = await psnrOf(source, spec, clipOf(index));
    if (psnr === undefined) return undefined;
    sum += psnr;
  }
  return sum / specs.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}

function print(result: Readonly<Record<string, unknown>>): void {
  const rounded = Object.entries(result).map(([name, value]) => [
    name,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ]);
  console.log(JSON.stringify({ bench: 'media', ...Object.fromEntries(rounded) }));
}
