import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { preview } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSite, useBrowser } from './open-page.ts';

useBrowser();

const BUILT = path.resolve(import.meta.dirname, '../../dist-e2e/some/folder');
let folder: string;
let site: { readonly url: string; readonly close: () => Promise<void> };

async function serve(): Promise<typeof site> {
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-offline-'));
  await cp(BUILT, folder, { recursive: true });
  site = await serve();
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('after one visit the page opens, runs the sample and cuts a clip with nobody serving it', async () => {
  const { page, errors } = await openSite('', 'allow', site.url);
  await isKept(page);
  await site.close();
  await expect(fetch(site.url)).rejects.toThrow();

  await page.reload();
  await page.getByRole('button', { name: 'Run it now' }).click();
  await page.getByRole('heading', { name: /^Accuracy, multiple choice/ }).waitFor();
  await page
    .getByRole('link', { name: /^All \d+ questions|Questions/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Play the clip' }).click();
  await page.locator('video').waitFor({ timeout: 120_000 });

  // A class in a room without a network: the projector, a phone's answer page and the solo quiz, each opened anew.
  const goTo = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await goTo('#/class');
  await page.getByLabel('Name').fill('Cellar class');
  await page.getByRole('button', { name: /^Make a deck of/ }).click();
  await page.getByRole('button', { name: 'Present Cellar class' }).click();
  await page.getByText('Watch the clip. The options come next.').waitFor();
  await page.reload();
  await page.locator('video').first().waitFor({ timeout: 120_000 });
  await page.getByText('Phones without a network').click();
  await page.getByRole('button', { name: 'Copy the link to the answer page' }).click();
  const student = await page.context().newPage();
  await student.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await student.getByRole('list', { name: 'Options' }).getByRole('button').first().click();
  await student.getByLabel('Code of your answers').waitFor();
  await student.close();
  await goTo('#/class');
  await page.getByRole('link', { name: 'Solo quiz of Cellar class' }).click();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('video').first().waitFor({ timeout: 120_000 });
  expect(errors).toEqual([]);
});

test('a new version says so, waits, and comes when it is asked for', async () => {
  const { page, errors } = await openSite('', 'allow', site.url);
  await isKept(page);
  const html = path.join(folder, 'index.html');
  const [before, after] = ['<div id="app">', '<div id="app" data-edition="2">'];
  await writeFile(html, (await readFile(html, 'utf8')).replace(before, after));
  const worker = path.join(folder, 'sw.js');
  const revision =
    /(?<=index\.html["`'],revision:["`'])[0-9a-f]{64}|(?<=revision:["`'])[0-9a-f]{64}(?=["`'],url:["`']index\.html)/;
  const script = await readFile(worker, 'utf8');
  expect(script).toMatch(revision);
  await writeFile(worker, script.replace(revision, '0'.repeat(64)));

  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  const reload = page.getByRole('button', { name: 'Reload with it' });
  await reload.waitFor();
  await page.reload();
  expect(await page.content()).toContain(before);
  await reload.click();
  await expect.poll(() => page.content().catch(() => ''), { timeout: 20_000 }).toContain(after);
  expect(errors).toEqual([]);
});
