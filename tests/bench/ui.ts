// `npm run bench -- ui`: whether the pages stay quick with twelve runs of 514 questions stored.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

import { findBrowser } from '../../scripts/browser-path.mjs';
import { root } from '../../scripts/ensure-installed.mjs';
import { sha256 } from '../../src/app/index.ts';
import { type Benchmark, parseBenchmark, type Question } from '../../src/domain/benchmark/index.ts';
import type { Attempt } from '../../src/domain/run/index.ts';
import { writeRunFile } from '../../src/share/index.ts';
import '../e2e/sonoscore-window.ts';
import { rawChoice, rawFree, rawVideo, smallBenchmark } from '../unit/benchmark/small-benchmark.ts';
import { anAttempt, aReply, aRun, aRunConfig, aVerdict } from '../unit/builders.ts';
import { longestTask } from './ui/longest-task.ts';

const RUNS = 12;
const CHOICES = 249;
const TEXTS = 265;
const VIDEOS = 47;
const OPENED = 30;

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
const url = `http://127.0.0.1:${address.port}/`;
const { path: executablePath, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, args });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-bench-'));

/** As many questions of each kind as are scored of the published benchmark, over as many Videos. */
function files() {
  const keys = Array.from({ length: VIDEOS }, (_, index) => `simulated_procedure_${index + 1}`);
  const spread = (count: number, entry: (index: number) => object) =>
    Object.fromEntries(
      keys.map((key, place) => [
        key,
        Array.from({ length: count }, (_, index) => index)
          .filter((index) => index % VIDEOS === place)
          .map((index) => ({ ...entry(index), time_start: index % 30, time_end: (index % 30) + 2 + (index % 25) })),
      ]),
    );
  return smallBenchmark({
    mcq: spread(CHOICES, (index) =>
      rawChoice({
        question: `[MCQ] What is pressed at step ${index}, while the picture moves?\nA. The artery beside it\nB. The vein\nC. The nerve that runs along\nD. The tendon`,
      }),
    ),
    free: spread(TEXTS, (index) => rawFree({ question: `[FREE] Why does the operator press at step ${index}?` })),
    metadata: Object.fromEntries(
      keys.map((key, index) => [key, rawVideo({ youtube_url: `https://youtu.be/${String(index).padStart(11, 'v')}` })]),
    ),
  });
}

/** An answer of about the length that models give; runs differ at every third question. */
function answered(runId: string, question: Question, place: number, number: number): Attempt {
  const text = `Looking at the frames one after another: ${'the wall of the vessel gives way under the probe. '.repeat(12)}`;
  const prompt = `You are asked about an ultrasound examination. ${question.printed}`;
  const own = place % 3 === 0 ? number : 0;
  if (question.kind === 'multiple-choice') {
    const printedIndex = (place * 7 + own) % 4;
    const shownLetter = question.options[printedIndex]?.letter ?? 'A';
    return anAttempt(question, shownLetter === question.answer ? 'correct' : 'incorrect', {
      runId,
      prompt,
      prediction: { kind: 'letter', shownLetter, printedIndex },
      reply: aReply(`${text}Answer: ${shownLetter}`),
    });
  }
  const score = ([0, 1, 2] as const)[(place + own) % 3] ?? 0;
  return anAttempt(question, (['incorrect', 'partly-correct', 'correct'] as const)[score], {
    runId,
    prompt,
    prediction: { kind: 'text', text },
    reply: aReply(text),
    verdict: aVerdict(score, { explanation: text, raw: text }),
  });
}

async function runFiles(benchmark: Benchmark) {
  return Promise.all(
    Array.from({ length: RUNS }, async (_, number) => {
      const model = {
        kind: 'provider',
        provider: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:9/v1',
        modelId: `stand-in-${number + 1}`,
        parameters: {},
      } as const;
      const createdAt = new Date(Date.UTC(2026, 0, number + 1)).toISOString();
      const run = aRun(benchmark, { id: `run-${number + 1}`, createdAt, config: aRunConfig({ model }) });
      const attempts = benchmark.questions.map((question, place) => answered(run.id, question, place, number));
      const text = await writeRunFile(run, attempts);
      return { name: `${run.id}.json`, mimeType: 'application/json', buffer: Buffer.from(text) };
    }),
  );
}

async function store(): Promise<readonly string[]> {
  const written = files();
  for (const { path: name, text } of written) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const wanted = { name: 'bench', origin: { kind: 'folder', name: 'bench' }, files: written } as const;
  const { benchmark } = await parseBenchmark(wanted, (text) => sha256(text));
  if (benchmark === undefined) throw new Error('The questions cannot be read.');
  const page = await openedPage('');
  await page.locator('[data-automation=folder]').setInputFiles(folder);
  await page.evaluate(() => window.sonoscore.openFiles(window.sonoscore.takeFiles()));
  await page.locator('[data-automation=files]').setInputFiles(await runFiles(benchmark));
  const { runIds, problems } = await page.evaluate(() => window.sonoscore.importFiles(window.sonoscore.takeFiles()));
  if (runIds.length !== RUNS)
    throw new Error(`Not all runs were taken: ${problems.map((each) => each.message).join(' ')}`);
  await page.close();
  return runIds;
}

async function openedPage(hash: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}${hash}`);
  await page.waitForFunction(() => 'sonoscore' in window);
  return page;
}

/** Script of the main thread until the first page shows the runs that are stored. */
async function start(): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page
    .getByRole('link', { name: /stand-in-12/ })
    .first()
    .waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (name: string) =>
    Math.round(1000 * (metrics.find((each) => each.name === name)?.value ?? Number.NaN));
  print('start to usable', {
    scriptMilliseconds: milliseconds('ScriptDuration'),
    taskMilliseconds: milliseconds('TaskDuration'),
  });
  await page.close();
}

async function scroll(page: Page): Promise<void> {
  const tasks = await longestTask(browser, page, async () => {
    await page.evaluate(async () => {
      const scroller = document.querySelector('[role=region][aria-label=Questions]');
      if (scroller === null) throw new Error('There is no list.');
      // Quick as a thumb on the bar, then by small steps as a wheel.
      for (const step of [600, 97])
        for (scroller.scrollTop = 0; scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1;) {
          scroller.scrollTop += step;
          await new Promise(requestAnimationFrame);
        }
    });
  });
  print('scrolling the explorer', tasks);
}

/** From the key to the frame that shows the question. */
async function open(page: Page, what: string): Promise<void> {
  const times: number[] = [];
  const tasks = await longestTask(browser, page, async () => {
    for (let count = 0; count < OPENED; count += 1) {
      times.push(
        await page.evaluate(async () => {
          // No function with a name in here: what compiles this file gives such a helper that the page has not.
          const before = document.getElementById('question-heading')?.textContent;
          const from = performance.now();
          window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
          while (document.getElementById('question-heading')?.textContent === before)
            await new Promise(requestAnimationFrame);
          // The frame after the one in which it changed has been painted.
          await new Promise(requestAnimationFrame);
          return performance.now() - from;
        }),
      );
    }
  });
  times.sort((a, b) => a - b);
  print(what, {
    medianMilliseconds: Math.round(times[Math.floor(times.length / 2)] ?? Number.NaN),
    worstMilliseconds: Math.round(times.at(-1) ?? Number.NaN),
    ...tasks,
  });
}

function print(what: string, measured: Record<string, number>): void {
  console.log(JSON.stringify({ bench: 'ui', case: what, ...measured }));
}

try {
  const [runId = ''] = await store();
  await start();
  const page = await openedPage(`#/results/${encodeURIComponent(runId)}/questions`);
  await page.getByText('1 of 514').waitFor();
  await page.waitForTimeout(3000);
  await scroll(page);
  await open(page, 'opening a question');
  const read = await longestTask(browser, page, async () => {
    await page.getByText('What other runs answered').click();
    await page
      .getByRole('article')
      .getByRole('link', { name: /^stand-in-/ })
      .first()
      .waitFor();
  });
  print('reading eleven other runs', read);
  await open(page, 'opening a question beside its other replies');
  const differ = await longestTask(browser, page, async () => {
    await page.getByText('Models differ').click();
    await page.getByText(/^\d+ of 514 questions/).waitFor();
  });
  print('asking where models differ', differ);
} finally {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true });
}
