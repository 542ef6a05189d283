import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from 'playwright-core';
import { createServer } from 'vite';

import { findBrowser } from '../../../../scripts/browser-path.mjs';

/**
 * Takes pictures of every page with the in-memory application behind it, at 360 and 1440 px, light and dark, into
 * artefacts/ui: `node tests/browser/ui/preview/screenshots.mjs [parts of names,...]`.
 */
const only = (process.argv[2] ?? '').split(',');
const folder = path.resolve('artefacts/ui');

/** @typedef {import('playwright-core').Page} Page */

/** Opens the sample's setup page. @param {Page} page */
async function setup(page) {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await page.getByRole('heading', { name: 'Set up a run' }).waitFor();
}

/** Runs the sample to its end. @param {Page} page @param {'baseline' | 'provider'} kind @param {boolean} judge */
async function results(page, kind, judge = false) {
  await setup(page);
  if (kind === 'provider') {
    await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
    await page.getByLabel('Base URL').fill('http://localhost:8000/v1');
    await page.getByLabel('Model id').fill('Qwen/Qwen2.5-VL-7B-Instruct');
    if (judge) await page.getByRole('radio', { name: /The same model/ }).check();
    await page.getByText(/^Parameters and prices/).click();
    await page.getByLabel('Input', { exact: true }).fill('0.6');
    await page.getByLabel('Output', { exact: true }).fill('3.6');
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/#\/results\//);
}

/** Makes a link of a finished run. @param {Page} page */
async function link(page) {
  await results(page, 'provider', true);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByLabel(/^Link \(/).waitFor();
}

/** Sets up two models at two endpoints. @param {Page} page */
async function twoModels(page) {
  await setup(page);
  await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
  await page.getByLabel('Base URL').fill('http://localhost:8000/v1');
  await page.getByLabel('Model id').fill('Qwen/Qwen2.5-VL-7B-Instruct');
  await page.getByRole('button', { name: 'Add another model' }).click();
  const second = page.getByRole('group', { name: 'Model 2' });
  await second.getByLabel('Base URL').fill('http://localhost:9000/v1');
  await second.getByLabel('Model id').fill('OpenGVLab/InternVL3-8B');
}

/** Runs the sample, and makes a deck of its questions. @param {Page} page */
async function aDeck(page) {
  await results(page, 'provider');
  await page.getByRole('link', { name: 'Classroom' }).click();
  await page.getByLabel('Name').fill('Morning class');
  await page.getByRole('button', { name: /^Make a deck/ }).click();
  await page.getByRole('heading', { name: 'Morning class' }).waitFor();
}

/** @type {Record<string, { query?: string, walk: (page: Page) => Promise<void> }>} */
const PAGES = {
  start: { walk: async () => {} },
  'setup-queue': { walk: twoModels },
  'run-queue': {
    query: 'questions=60&step=400',
    walk: async (page) => {
      await twoModels(page);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page
        .getByText(/^[4-9] of 60$/)
        .first()
        .waitFor();
    },
  },
  'run-queue-halted': {
    query: 'questions=60&step=400',
    walk: async (page) => {
      await twoModels(page);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Cancel all 2' }).click();
      await page.getByRole('button', { name: 'Go on with all 2 runs' }).waitFor();
    },
  },
  'start-repository': {
    query: 'repository',
    walk: async (page) => {
      await page.getByRole('button', { name: 'Load ReXSonoVQA' }).click();
      await page.getByText('Where it is fetched from').click();
      await page.getByText(/41 of 95 files/).waitFor();
    },
  },
  'start-error': {
    query: 'broken=1&problems=7',
    walk: async (page) => {
      await page
        .locator('input[type=file][multiple]')
        .first()
        .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      await page.getByRole('alert').waitFor();
    },
  },
  'start-runs': {
    query: 'step=1',
    walk: async (page) => {
      await results(page, 'provider');
      await page.getByRole('link', { name: 'Start', exact: true }).click();
      await page.getByRole('button', { name: 'Run it now' }).click();
      await page.waitForURL(/#\/results\//);
      await page.getByRole('link', { name: 'Start', exact: true }).click();
      await page
        .getByRole('button', { name: /^Delete the run/ })
        .first()
        .click();
    },
  },
  share: {
    query: 'step=1',
    walk: async (page) => {
      await link(page);
      await page.getByRole('button', { name: 'QR code', exact: true }).click();
      await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    },
  },
  'shared-open': {
    query: 'step=1',
    walk: async (page) => {
      await link(page);
      await page.getByRole('link', { name: 'See it as others will' }).click();
      await page.getByText('are as claimed').waitFor();
    },
  },
  'shared-new': {
    query: 'step=1',
    walk: async (page) => {
      await link(page);
      await page.getByRole('link', { name: 'See it as others will' }).click();
      await page.getByText('are as claimed').waitFor();
      await page.reload();
      await page.getByText(/Breakdowns need/).waitFor();
    },
  },
  'shared-cut': {
    walk: async (page) => {
      await page.evaluate(() => (location.hash = '#/r/1AAF3'));
      await page.getByText(/cut short/).waitFor();
    },
  },
  'open-elsewhere': {
    walk: async (page) => {
      await page.evaluate(() => (location.hash = '#/open?url=https://files.example/run.json'));
      await page.getByRole('heading', { name: 'Open a run from elsewhere' }).waitFor();
    },
  },
  'setup-linked': {
    walk: async (page) => {
      await setup(page);
      await page.evaluate(
        () =>
          (location.hash =
            '#/run?provider=openai-compatible&url=https%3A%2F%2Fmodels.example%2Fv1&model=m-1&condition=text-only&colour=red'),
      );
      await page.getByText(/A link has filled in/).waitFor();
    },
  },
  setup: { walk: setup },
  'setup-model': {
    query: 'questions=514&videos=12&available=source-1.mp4&problems=9',
    walk: async (page) => {
      await page
        .locator('input[type=file][multiple]')
        .first()
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      await page.getByRole('heading', { name: 'Set up a run' }).waitFor();
      await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
      await page.getByLabel('Model id').focus();
      await page.getByLabel('Base URL').focus();
      await page.getByLabel('Base URL').blur();
      await page
        .locator('section[aria-labelledby=sources-heading] input[type=file][multiple]')
        .first()
        .setInputFiles({ name: 'recording of the morning.mp4', mimeType: 'video/mp4', buffer: Buffer.from('abc') });
      await page.getByRole('heading', { name: 'Which source video is this?' }).waitFor();
    },
  },
  'setup-details': {
    query: 'presets=1',
    walk: async (page) => {
      await setup(page);
      await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
      await page.getByLabel('Provider').selectOption('qwen-singapore');
      await page.getByLabel('Key', { exact: true }).fill('abc');
      await page.getByRole('checkbox', { name: /Remember/ }).check();
      await page.getByText(/^Parameters and prices/).click();
      await page.getByText(/^More/).click();
      await page.getByRole('radio', { name: /Another model/ }).check();
      await page.getByLabel(/^Stop at/).fill('2,5');
    },
  },
  'run-paused': {
    query: 'questions=60&step=150',
    walk: async (page) => {
      await setup(page);
      await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
      await page.getByLabel('Base URL').fill('http://localhost:8000/v1');
      await page.getByLabel('Model id').fill('Qwen/Qwen2.5-VL-7B-Instruct');
      await page.getByText(/^Parameters and prices/).click();
      await page.getByLabel('Input', { exact: true }).fill('0.6');
      await page.getByLabel('Output', { exact: true }).fill('3.6');
      await page.getByText(/^More/).click();
      await page.getByLabel(/^Stop at/).fill('2.5');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('heading', { name: /^1\d of 60 done/ }).waitFor();
      await page.evaluate(() => Reflect.get(window, 'previewWait')());
      await page
        .getByText(/questions? waits? until/)
        .first()
        .waitFor();
      await page.evaluate(() => Reflect.get(window, 'previewPause')());
      await page.getByRole('heading', { name: /^Paused/ }).waitFor();
    },
  },
  'run-live': {
    query: 'questions=60&step=150',
    walk: async (page) => {
      await setup(page);
      await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
      await page.getByLabel('Base URL').fill('http://localhost:8000/v1');
      await page.getByLabel('Model id').fill('Qwen/Qwen2.5-VL-7B-Instruct');
      await page.getByText(/^Parameters and prices/).click();
      await page.getByLabel('Input', { exact: true }).fill('0.6');
      await page.getByLabel('Output', { exact: true }).fill('3.6');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('heading', { name: /^1\d of 60 done/ }).waitFor();
      await page.evaluate(() => Reflect.get(window, 'previewWait')());
      await page
        .getByText(/questions? waits? until/)
        .first()
        .waitFor();
    },
  },
  'results-judged': {
    query: 'questions=240&videos=24&step=1',
    walk: async (page) => {
      await results(page, 'provider', true);
      await page.getByText(/^Does this model use them/).click();
    },
  },
  run: {
    query: 'questions=514&videos=12&step=20',
    walk: async (page) => {
      await setup(page);
      await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
      await page.getByLabel('Base URL').fill('http://localhost:8000/v1');
      await page.getByLabel('Model id').fill('Qwen/Qwen2.5-VL-7B-Instruct');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.waitForTimeout(2000);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: /^Cancelled/ }).waitFor();
    },
  },
  'results-baseline': { query: 'step=1', walk: (page) => results(page, 'baseline') },
  'results-model': { query: 'questions=120&videos=12&step=1', walk: (page) => results(page, 'provider') },
  questions: {
    query: 'questions=120&videos=12&step=1',
    walk: async (page) => {
      await results(page, 'provider');
      await page.locator('nav[aria-label=Results]').getByRole('link', { name: 'Questions' }).click();
      await page.getByRole('region', { name: 'Questions' }).getByRole('link').first().waitFor();
    },
  },
  question: {
    query: 'questions=30&step=1',
    walk: async (page) => {
      await results(page, 'provider');
      await page.locator('nav[aria-label=Results]').getByRole('link', { name: 'Questions' }).click();
      await page.getByRole('region', { name: 'Questions' }).getByRole('link').nth(1).click();
      await page.getByRole('button', { name: 'Play the clip' }).click();
      await page.getByText(/Frame \d+\/20/).waitFor();
      await page.getByText('Raw reply').click();
    },
  },
  compare: {
    query: 'step=1',
    walk: async (page) => {
      await results(page, 'provider');
      await page.getByRole('link', { name: 'Start', exact: true }).click();
      await page.getByRole('button', { name: 'Run it now' }).click();
      await page.waitForURL(/#\/results\//);
      await page.evaluate(() => (location.hash = '#/compare?runs=run-1,run-2'));
      await page.getByRole('region', { name: 'Questions by runs' }).getByRole('link').first().waitFor();
    },
  },
  audit: {
    query: 'step=1',
    walk: async (page) => {
      await results(page, 'provider', true);
      await page.evaluate(() => (location.hash = '#/results/run-1/audit'));
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  videos: {
    query: 'questions=60&videos=12&available=source-1.mp4',
    walk: async (page) => {
      await setup(page);
      await page.evaluate(() => (location.hash = '#/videos'));
      await page.getByRole('heading', { name: 'Source videos and their Videos' }).waitFor();
    },
  },
  class: {
    query: 'step=1',
    walk: async (page) => {
      await aDeck(page);
      await page.getByText(/^Choose by hand/).click();
    },
  },
  'quiz-answer': {
    query: 'step=1',
    walk: async (page) => {
      await aDeck(page);
      await page.getByRole('link', { name: /^Solo quiz/ }).click();
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText(/Frame \d+\/20/).waitFor();
      await page.keyboard.press('3');
      await page.keyboard.press('Enter');
    },
  },
  'quiz-result': {
    query: 'step=1',
    walk: async (page) => {
      await aDeck(page);
      await page.getByRole('link', { name: /^Solo quiz/ }).click();
      await page.getByRole('button', { name: 'Begin' }).click();
      for (let asked = 0; asked < 10; asked += 1) {
        await page.keyboard.press(String((asked % 3) + 1));
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
      }
      await page.getByRole('heading', { name: 'Your result' }).waitFor();
    },
  },
  'present-vote': {
    query: 'step=1',
    walk: async (page) => {
      await aDeck(page);
      await page.getByRole('button', { name: /^Present / }).click();
      await page.getByText(/Frame \d+\/20/).waitFor();
      for (const key of ['ArrowRight', '1', '1', '2', '4', 't']) await page.keyboard.press(key);
    },
  },
  'present-reveal': {
    query: 'step=1',
    walk: async (page) => {
      await aDeck(page);
      await page.getByRole('button', { name: /^Present / }).click();
      await page.getByText(/Frame \d+\/20/).waitFor();
      const keys = ['ArrowRight', '1', '1', '2', '4', 'ArrowRight', 'ArrowRight', '1', '1', '1', '2', 'ArrowRight'];
      for (const key of keys) await page.keyboard.press(key);
    },
  },
  about: {
    walk: async (page) => {
      await page.getByRole('link', { name: 'About', exact: true }).click();
    },
  },
};

const server = await createServer({ server: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' });
await server.listen();
const base = `${server.resolvedUrls?.local[0] ?? ''}tests/browser/ui/preview/`;
const found = await findBrowser();
const browser = await chromium.launch({ executablePath: found.path, args: found.args });
await mkdir(folder, { recursive: true });
// The server finds what pages are made of when the first one is opened, and loads that one anew each time.
const first = await browser.newPage();
await first.goto(base);
await first.getByRole('button', { name: 'Try the sample' }).waitFor();
await first.waitForTimeout(5000);
await first.close();
let failed = false;
for (const [name, { query = '', walk }] of Object.entries(PAGES)) {
  if (!only.some((part) => name.includes(part))) continue;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    failed = true;
    console.error(`${name}: ${error.message}`);
  });
  await page.goto(`${base}?${query}`);
  try {
    await walk(page);
  } catch (error) {
    failed = true;
    console.error(`${name}: ${String(error)}`);
  }
  // Walked once, as that takes longest, and looked at as readers turn and darken their screens.
  for (const width of [1440, 360]) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) console.error(`${name} at ${width}: ${overflow} px too wide`);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await context.close();
}
await browser.close();
await server.close();
process.exitCode = failed ? 1 : 0;
