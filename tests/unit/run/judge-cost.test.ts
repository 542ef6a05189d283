import { expect, test } from 'vitest';

import { createRuns } from '../../../src/app/index.ts';
import type { RunConfig } from '../../../src/domain/run/index.ts';
import { aReply, aRunConfig } from '../builders.ts';
import { aWorld } from './memory-ports.ts';
import { aBenchmarkOf, answering, countOutcomes, ended, KEY } from './running.ts';

const usage = { inputTokens: 1_000_000, outputTokens: 0, thinkingTokens: undefined, cachedTokens: undefined };
const judge = {
  model: { kind: 'provider', provider: 'openai-compatible', baseUrl: 'j', modelId: 'judge', parameters: {} },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
} as const satisfies NonNullable<RunConfig['judge']>;
const price = { inputPerMillion: 1, outputPerMillion: 1 };
const judgePrice = { inputPerMillion: 3, outputPerMillion: 1 };
const verdict = JSON.stringify({ score: 2, error_type: 'none', explanation: 'So.' });

/** Every call of the model costs a dollar, every call of the judge three. */
function paidBoth(sayOfJudge: (call: number) => string = () => verdict) {
  return answering(({ modelId }, call) => aReply(modelId === 'judge' ? sayOfJudge(call) : 'It gives way.', { usage }));
}

test('a cap counts the judge’s calls, in this sitting and in those before', async () => {
  const model = paidBoth();
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(0, 20);
  const config = aRunConfig({ judge });
  const spent = () => model.asked.reduce((sum, { request }) => sum + (request.modelId === 'judge' ? 3 : 1), 0);
  const { id } = await runs.start(config, benchmark, { key: KEY }, { price, judgePrice, capUsd: 20 });
  expect(JSON.stringify((await ended(world, id)).status)).toMatch(/cap of \$20/);
  expect(spent()).toBeLessThanOrEqual(20);
  expect(spent()).toBeGreaterThanOrEqual(12);
  const before = spent();
  // What was spent counts on: with as much again, no more than that in all.
  await runs.resume(id, benchmark, { key: KEY }, { price, judgePrice, capUsd: 40 });
  await ended(world, id);
  expect(spent()).toBeLessThanOrEqual(40);
  expect(spent()).toBeGreaterThan(before);
  await runs.resume(id, benchmark, { key: KEY }, { price, judgePrice, capUsd: 1000 });
  expect((await ended(world, id)).status.kind).toBe('finished');
  expect(spent()).toBe(20 * 4);
  expect(countOutcomes(await world.store.listAttempts(id))).toEqual({ correct: 20 });
});

test('what a judge was paid is kept though it gave no verdict, and another run does not pay it again', async () => {
  const model = paidBoth((call) => (call < 6 ? 'no JSON at all' : verdict));
  const world = aWorld(model, { callsAtOnce: 1 });
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(0, 1);
  const { id } = await runs.start(aRunConfig({ judge }), benchmark, { key: KEY });
  await ended(world, id);
  const [unjudged] = await world.store.listAttempts(id);
  expect(unjudged?.judgeUsage?.inputTokens).toBe(3_000_000);
  // Each before the next try: a page that is killed between the two loses no account of it.
  const accounts = world.store.history.map(({ judgeUsage }) => judgeUsage?.inputTokens ?? 0);
  expect([...new Set(accounts)]).toEqual([0, 1_000_000, 2_000_000, 3_000_000]);
  await runs.resume(id, benchmark, { key: KEY });
  await ended(world, id);
  const [judged] = await world.store.listAttempts(id);
  expect(judged?.state).toEqual({ kind: 'done', outcome: 'correct' });
  expect(judged?.judgeUsage?.inputTokens).toBe((model.asked.length - 1) * 1_000_000);
  const again = await runs.rejudge(id, benchmark, judge, { key: undefined, judgeKey: KEY });
  await ended(world, again.id);
  expect((await world.store.listAttempts(again.id))[0]?.judgeUsage?.inputTokens).toBe(1_000_000);
});

test('a cap is refused where another model judges and nobody says what it costs', async () => {
  const world = aWorld(paidBoth());
  const starting = createRuns(world.ports).start(
    aRunConfig({ judge }),
    aBenchmarkOf(0, 1),
    { key: KEY },
    { price, capUsd: 1 },
  );
  await expect(starting).rejects.toThrow(/what the judge costs/);
  expect(world.store.runs.size).toBe(0);
});

test('a cap over a queue holds for its runs together, also for those that wait and after a reload', async () => {
  const model = paidBoth();
  const spent = () => model.asked.length;
  const benchmark = aBenchmarkOf(10);
  const asking = (modelId: string, baseUrl: string) =>
    ({ kind: 'provider', provider: 'openai-compatible', baseUrl, modelId, parameters: {} }) as const;
  const budgetOf = (capUsd: number, paidUsd: Record<string, number> = {}) => ({ price, capUsd, queue: { paidUsd } });
  const first = aWorld(model);
  const queued = [asking('one', 'a'), asking('two', 'a'), asking('three', 'b')].map((each) => ({
    config: aRunConfig({ model: each }),
    secrets: { key: KEY },
    budget: budgetOf(12),
  }));
  const started = await createRuns(first.ports).startQueue(queued, benchmark);
  const statuses = await Promise.all(started.map(async ({ id }) => (await ended(first, id)).status));
  expect(
    statuses.every((status) => status.kind === 'paused' && /cap of \$12 over the whole queue/.test(status.reason)),
  ).toBe(true);
  expect(spent()).toBeLessThanOrEqual(12);
  expect(spent()).toBeGreaterThanOrEqual(10);
  const [one, two, three] = started.map(({ id }) => id);
  // The page is new, and only two of them go on: what the third has cost counts all the same.
  const second = aWorld(model, { store: first.store });
  const runs = createRuns(second.ports);
  const answered = async (id: string) => (await second.store.listAttempts(id)).filter(({ reply }) => reply).length;
  const paidUsd = { [one!]: await answered(one!), [two!]: await answered(two!), [three!]: await answered(three!) };
  for (const id of [one!, two!]) await runs.resume(id, benchmark, { key: KEY }, budgetOf(20, paidUsd));
  for (const id of [one!, two!]) await ended(second, id);
  expect(spent()).toBeLessThanOrEqual(20);
  expect(spent()).toBeGreaterThanOrEqual(18);
  for (const id of [one!, two!, three!]) {
    await runs.resume(id, benchmark, { key: KEY }, budgetOf(1000));
    expect((await ended(second, id)).status.kind).toBe('finished');
  }
  expect(spent()).toBe(30);
});

test('no first call of a queue can pass its cap, though nothing was answered yet', async () => {
  const asking = (baseUrl: string) =>
    ({ kind: 'provider', provider: 'openai-compatible', baseUrl, modelId: 'one', parameters: {} }) as const;
  const spentWith = async (expectedUsd: number | undefined) => {
    // Slow enough that all have asked before the first is answered.
    const model = answering(async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return aReply('Answer: B', { usage });
    });
    const world = aWorld(model, { forecast: () => ({ dearestCallUsd: { model: expectedUsd, judge: undefined } }) });
    const queued = ['a', 'b', 'c', 'd'].map((baseUrl) => ({
      config: aRunConfig({ model: asking(baseUrl) }),
      secrets: { key: KEY },
      budget: { price, capUsd: 2.5, queue: { paidUsd: {} } },
    }));
    const started = await createRuns(world.ports).startQueue(queued, aBenchmarkOf(3));
    for (const { id } of started) expect((await ended(world, id)).status.kind).toBe('paused');
    return model.asked.length;
  };
  expect(await spentWith(1)).toBe(2);
  // Where nobody can tell beforehand, one call tells before the next is made.
  expect(await spentWith(undefined)).toBe(2);
});
