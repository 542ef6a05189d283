// `npm run evaluate -- …`: drives the built page in headless Chromium through `window.sonoscore`. See docs/automation.md.
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';

import type { Automation, OpenedBenchmark, PickedFile } from '../src/app/index.ts';
import type { Attempt, RunConfig } from '../src/domain/run/index.ts';
import { findBrowser } from './browser-path.mjs';
import { HELP } from './evaluate/help.ts';
import { judgeKeyFor } from './evaluate/judge-key.ts';
import { EXIT, mistakeIn, type Orders, parseOrders } from './evaluate/orders.ts';
import { servePage } from './evaluate/serve-page.ts';
import { endLines, isAnswered, openedLines, stopWords, waitingWords } from './evaluate/words.ts';

type Surface = Automation & { takeFiles: () => readonly PickedFile[] };
declare global {
  interface Window {
    sonoscore: Surface;
  }
}

const POLL_MS = 500;

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

async function openBenchmark(page: Page, { benchmark, mirrors, videos }: Orders): Promise<OpenedBenchmark> {
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
  return opened;
}

async function follow(page: Page, runId: string): Promise<number> {
  let last = '';
  for (;;) {
    const { status, active, done, total, counts } = await page.evaluate((id) => window.sonoscore.situation(id), runId);
    const ended = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const line = `${done}/${total}  ${ended.join(', ')}`;
    // A log gets a line where something has changed.
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
    else if (line !== last) say([line]);
    last = line;
    if (!active) {
      if (process.stderr.isTTY) process.stderr.write('\n');
      if (status.kind === 'finished') return EXIT.done;
      const why = status.kind === 'paused' ? stopWords(status.reason, await attemptsOf(page, runId)) : '';
      say([why === '' ? `The run is ${status.kind}.` : why, 'The same command, given again, goes on with it.']);
      return EXIT.paused;
    }
    await page.waitForTimeout(POLL_MS);
  }
}

function attemptsOf(page: Page, runId: string): Promise<readonly Attempt[]> {
  return page.evaluate((id) => window.sonoscore.attempts(id), runId);
}

/** @returns how the work ended, going by what came of it: nothing answered is a failure */
async function writeResults(page: Page, runId: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const format of ['report', 'run-file', 'csv', 'upstream'] as const) {
    const file = await page.evaluate(([id, form]) => window.sonoscore.export(id, form), [runId, format] as const);
    const name = { report: 'report.json', 'run-file': 'run.json', csv: 'answers.csv', upstream: 'upstream.zip' }[
      format
    ];
    await writeFile(path.join(folder, name), Buffer.from(file.base64, 'base64'));
  }
  const attempts = await attemptsOf(page, runId);
  say(endLines(await page.evaluate((id) => window.sonoscore.report(id), runId), attempts));
  return isAnswered(attempts) ? EXIT.done : EXIT.failed;
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
  const code = await writeResults(page, runId, orders.out);
  await writePermalink(page, runId, orders);
  if ((counts['unjudged'] ?? 0) > 0)
    say([`${counts['unjudged'] ?? 0} answers are not judged: give the same command with --judge, or once more.`]);
  const { queued = 0 } = counts;
  if (queued > 0)
    say([`${queued} of its requests have no line in the output: give the rest by --batch-in once it is there.`]);
  say([`The results are in ${orders.out}.`]);
  if (status.kind !== 'finished') return EXIT.paused;
  return stopped === EXIT.done ? code : stopped;
}

/** Has the free answers of a batch judged, as a run's are: by the judge of the command line, or the one the batch was written with. */
async function judgeAnswers(page: Page, runId: string, orders: Orders): Promise<number> {
  const { counts } = await page.evaluate((id) => window.sonoscore.situation(id), runId);
  const run = (await page.evaluate(() => window.sonoscore.runs())).find(({ id }) => id === runId);
  const judge = orders.config.judge ?? run?.config.judge;
  if (judge === undefined || judge.model.baseUrl === '' || (counts['unjudged'] ?? 0) === 0) return EXIT.done;
  await page.evaluate(([id, by, secrets]) => window.sonoscore.judge(id, by, secrets), [
    runId,
    judge,
    { key: orders.key, judgeKey: judgeKeyFor(judge, orders) },
  ] as const);
  return follow(page, runId);
}

/** An unfinished run of the very same config over the very same questions, to be gone on with. */
async function unfinished(page: Page, config: RunConfig, digest: string): Promise<string | undefined> {
  const runs = await page.evaluate(() => window.sonoscore.runs());
  const wanted = JSON.stringify(comparable(config));
  return runs.find(
    ({ status, benchmark, config: other }) =>
      status.kind !== 'finished' && benchmark.digest === digest && JSON.stringify(comparable(other)) === wanted,
  )?.id;
}

/** All that the command line sets, in an order of its own: what comes back from the page may have another. */
function comparable({ model, protocol, judge, ...rest }: RunConfig): unknown {
  const { condition, optionOrder, kinds, limit, seed, epochs } = rest;
  return [
    modelParts(model),
    [protocol.id, protocol.version],
    judge === undefined ? null : [modelParts(judge.model), judge.protocol.id, judge.protocol.version, judge.strict],
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

/** What the command line asks for, or what is wrong with it. */
function ordersOrMistake(): ReturnType<typeof parseOrders> | string {
  try {
    const orders = parseOrders(process.argv.slice(2), process.env);
    return (orders.kind === 'help' ? undefined : mistakeIn(orders, existsSync)) ?? orders;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(): Promise<number> {
  const orders = ordersOrMistake();
  if (typeof orders === 'string') {
    console.error(`${orders} \`npm run evaluate -- --help\` lists what can be asked for.`);
    return EXIT.mistake;
  }
  if (orders.kind === 'help') {
    console.log(HELP);
    return EXIT.done;
  }
  const { path: executablePath, args } = await findBrowser();
  await mkdir(orders.profile, { recursive: true });
  const site = await servePage(orders);
  const context = await chromium.launchPersistentContext(orders.profile, { executablePath, args, headless: true });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(site.url);
    await page.waitForFunction(() => 'sonoscore' in window);
    if (orders.relay !== undefined) await page.evaluate((relay) => window.sonoscore.useRelay(relay), orders.relay);
    const { digest } = await openBenchmark(page, orders);
    if (orders.importFrom !== undefined)
      return await readResults(page, orders, await giveResults(page, orders.importFrom));
    if (orders.published !== undefined)
      return await readResults(page, orders, await fetchPublished(page, orders, orders.published));
    if (orders.batchIn !== undefined) return await readBatch(page, orders, orders.batchIn);
    const { config, budget } = orders;
    const waiting = await page.evaluate((wanted) => window.sonoscore.waiting(wanted), config);
    if (waiting !== undefined && !orders.askAgain) {
      say([waitingWords(waiting, orders.batchOut === undefined ? 'ask' : 'write')]);
      return EXIT.mistake;
    }
    if (orders.batchOut !== undefined) return await writeBatch(page, orders, orders.batchOut);
    const secrets = { key: orders.key, judgeKey: judgeKeyFor(config.judge, orders) };
    const known = await unfinished(page, config, digest);
    const runId =
      known ??
      (await page.evaluate(([wanted, given, cap]) => window.sonoscore.start(wanted, given, cap), [
        config,
        secrets,
        budget,
      ] as const));
    if (known !== undefined) {
      process.stderr.write('Going on with the unfinished run of these settings.\n');
      await page.evaluate(([id, given, cap]) => window.sonoscore.resume(id, given, cap), [
        known,
        secrets,
        budget,
      ] as const);
    }
    const stopped = await follow(page, runId);
    const code = await writeResults(page, runId, orders.out);
    await writePermalink(page, runId, orders);
    say([`The results are in ${orders.out}.`]);
    return stopped === EXIT.done ? code : stopped;
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
