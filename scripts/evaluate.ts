// `npm run evaluate -- …`: drives the built page in headless Chromium through `window.sonoscore`. See docs/automation.md.
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

import type { Automation, OpenedBenchmark, PickedFile } from '../src/app/index.ts';
import type { RunConfig } from '../src/domain/run/index.ts';
import { findBrowser } from './browser-path.mjs';
import { root } from './ensure-installed.mjs';
import { EXIT, HELP, mistakeIn, type Orders, parseOrders } from './evaluate/orders.ts';
import { endLines, openedLines } from './evaluate/words.ts';

type Surface = Automation & { takeFiles: () => readonly PickedFile[] };
declare global {
  interface Window {
    sonoscore: Surface;
  }
}

const POLL_MS = 500;

/** Serves the built page at an address that stays the same, so that the profile's database is found again. */
async function serve({ port, page }: Orders): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const outDir = page ?? path.join(root, 'dist');
  const configFile = path.join(root, 'vite.config.ts');
  if (page === undefined) await build({ root, configFile, logLevel: 'error', build: { outDir } });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port, strictPort: true },
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

interface Imported {
  readonly runIds: readonly string[];
  readonly problems: readonly { readonly file: string; readonly message: string }[];
}

/** Puts a file or a folder where the page takes it from. */
async function give(page: Page, what: string): Promise<void> {
  const isFolder = statSync(what).isDirectory();
  await page.locator(`[data-automation=${isFolder ? 'folder' : 'files'}]`).setInputFiles(what);
}

async function giveResults(page: Page, what: string): Promise<Imported> {
  await give(page, what);
  return page.evaluate(() => window.sonoscore.importFiles(window.sonoscore.takeFiles()));
}

function say(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}

async function openBenchmark(page: Page, { benchmark, mirrors, videos }: Orders): Promise<void> {
  let opened: OpenedBenchmark;
  if (benchmark.kind === 'sample') opened = await page.evaluate(() => window.sonoscore.openSample());
  else if (benchmark.kind === 'files') {
    await give(page, benchmark.path);
    opened = await page.evaluate(() => window.sonoscore.openFiles(window.sonoscore.takeFiles()));
  } else {
    const wish = { address: benchmark.address, mirrors };
    opened = await page.evaluate((wanted) => window.sonoscore.openRepository(wanted), wish);
  }
  if (videos !== undefined) {
    await give(page, videos);
    opened = await page.evaluate(() => window.sonoscore.attachFiles(window.sonoscore.takeFiles()));
  }
  say(openedLines(opened));
}

async function follow(page: Page, runId: string): Promise<number> {
  for (;;) {
    const { status, active, done, total, counts } = await page.evaluate((id) => window.sonoscore.situation(id), runId);
    const ended = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const line = `${done}/${total}  ${ended.join(', ')}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    if (!active) {
      process.stderr.write('\n');
      if (status.kind === 'finished') return EXIT.done;
      process.stderr.write(`${status.kind === 'paused' ? status.reason : `The run is ${status.kind}.`}\n`);
      return EXIT.paused;
    }
    await page.waitForTimeout(POLL_MS);
  }
}

async function writeResults(page: Page, runId: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const format of ['report', 'run-file', 'csv', 'upstream'] as const) {
    const file = await page.evaluate(([id, form]) => window.sonoscore.export(id, form), [runId, format] as const);
    const name = { report: 'report.json', 'run-file': 'run.json', csv: 'answers.csv', upstream: 'upstream.zip' }[
      format
    ];
    await writeFile(path.join(folder, name), Buffer.from(file.base64, 'base64'));
  }
  const { report, attempts } = await page.evaluate(
    async (id) => ({ report: await window.sonoscore.report(id), attempts: await window.sonoscore.attempts(id) }),
    runId,
  );
  say(endLines(report, attempts));
}

/** A link that holds the whole result. Results are not lost where none can be made. */
async function writePermalink(page: Page, runId: string, { out, site }: Orders): Promise<void> {
  try {
    const link = `${site}${await page.evaluate((id) => window.sonoscore.permalink([id]), runId)}`;
    await writeFile(path.join(out, 'permalink.txt'), `${link}\n`);
    console.log(link);
  } catch (error) {
    process.stderr.write(`No permalink was made: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Writes the requests into a file, by a download: it may be larger than what a page can hand over as text. */
async function writeBatch(page: Page, { config }: Orders, file: string): Promise<number> {
  const downloading = page.waitForEvent('download', { timeout: 0 });
  const written = await page.evaluate(async (wanted) => {
    const { blob, name, ...rest } = await window.sonoscore.batch(wanted);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    return { ...rest, byteCount: blob.size };
  }, config);
  await mkdir(path.dirname(file), { recursive: true });
  await (await downloading).saveAs(file);
  for (const { message } of written.problems) process.stderr.write(`${message}\n`);
  process.stderr.write(
    `${written.lineCount} requests (${(written.byteCount / 1e6).toFixed(1)} MB) are in ${file}. Give their output with --batch-in.\n`,
  );
  return written.problems.length === 0 ? EXIT.done : EXIT.paused;
}

/** Takes the output of a batch in, and scores it. */
async function readBatch(page: Page, orders: Orders, file: string): Promise<number> {
  await page.locator('[data-automation=files]').setInputFiles(file);
  const { runIds, problems } = await page.evaluate(() => window.sonoscore.importFiles(window.sonoscore.takeFiles()));
  for (const { message } of problems) process.stderr.write(`${message}\n`);
  const [runId] = runIds;
  if (runId === undefined) throw new Error('Nothing of what --batch-in names belongs to a run of this profile.');
  const stopped = await judgeAnswers(page, runId, orders);
  const { status, counts } = await page.evaluate((id) => window.sonoscore.situation(id), runId);
  await writeResults(page, runId, orders.out);
  await writePermalink(page, runId, orders);
  if ((counts['unjudged'] ?? 0) > 0)
    process.stderr.write(
      `${counts['unjudged'] ?? 0} answers are not judged: give the same command with --judge, or once more.\n`,
    );
  process.stderr.write(`The results are in ${orders.out}.\n`);
  return status.kind === 'finished' ? stopped : EXIT.paused;
}

/** Has the free answers of a batch judged, as a run's are: by the judge of the command line, or the one the batch was written with. */
async function judgeAnswers(page: Page, runId: string, { config, key, judgeKey }: Orders): Promise<number> {
  const { counts } = await page.evaluate((id) => window.sonoscore.situation(id), runId);
  const run = (await page.evaluate(() => window.sonoscore.runs())).find(({ id }) => id === runId);
  const judge = config.judge ?? run?.config.judge;
  if (judge === undefined || judge.model.baseUrl === '' || (counts['unjudged'] ?? 0) === 0) return EXIT.done;
  await page.evaluate(([id, by, secrets]) => window.sonoscore.judge(id, by, secrets), [
    runId,
    judge,
    { key, judgeKey },
  ] as const);
  return follow(page, runId);
}

/** An unfinished run of the very same config, to be gone on with. */
async function unfinished(page: Page, config: RunConfig): Promise<string | undefined> {
  const runs = await page.evaluate(() => window.sonoscore.runs());
  const wanted = JSON.stringify(comparable(config));
  return runs.find(
    ({ status, config: other }) => status.kind !== 'finished' && JSON.stringify(comparable(other)) === wanted,
  )?.id;
}

/** All that the command line sets, in an order of its own: what comes back from the page may have another. */
function comparable({ model, protocol, judge, ...rest }: RunConfig): unknown {
  const { condition, optionOrder, kinds, limit, seed, epochs } = rest;
  return [
    modelParts(model),
    protocol.id,
    judge === undefined ? null : [modelParts(judge.model), judge.protocol.id, judge.strict],
    [condition, optionOrder, kinds, limit ?? null, seed, epochs],
  ];
}

function modelParts(model: RunConfig['model']): unknown {
  if (model.kind !== 'provider') return model;
  return [model.provider, model.baseUrl, model.modelId, Object.entries(model.parameters).sort()];
}

/** Fetches what was published of models, as runs. */
function fetchPublished(page: Page, { mirrors }: Orders, which: readonly string[] | 'all'): Promise<Imported> {
  const wish = { mirrors, models: which === 'all' ? undefined : which };
  return page.evaluate((wanted) => window.sonoscore.importPublished(wanted), wish);
}

/** Scores runs that came in as they are: one into `out` itself, several each into a folder of it. */
async function readResults(page: Page, orders: Orders, { runIds, problems }: Imported): Promise<number> {
  for (const { file, message } of problems) process.stderr.write(`${file}: ${message}\n`);
  if (runIds.length === 0) throw new Error('Nothing of it could be read as results.');
  for (const [index, runId] of runIds.entries()) {
    const out = runIds.length === 1 ? orders.out : path.join(orders.out, String(index + 1));
    await writeResults(page, runId, out);
    await writePermalink(page, runId, { ...orders, out });
    process.stderr.write(`The results are in ${out}.\n`);
  }
  return EXIT.done;
}

async function main(): Promise<number> {
  const orders = parseOrders(process.argv.slice(2), process.env);
  if (orders.kind === 'help') {
    console.log(HELP);
    return EXIT.done;
  }
  const wrong = mistakeIn(orders, existsSync);
  if (wrong !== undefined) {
    console.error(`${wrong} \`npm run evaluate -- --help\` lists what can be asked for.`);
    return EXIT.mistake;
  }
  const site = await serve(orders);
  const { path: executablePath, args } = await findBrowser();
  await mkdir(orders.profile, { recursive: true });
  const context = await chromium.launchPersistentContext(orders.profile, { executablePath, args, headless: true });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(site.url);
    await page.waitForFunction(() => 'sonoscore' in window);
    await openBenchmark(page, orders);
    if (orders.importFrom !== undefined)
      return await readResults(page, orders, await giveResults(page, orders.importFrom));
    if (orders.published !== undefined)
      return await readResults(page, orders, await fetchPublished(page, orders, orders.published));
    if (orders.batchOut !== undefined) return await writeBatch(page, orders, orders.batchOut);
    if (orders.batchIn !== undefined) return await readBatch(page, orders, orders.batchIn);
    const secrets = { key: orders.key, judgeKey: orders.judgeKey };
    const known = await unfinished(page, orders.config);
    const runId =
      known ??
      (await page.evaluate(([config, given]) => window.sonoscore.start(config, given), [
        orders.config,
        secrets,
      ] as const));
    if (known !== undefined) {
      process.stderr.write('Going on with the unfinished run of these settings.\n');
      await page.evaluate(([id, given]) => window.sonoscore.resume(id, given), [known, secrets] as const);
    }
    const code = await follow(page, runId);
    await writeResults(page, runId, orders.out);
    await writePermalink(page, runId, orders);
    process.stderr.write(`The results are in ${orders.out}.\n`);
    return code;
  } finally {
    await context.close();
    await site.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = EXIT.failed;
}
