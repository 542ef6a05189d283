import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { afterAll, expect, inject, test } from 'vitest';

import { findBrowser } from '../../scripts/browser-path.mjs';
import { type ParsedCall, type Reply, startStandInModel } from '../servers/stand-in-model.ts';
import './sonoscore-window.ts';

const KILLS = 50;
const LATENCY_MS = 60;
const CALLS_AT_ONCE = 4;
const JUDGE_TOKENS = 100;

/** No two replies are alike, so that one that took another's place would be seen. */
function answer(call: ParsedCall): Reply {
  if (!call.wantsJson) return { kind: 'text', text: `Answer: B\n(call ${call.index})`, delayMs: LATENCY_MS };
  const verdict = { explanation: `Call ${call.index}.`, error_type: 'wrong_conclusion', score: 1 };
  const usage = { inputTokens: JUDGE_TOKENS, outputTokens: 1 };
  return { kind: 'text', text: JSON.stringify(verdict), usage, delayMs: LATENCY_MS };
}

const servers = [await startStandInModel({ answer }), await startStandInModel({ answer })] as const;
afterAll(() => Promise.all(servers.map((server) => server.close())));
const callsOf = (modelId: string) =>
  servers.flatMap(({ calls }) => calls.filter((call) => call.modelId === modelId)).length;

const { path: executablePath, args } = await findBrowser();
const profile = await mkdtemp(path.join(tmpdir(), 'sonoscore-kills-'));
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 20 }));

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

/**
 * A queue of two models that have their free answers judged. At one server they are asked one after another, at two at once.
 * The seed is part of the model's name, so that no reply of an earlier run is used again.
 */
async function startQueue(page: Page, seed: number) {
  const models = servers.map((_, place) => ({
    baseUrl: servers[seed % 2 === 0 ? 0 : place]?.baseUrl ?? '',
    name: `model-${seed}-${place}`,
    judge: `judge-${seed}-${place}`,
  }));
  const ids = await page.evaluate((named) => {
    const called = (baseUrl: string, modelId: string) =>
      ({ kind: 'provider', provider: 'openai-compatible', baseUrl, modelId, parameters: {} }) as const;
    return window.sonoscore.startQueue(
      named.map(({ baseUrl, name, judge }) => ({
        config: {
          model: called(baseUrl, name),
          judge: { model: called(baseUrl, judge), protocol: { id: 'sonoscore', version: '1' }, strict: false },
          condition: 'text-only',
          epochs: 2,
        },
        secrets: { key: 'sk-1', judgeKey: 'sk-2' },
      })),
    );
  }, models);
  return models.map(({ name, judge }, index) => ({ id: ids[index] ?? '', name, judge }));
}

const isOver = (page: Page, ids: readonly string[]) =>
  page.evaluate(async (all) => {
    const situations = await Promise.all(all.map((id) => window.sonoscore.situation(id)));
    return situations.every(({ active, status }) => !active && status.kind === 'finished');
  }, ids);

test(`killed at ${KILLS} random moments, queued and judged runs keep every stored reply and verdict and pay for none twice`, async () => {
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, headless: true });
  afterAll(() => context.close());
  const random = xoroshiro128plus(20_261_201);
  let page = await openPage(context);
  await page.evaluate(() => window.sonoscore.openSample());
  let kills = 0;
  for (let seed = 0; kills < KILLS; seed += 1) {
    const killsBefore = kills;
    const runs = await startQueue(page, seed);
    const ids = runs.map(({ id }) => id);
    const stored = new Map<string, string>();
    const attemptsOf = (id: string) => page.evaluate((runId) => window.sonoscore.attempts(runId), id);
    /** What was stored once is there for good, and no more was paid for than that and what was under way at the kills. */
    const look = async () => {
      for (const { id, name, judge } of runs) {
        const attempts = await attemptsOf(id);
        for (const { questionId, epoch, reply, verdict } of attempts) {
          for (const [what, text] of Object.entries({ reply: reply?.text, verdict: verdict?.raw })) {
            const key = `${what} ${id} ${questionId} ${epoch}`;
            const before = stored.get(key);
            if (before !== undefined) expect(text).toBe(before);
            else if (text !== undefined) stored.set(key, text);
          }
        }
        const lost = (kills - killsBefore) * CALLS_AT_ONCE;
        const replies = attempts.filter(({ reply }) => reply !== undefined).length;
        const verdicts = attempts.filter(({ verdict }) => verdict !== undefined).length;
        expect(callsOf(name) - replies).toBeLessThanOrEqual(lost);
        expect(callsOf(judge) - verdicts).toBeLessThanOrEqual(lost);
      }
    };
    for (;;) {
      await page.waitForTimeout(uniformInt(random, 0, 450));
      if (kills >= KILLS || (await isOver(page, ids))) break;
      await kill(page);
      kills += 1;
      page = await openPage(context);
      await page.evaluate(() => window.sonoscore.openSample());
      await look();
      await page.evaluate(async (all) => {
        for (const id of all) {
          const { status } = await window.sonoscore.situation(id);
          if (status.kind !== 'finished') await window.sonoscore.resume(id, { key: 'sk-1', judgeKey: 'sk-2' });
        }
      }, ids);
    }
    await expect.poll(() => isOver(page, ids), { timeout: 60_000 }).toBe(true);
    await look();
    for (const { id } of runs) {
      for (const { state, reply, questionId, verdict, judgeUsage } of await attemptsOf(id)) {
        const isFree = questionId.startsWith('free');
        expect(state.kind === 'done' && reply !== undefined && (verdict !== undefined) === isFree).toBe(true);
        // The ledger holds the one verdict that was kept.
        if (isFree) expect(judgeUsage?.inputTokens).toBe(JUDGE_TOKENS);
      }
    }
  }
});
