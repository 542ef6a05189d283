// `npm run bench -- media [ENGINE…]`: the same windows by native ffmpeg, by one and several ffmpeg.wasm, and by the browser's codecs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';

import { findBrowser } from '../../scripts/browser-path.mjs';
import type { ClipSpec } from '../../src/app/index.ts';
import { cutNatively, framesWritten, makeLoop, nativeFfmpeg, psnrOf, repeatLoop } from './media/native.ts';
import type { EngineName, Round } from './media/page.ts';
import { drawWindows } from './media/windows.ts';

const ALL_ENGINES: readonly EngineName[] = ['webcodecs', 'auto', 'ffmpeg-n', 'ffmpeg-1'];
const named = process.argv.slice(2);
const ENGINES = ALL_ENGINES.filter((engine) => named.length === 0 || named.includes(engine));
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
const WINDOWS = 10;
const SOURCE_SECONDS = 120;

const root = path.resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-bench-'));
const server = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  cacheDir: path.join(folder, 'vite'),
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1', watch: null, hmr: false },
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
  const loop = path.join(folder, 'loop-5.mp4');
  const source = path.join(folder, 'source.mp4');
  await makeLoop(loop, 5);
  await repeatLoop(loop, source, SOURCE_SECONDS);
  const specs = await drawWindows(path.resolve(root, '../shared/benchmark'), WINDOWS, SOURCE_SECONDS);
  const clipFile = (engine: string, index: number) => path.join(folder, `${engine}-${index}.mp4`);
  await page.setInputFiles('#source', source);
  // The middle one by length stands for a first clip.
  const [first] = [...specs].sort((a, b) => a.durationSeconds - b.durationSeconds).slice(WINDOWS / 2);
  if (first === undefined) throw new Error('no windows were drawn');
  // Whatever is fetched once per visit is fetched now.
  for (const engine of ENGINES) await cut(page, engine, [first]);
  const rounds = new Map<EngineName, Round[]>();
  const firstSeconds = new Map<EngineName, number[]>();
  const nativeSeconds: number[] = [];
  const nativeFirstSeconds: number[] = [];
  let nativeFrames: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ran = [];
    for (const [index, spec] of specs.entries()) ran.push(await cutNatively(source, spec, clipFile('native', index)));
    nativeSeconds.push(ran.reduce((sum, one) => sum + (one?.seconds ?? 0), 0));
    nativeFrames = ran.map((one) => (one === undefined ? 0 : framesWritten(one)));
    nativeFirstSeconds.push(ran[specs.indexOf(first)]?.seconds ?? 0);
    for (const engine of ENGINES) {
      const { seconds } = await cut(page, engine, [first]);
      firstSeconds.set(engine, [...(firstSeconds.get(engine) ?? []), seconds]);
      rounds.set(engine, [...(rounds.get(engine) ?? []), await cut(page, engine, specs)]);
    }
  }
  for (const engine of ENGINES)
    for (const [index, clip] of (rounds.get(engine)?.at(-1)?.clips ?? []).entries())
      await writeFile(clipFile(engine, index), Buffer.from(clip, 'base64'));
  const measured = ['native', ...ENGINES];
  const psnrs: (readonly number[])[] = [];
  for (const [index, spec] of specs.entries())
    psnrs.push(
      await psnrOf(
        source,
        spec,
        measured.map((engine) => clipFile(engine, index)),
      ),
    );
  const psnrDecibel = (engine: string) => mean(psnrs.map((row) => row[measured.indexOf(engine)] ?? NaN));
  print({
    engine: 'native',
    windows: specs.length,
    windowSeconds: specs.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    seconds: median(nativeSeconds),
    ratioToNative: 1,
    firstClipSeconds: median(nativeFirstSeconds),
    psnrDecibel: psnrDecibel('native'),
    framesAgree: true,
  });
  for (const engine of ENGINES) {
    const all = rounds.get(engine) ?? [];
    const last = all.at(-1);
    if (last === undefined) continue;
    print({
      engine,
      windows: specs.length,
      seconds: median(all.map(({ seconds }) => seconds)),
      // Of what was measured at nearly the same time, since other work on the machine comes and goes.
      ratioToNative: median(all.map(({ seconds }, round) => seconds / (nativeSeconds[round] ?? NaN))),
      firstClipSeconds: median(firstSeconds.get(engine) ?? []),
      psnrDecibel: psnrDecibel(engine),
      framesAgree: last.frameCounts.every((count, index) => count === nativeFrames[index]),
      cutBy: [...new Set(last.engines)],
      megabytes: last.clips.reduce((sum, clip) => sum + (clip.length * 3) / 4, 0) / 1e6,
    });
  }
}

/** A window of 4 seconds near the end of files that differ only in their length: the cost must not grow with the file. */
async function benchSeeks(page: Page): Promise<void> {
  const loop = path.join(folder, 'loop-10.mp4');
  await makeLoop(loop, 10);
  for (const minutes of [2, 20]) {
    const source = path.join(folder, `long-${minutes}.mp4`);
    await repeatLoop(loop, source, minutes * 60);
    const spec: ClipSpec = { startSeconds: minutes * 60 - 15.5, durationSeconds: 4, roi: undefined };
    await page.setInputFiles('#source', source);
    const native = (await cutNatively(source, spec, path.join(folder, 'seek.mp4')))?.seconds ?? 0;
    for (const engine of ENGINES) {
      const { seconds } = await cut(page, engine, [spec]);
      print({ engine, seek: `4 s near the end of ${minutes} min`, seconds, ratioToNative: seconds / native });
    }
  }
}

function cut(page: Page, engine: EngineName, specs: readonly ClipSpec[]): Promise<Round> {
  return page.evaluate(([name, windows]) => window.cutAll(name, windows), [engine, specs] as const);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
