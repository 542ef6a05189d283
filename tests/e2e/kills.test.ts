import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { afterAll, expect, inject, test } from 'vitest';

import { findBrowser } from '../../scripts/browser-path.mjs';
import { startStandInModel } from '../servers/stand-in-model.ts';
import './sonoscore-window.ts';

const KILLS = 50;
const LATENCY_MS = 60;
const CALLS_AT_ONCE = 4;

const server = await startStandInModel({ answer: () => ({ kind: 'text', text: 'Answer: B', delayMs: LATENCY_MS }) });
afterAll(() => server.close());

const { path: executablePath, args } = await findBrowser();
const profile = await mkdtemp(path.join(tmpdir(), 'sonoscore-kills-'));
afterAll(() => rm(profile, { recursive: true, force: true }));

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(inject('siteUrl'));
  await page.waitForFunction(() => 'sonoscore' in window);
  return page;
}

/** As a crash does: the renderer is gone at once, without a farewell to the page. */
async function kill(page: Page): Promise<void> {
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await page.close();
}

test(`killed at ${KILLS} random moments, runs keep every stored reply and pay for none twice`, async () => {
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, headless: true });
  afterAll(() => context.close());
  const random = xoroshiro128plus(20_261_201);
  let page = await openPage(context);
  await page.evaluate(() => window.sonoscore.openSample());
  let kills = 0;
  for (let round = 0; kills < KILLS; round += 1) {
    const seed = round;
    const callsBefore = server.calls.length;
    // The seed is part of the call (through the order of options), so that no reply of an earlier run is used again.
    const runId = await page.evaluate(
      ([baseUrl, seed]) =>
        window.sonoscore.start(
          {
            model: {
              kind: 'provider',
              provider: 'openai-compatible',
              baseUrl,
              modelId: `stand-in-${seed}`,
              parameters: {},
            },
            condition: 'text-only',
            epochs: 3,
            seed,
          },
          { key: 'sk-1' },
        ),
      [server.baseUrl, seed] as const,
    );
    const stored = new Map<string, string>();
    let extra = 0;
    for (;;) {
      await page.waitForTimeout(uniformInt(random, 0, 450));
      const situation = await page.evaluate((id) => window.sonoscore.situation(id), runId);
      if (!situation.active || kills >= KILLS) break;
      await kill(page);
      kills += 1;
      const open = server.calls.slice(callsBefore).filter((call) => call.ending() !== 'answered').length;
      extra += CALLS_AT_ONCE;
      expect(open).toBeLessThanOrEqual(extra);
      page = await openPage(context);
      await page.evaluate(() => window.sonoscore.openSample());
      const attempts = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
      for (const attempt of attempts) {
        const name = `${attempt.questionId} ${attempt.epoch}`;
        const before = stored.get(name);
        // What was stored once is there for good.
        if (before !== undefined) expect(attempt.reply?.text).toBe(before);
        else if (attempt.reply !== undefined) stored.set(name, attempt.reply.text);
      }
      await page.evaluate((id) => window.sonoscore.resume(id, { key: 'sk-1' }), runId);
    }
    await expect
      .poll(() => page.evaluate((id) => window.sonoscore.situation(id), runId), { timeout: 60_000 })
      .toMatchObject({ active: false, status: { kind: 'finished' } });
    const attempts = await page.evaluate((id) => window.sonoscore.attempts(id), runId);
    expect(attempts.every(({ state, reply }) => state.kind === 'done' && reply !== undefined)).toBe(true);
    // No question was called again, but for the calls that were in flight at a kill.
    const calls = server.calls.length - callsBefore;
    expect(calls).toBeGreaterThanOrEqual(attempts.length);
    expect(calls).toBeLessThanOrEqual(attempts.length + extra);
  }
});
