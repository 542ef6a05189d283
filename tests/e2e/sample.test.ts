import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { startStandInModel } from '../servers/stand-in-model.ts';
import { everythingExported, everythingKept } from './everything-kept.ts';
import { openSite, useBrowser } from './open-page.ts';

useBrowser();

const KEY = 'sk-of-a-reader-0123456789';
const server = await startStandInModel({ expect: { key: KEY } });
afterAll(() => server.close());
beforeEach(() => {
  server.answerWith((call) => ({
    kind: 'text',
    text: /^\s*B[.)]/m.test(call.text) ? 'Answer: B' : 'The picture changes.',
  }));
});

async function results(page: Page): Promise<string> {
  await page.waitForURL(/#\/results\//, { timeout: 250_000 });
  await page.getByRole('heading', { name: /^Accuracy, multiple choice/ }).waitFor();
  return page.getByRole('main').innerText();
}

async function setUpEndpoint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
  await page.getByLabel('Provider', { exact: true }).selectOption('openai-compatible');
  await page.getByLabel('Base URL', { exact: true }).fill(server.baseUrl);
  await page.getByLabel('Model id', { exact: true }).fill('stand-in');
  await page.getByLabel(/^Key/).fill(KEY);
}

test('the sample runs with one click and no key; a reload finds the run', async () => {
  const { page, errors } = await openSite();
  await page.getByRole('button', { name: 'Run it now' }).click();
  const shown = await results(page);
  expect(shown).toMatch(/\d+(\.\d)? %/);
  const address = page.url();
  await page.reload();
  expect(await results(page)).toBe(shown);
  await page.goto(address.replace(/#.*/, '#/'));
  await expect.poll(() => page.getByRole('link', { name: /shortest option/i }).count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test('the sample runs with a model: clips are cut here, answers scored, all of it there after a reload', async () => {
  const { page, errors, context } = await openSite();
  const before = server.calls.length;
  await setUpEndpoint(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const shown = await results(page);
  const calls = server.calls.slice(before);
  expect(calls.length).toBeGreaterThanOrEqual(12);
  for (const call of calls) {
    expect(call.problems).toEqual([]);
    expect(call.videos).toHaveLength(1);
    const facts = call.videos[0]?.facts;
    expect(facts).toMatchObject({ codec: 'avc', audioTrackCount: 0 });
  }
  expect(shown).toMatch(/unjudged|not judged/i);
  await page.reload();
  expect(await results(page)).toBe(shown);
  expect(server.calls.slice(before)).toHaveLength(calls.length);

  // The key is in nothing that the page keeps or gives away.
  const kept = await everythingKept(page);
  expect(kept).toContain('stand-in');
  expect(kept).not.toContain(KEY);
  await page.evaluate(() => window.sonoscore.openSample());
  const exported = await everythingExported(page, /#\/results\/([^/?]+)/.exec(page.url())?.[1] ?? '');
  expect(exported).toContain('stand-in');
  expect(exported).not.toContain(KEY);
  await page.getByRole('button', { name: 'Make a link' }).click();
  expect(await page.getByLabel(/^Link \(/).inputValue()).not.toContain(KEY);
  await page.getByRole('link', { name: 'See it as others will' }).click();
  await page.waitForURL(/#\/(?!results)/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.content()).not.toContain(KEY);
  await page.goBack();
  expect(JSON.stringify(await context.storageState())).not.toContain(KEY);

  await page.getByRole('link', { name: 'Questions', exact: true }).click();
  await page.getByRole('button', { name: 'Play the clip' }).click();
  await page.locator('video').waitFor({ timeout: 60_000 });
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1);
  expect(errors).toEqual([]);
});

test('a run is cancelled within a second, keeps what it has, and goes on', async () => {
  server.answerWith((call) => ({ kind: 'text', text: 'B', delayMs: call.index % 3 === 0 ? 0 : 60_000 }));
  const { page, errors } = await openSite();
  await setUpEndpoint(page);
  const before = server.calls.length;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => server.calls.length - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: /^Cancelled after/ }).waitFor({ timeout: 10_000 });
  server.answerWith(() => ({ kind: 'text', text: 'B' }));
  await page.reload();
  await page.getByLabel(/^Key/).fill(KEY);
  await page.getByRole('button', { name: 'Go on', exact: false }).click();
  expect(await results(page)).toMatch(/%/);
  expect(errors).toEqual([]);
});
