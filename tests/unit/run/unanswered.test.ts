import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRuns, type ModelRequest } from '../../../src/app/index.ts';
import { parseAttempt, type RunConfig, unansweredCalls } from '../../../src/domain/run/index.ts';
import { anAttempt, aQuestion, aReply, aRunConfig } from '../builders.ts';
import { aWorld, MemoryStore } from './memory-ports.ts';
import { aBenchmarkOf, answering, ended, failure, KEY } from './running.ts';

const usage = { inputTokens: 1_000_000, outputTokens: 0, thinkingTokens: undefined, cachedTokens: undefined };
const price = { inputPerMillion: 1, outputPerMillion: 1 };
const judge = {
  model: { kind: 'provider', provider: 'openai-compatible', baseUrl: 'j', modelId: 'judge', parameters: {} },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
} as const satisfies NonNullable<RunConfig['judge']>;
const verdict = JSON.stringify({ score: 2, error_type: 'none', explanation: 'So.' });
const isJudge = ({ modelId }: ModelRequest) => modelId === 'judge';
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const forecastOf = (usd: number) => () => ({ dearestCallUsd: { model: usd, judge: usd } });

/** Every call is billed a dollar, whether its answer comes or not. */
function billing(isAnswered: (call: number) => boolean) {
  return answering((request, call) => {
    if (!isAnswered(call)) throw failure('timeout', true);
    return aReply(isJudge(request) ? verdict : 'It gives way.', { usage });
  });
}

test('under a cap a call that got no answer counts as one that was billed, in every sitting', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 5, maxLength: 30 }),
      fc.integer({ min: 2, max: 12 }),
      async (answered, capUsd) => {
        const model = billing((call) => answered[call % answered.length] === true);
        const store = new MemoryStore();
        const benchmark = aBenchmarkOf(2, 8);
        const budget = { price, judgePrice: price, capUsd };
        let world = aWorld(model, { store, forecast: forecastOf(1) });
        let runs = createRuns(world.ports);
        const { id } = await runs.start(aRunConfig({ judge }), benchmark, { key: KEY }, budget);
        for (let sitting = 0; sitting < 4; sitting += 1) {
          await ended(world, id);
          expect(model.asked.length).toBeLessThanOrEqual(capUsd);
          world = aWorld(model, { store, forecast: forecastOf(1) });
          runs = createRuns(world.ports);
          await runs.resume(id, benchmark, { key: KEY }, budget);
        }
        await ended(world, id);
        const attempts = await store.listAttempts(id);
        const lost = unansweredCalls(attempts, false);
        const paid = attempts.reduce(
          (sum, { reply, judgeUsage }) =>
            sum + ((reply?.usage.inputTokens ?? 0) + (judgeUsage?.inputTokens ?? 0)) / 1e6,
          0,
        );
        // The ledger adds up: each call is paid or perhaps billed.
        expect(paid + lost.model + lost.judge).toBe(model.asked.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('where nobody can tell what a call costs, one goes alone; without an answer the run pauses, and going on tries one more', async () => {
  let answers = false;
  const model = billing(() => answers);
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(8);
  const budget = { price, capUsd: 5 };
  const { id } = await runs.start(aRunConfig(), benchmark, { key: KEY }, budget);
  expect(JSON.stringify((await ended(world, id)).status)).toMatch(/nobody can tell how much it cost/);
  expect(model.asked).toHaveLength(1);
  await runs.resume(id, benchmark, { key: KEY }, budget);
  await ended(world, id);
  expect(model.asked).toHaveLength(2);
  answers = true;
  await runs.resume(id, benchmark, { key: KEY }, budget);
  // Now it is known that the two may have cost two dollars.
  expect(JSON.stringify((await ended(world, id)).status)).toMatch(/\$2\.0000 more may have been billed/);
  expect(model.asked.length).toBeLessThanOrEqual(5);
  expect(model.asked.length).toBeGreaterThanOrEqual(4);
});

test.each(['cancelled', 'reloaded'])('a call under way when its run is %s is counted, the judge’s too', async (how) => {
  const store = new MemoryStore();
  const isHanging = { model: false, judge: false };
  const model = answering(async (request, _call, signal) => {
    if (isJudge(request) ? isHanging.judge : isHanging.model) return hanging(signal);
    return aReply(isJudge(request) ? verdict : 'It gives way.', { usage });
  });
  let world = aWorld(model, { store });
  let runs = createRuns(world.ports);
  const end = async (id: string) => {
    if (how === 'cancelled') await runs.cancel(id);
    world = aWorld(model, { store });
    runs = createRuns(world.ports);
  };
  isHanging.model = true;
  const { id } = await runs.start(aRunConfig({ judge }), aBenchmarkOf(0, 3), { key: KEY });
  await expect.poll(() => model.asked.length).toBe(3);
  await end(id);
  expect(unansweredCalls(await store.listAttempts(id), false)).toEqual({ model: 3, judge: 0 });
  isHanging.model = false;
  isHanging.judge = true;
  await runs.resume(id, aBenchmarkOf(0, 3), { key: KEY });
  await expect.poll(() => model.asked.filter(({ request }) => isJudge(request)).length).toBe(3);
  const underWay = await store.listAttempts(id);
  expect(unansweredCalls(underWay, true)).toEqual({ model: 3, judge: 0 });
  await end(id);
  expect(unansweredCalls(await store.listAttempts(id), false)).toEqual({ model: 3, judge: 3 });
  isHanging.judge = false;
  await runs.resume(id, aBenchmarkOf(0, 3), { key: KEY });
  expect((await ended(world, id)).status.kind).toBe('finished');
  const attempts = await store.listAttempts(id);
  expect(unansweredCalls(attempts, false)).toEqual({ model: 3, judge: 3 });
  // What was asked there was asked there: a copy owes nothing for it.
  const copy = await runs.rejudge(id, aBenchmarkOf(0, 3), judge, { key: undefined });
  await ended(world, copy.id);
  expect(unansweredCalls(await store.listAttempts(copy.id), false)).toEqual({ model: 0, judge: 0 });
});

test('what never got to the server, and what the server refused, is not counted', async () => {
  let online = true;
  const kinds = ['server', 'rate-limited', 'network-or-cors'] as const;
  const model = answering((_request, call) => {
    if (call === 1) return aReply('B', { usage });
    throw failure(kinds[call % 3] ?? 'server', false);
  });
  const lost = async (isOnline: () => boolean) => {
    model.asked.length = 0;
    const world = aWorld(model, { callsAtOnce: 1, isOnline });
    const { id } = await createRuns(world.ports).start(aRunConfig(), aBenchmarkOf(7), { key: KEY });
    await ended(world, id);
    return unansweredCalls(await world.store.listAttempts(id), false).model;
  };
  expect(await lost(() => online)).toBe(2);
  online = false;
  expect(await lost(() => online)).toBe(0);
});

test('calls without an answer are read as they were stored, and an attempt from before they were counted owes none', () => {
  const plain = anAttempt(aQuestion(), 'failed');
  const counted = { ...plain, state: { kind: 'judging', isAsked: true }, unanswered: { model: 2, judge: 1 } } as const;
  expect(parseAttempt(JSON.parse(JSON.stringify(counted)))).toEqual(counted);
  expect(unansweredCalls([parseAttempt(plain)], false)).toEqual({ model: 0, judge: 0 });
  expect(() => parseAttempt({ ...plain, unanswered: { model: -1, judge: 0 } })).toThrow(/unanswered/);
});
