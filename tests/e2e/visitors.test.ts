import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startStandInModel } from '../servers/stand-in-model.ts';
import { openSite, useBrowser } from './open-page.ts';
import './sonoscore-window.ts';

const shared = path.resolve(import.meta.dirname, '../../../shared');
const hasShared = existsSync(path.join(shared, 'published'));
/** Kept for a person to look at. */
const pictures = path.resolve(import.meta.dirname, '../../artefacts/visitors');

useBrowser();
beforeAll(() => mkdir(pictures, { recursive: true }));

/** What of the page fits at every width, in both themes; a picture of each. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: path.join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${name} at ${width}`,
      ).toBeLessThanOrEqual(width);
    }
}

/** The published benchmark and results, or the sample with two runs over it as files. */
async function material(): Promise<{ readonly benchmark: string | undefined; readonly results: string }> {
  if (hasShared) return { benchmark: path.join(shared, 'benchmark'), results: path.join(shared, 'published') };
  const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-visitors-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const { page } = await openSite();
  const server = await startStandInModel({
    answer: (call) => ({ kind: 'text', text: /^\s*B[.)]/m.test(call.text) ? 'Answer: B' : 'Something moves.' }),
  });
  afterAll(() => server.close());
  const files = await page.evaluate(async (baseUrl) => {
    const { sonoscore } = window;
    await sonoscore.openSample();
    const made: string[] = [];
    for (const modelId of ['stand-in-one', 'stand-in-two']) {
      const model = { kind: 'provider', provider: 'openai-compatible', baseUrl, modelId, parameters: {} } as const;
      const id = await sonoscore.start({ model, condition: 'text-only' }, { key: undefined });
      while ((await sonoscore.situation(id)).active) await new Promise((resolve) => setTimeout(resolve, 50));
      made.push((await sonoscore.export(id, 'run-file')).base64);
    }
    return made;
  }, server.baseUrl);
  for (const [place, base64] of files.entries())
    await writeFile(path.join(folder, `run-${place + 1}.json`), Buffer.from(base64, 'base64'));
  return { benchmark: undefined, results: folder };
}

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
}

/** A link to all runs of the page. */
function linkTo(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const runs = await window.sonoscore.runs();
    return window.sonoscore.permalink(runs.map(({ id }) => id));
  });
}

let published = '';
let link = '';

test('a researcher imports two runs, compares them, and takes the numbers away', async () => {
  const { benchmark, results } = await material();
  const { page, errors } = await openSite();
  await look(page, '1-start-empty');
  if (benchmark === undefined) await page.getByRole('button', { name: 'Try the sample' }).click();
  else await page.getByLabel('Open a benchmark: a folder').setInputFiles(benchmark);
  await page.getByRole('heading', { name: 'Set up a run' }).waitFor();
  await goTo(page, '#/');
  await page.getByLabel('Import results: a folder').setInputFiles(results);
  const board = page.getByRole('region', { name: /^Leaderboard: / });
  await expect.poll(() => board.getByRole('row').count(), { timeout: 60_000 }).toBe(4);
  const names = await board.getByRole('rowheader').allInnerTexts();
  expect(names.some((name) => name.includes('never looks at the video'))).toBe(true);
  await look(page, '2-leaderboard');

  await board.getByRole('link').first().click();
  await page
    .getByRole('heading', { name: /^Accuracy, multiple choice/ })
    .first()
    .waitFor();
  const plots = page.getByRole('region', { name: 'Plots', exact: true });
  await plots.scrollIntoViewIfNeeded();
  await plots.getByRole('img').nth(2).waitFor();
  await look(page, '3-results');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = 'yes';
    };
  });
  await page.getByRole('button', { name: 'Print one page' }).click();
  await page.locator('[data-printed]').waitFor();
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const printed = await page.pdf({ format: 'A4', margin, path: path.join(pictures, '3-results.pdf') });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await page.getByRole('link', { name: 'Compare with…' }).click();
  // The one that was looked at is chosen already.
  await page.getByRole('checkbox', { checked: false }).click();
  await page.getByRole('table', { name: /^Scores with their 95 % intervals/ }).waitFor();
  const matrix = page.getByRole('region', { name: 'Questions by runs' });
  await matrix.getByRole('link').first().waitFor();
  await plots.scrollIntoViewIfNeeded();
  await plots.getByRole('img').first().waitFor();
  await look(page, '4-compare');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV ?: scores$/ }).click();
  const table = await readFile(await (await saved).path(), 'utf8');
  expect(table.trim().split('\r\n')).toHaveLength(3);
  if (hasShared) expect(table).toContain(`,${165 / 249},`);

  published = await linkTo(page);
  expect(errors).toEqual([]);
}, 180_000);

test('an educator opens a question where the model fails and plays its clip', async () => {
  const { page, errors } = await openSite();
  await page.getByRole('button', { name: 'Run it now' }).click();
  await page.waitForURL(/#\/results\//);
  await page
    .getByRole('link', { name: /incorrect$/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Questions' }).getByRole('link').first().click();
  const player = page.getByRole('group', { name: 'Clip of the question' });
  await page.getByRole('button', { name: 'Play the clip' }).click();
  await player.waitFor({ timeout: 60_000 });
  const seconds = () => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  const before = await seconds();
  await player.getByRole('button', { name: 'Next frame' }).click();
  await expect.poll(seconds).toBeGreaterThan(before);
  await look(page, '5-question');
  link = await linkTo(page);
  expect(errors).toEqual([]);
}, 180_000);

test('a reviewer opens a link and finds the headline, breakdowns, and a way to check it', async () => {
  const first = await openSite(published);
  await first.page.getByText('Claimed by the sender.').waitFor();
  const headline = first.page.getByRole('region', { name: 'Headline' });
  await expect.poll(() => headline.innerText()).toMatch(hasShared ? /(66\.3|55\.4) %/ : /\d %/);
  await look(first.page, '6-link');
  expect(first.errors).toEqual([]);

  const { page, errors } = await openSite(link);
  await page.getByRole('heading', { name: 'Breakdowns' }).waitFor();
  await page.evaluate(() => window.sonoscore.openSample());
  await page.reload();
  await page.getByRole('heading', { name: 'Accuracy by group' }).waitFor();
  await page.getByRole('heading', { name: 'Spot check' }).waitFor();
  await look(page, '7-link-with-benchmark');
  expect(errors).toEqual([]);
}, 180_000);
