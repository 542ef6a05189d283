import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';

import { startStandInModel } from '../servers/stand-in-model.ts';
import { openSite, useBrowser } from './open-page.ts';
import './sonoscore-window.ts';

useBrowser();

const KEY = 'sk-of-a-reader-0123456789';
const server = await startStandInModel({
  expect: { key: KEY },
});
afterAll(() => server.close());
beforeEach(() => answerAfter(150));

function answerAfter(delayMs: number): void {
  server.answerWith(() => ({ kind: 'text', text: 'Answer: B', delayMs }));
}

async function startRun(page: Page): Promise<string> {
  await page.waitForFunction(() => 'sonoscore' in window);
  await page.evaluate(() => window.sonoscore.openSample());
  return page.evaluate(
    ([baseUrl, key]) =>
      window.sonoscore.start(
        {
          model: { kind: 'provider', provider: 'openai-compatible', baseUrl, modelId: 'stand-in', parameters: {} },
          condition: 'text-only',
          epochs: 4,
          freshAnswers: true,
        },
        { key },
      ),
    [server.baseUrl, KEY] as const,
  );
}

const statusOf = (page: Page, runId: string) =>
  page.evaluate(async (id) => (await window.sonoscore.situation(id)).status.kind, runId);

const doneOf = (page: Page, runId: string) =>
  page.evaluate(async (id) => (await window.sonoscore.situation(id)).done, runId);

test('a second tab sees the run live, cannot double it, and can end it', async () => {
  // The run must outlast the opening of the second tab, however busy the machine is.
  answerAfter(2000);
  const { page, context, errors } = await openSite();
  const runId = await startRun(page);
  const before = server.calls.length;
  const second = await context.newPage();
  await second.goto(`${inject('siteUrl')}#/run/${runId}`);
  await second.getByText(/Another tab of this browser is at work/).waitFor();
  const done = () => second.getByRole('progressbar').getAttribute('aria-valuenow').then(Number);
  const seen = await done();
  await expect.poll(done, { timeout: 20_000 }).toBeGreaterThan(seen);
  expect(await second.getByRole('button', { name: /^Go on/ }).count()).toBe(0);
  await second.evaluate(() => window.sonoscore.openSample());
  const doubling = second.evaluate(
    ([id, key]) => window.sonoscore.resume(id, { key }).then(String, (error: unknown) => String(error)),
    [runId, KEY] as const,
  );
  expect(await doubling).toMatch(/Another tab is at work/);
  await second.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(() => statusOf(page, runId), { timeout: 10_000 }).toBe('cancelled');
  await second.getByRole('heading', { name: /^Cancelled after/ }).waitFor();
  const attempts = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
  const asked = attempts.filter(({ reply }) => reply !== undefined).length;
  // One tab asked: what was answered, and what was under way at the end.
  expect(server.calls.length - before).toBeLessThanOrEqual(asked + 4);
  expect(errors).toEqual([]);
});

test('a newer version of the page that upgrades the database breaks nothing for an older one at work', async () => {
  const { page, context, errors } = await openSite();
  const runId = await startRun(page);
  const newer = await context.newPage();
  await newer.goto(inject('siteUrl'));
  const upgraded = await newer.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('sonoscore', 1000);
        request.onupgradeneeded = () => request.result.createObjectStore('of-the-future');
        request.onblocked = () => {
          resolve('blocked');
        };
        request.onsuccess = () => {
          request.result.close();
          resolve('upgraded');
        };
        request.onerror = () => {
          resolve(String(request.error));
        };
      }),
  );
  expect(upgraded).toBe('upgraded');
  await expect.poll(() => statusOf(page, runId), { timeout: 60_000 }).toBe('finished');
  const attempts = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
  expect(attempts.every(({ state, reply }) => state.kind === 'done' && reply !== undefined)).toBe(true);
  expect(errors).toEqual([]);
});

test('a database that the browser throws away mid-run is written anew, whole', async () => {
  const { page, context, errors } = await openSite();
  const runId = await startRun(page);
  await expect.poll(() => doneOf(page, runId), { timeout: 20_000 }).toBeGreaterThan(8);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: inject('siteUrl'), storageTypes: 'indexeddb' });
  await expect.poll(() => statusOf(page, runId), { timeout: 60_000 }).toBe('finished');
  await page.reload();
  await page.waitForFunction(() => 'sonoscore' in window);
  const attempts = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
  expect(attempts).toHaveLength(88);
  expect(attempts.every(({ state, reply }) => state.kind === 'done' && reply !== undefined)).toBe(true);
  expect(errors).toEqual([]);
});

test('where the storage is full, what it did not take is offered as a file and stored once there is room', async () => {
  const { page, errors } = await openSite();
  const runId = await startRun(page);
  await page.goto(`${inject('siteUrl')}#/run/${runId}`);
  // No disk can be filled here: the store refuses as a full one does.
  await page.evaluate(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
    const full = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
    Object.defineProperty(IDBObjectStore.prototype, 'put', { ...put, value: full });
    Object.defineProperty(window, 'makeRoom', {
      value: () => Object.defineProperty(IDBObjectStore.prototype, 'put', put ?? {}),
    });
  });
  await page.getByText(/storage did not take/).waitFor({ timeout: 30_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the run as a file' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const inMemory = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
  const replies = inMemory.filter(({ reply }) => reply !== undefined).length;
  expect(file.split('"latencyMs"').length - 1).toBe(replies);
  const calls = server.calls.length;
  await page.evaluate('makeRoom()');
  await page.getByLabel(/^Key/).fill(KEY);
  await page.getByRole('button', { name: /^Go on/ }).click();
  await expect.poll(() => statusOf(page, runId), { timeout: 60_000 }).toBe('finished');
  expect(server.calls.length - calls).toBe(88 - replies);
  expect(errors).toEqual([]);
});
