import { setMaxListeners } from 'node:events';

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { afterAll, expect, test } from 'vitest';

import { createRuns } from '../../../src/app/index.ts';
import { buildReport } from '../../../src/domain/report/index.ts';
import { createProviders } from '../../../src/providers/index.ts';
import { type Reply, startStandInModel } from '../../servers/stand-in-model.ts';
import { aRunConfig } from '../builders.ts';
import { aWorld } from './memory-ports.ts';
import { aBenchmarkOf, countOutcomes, ended, KEY } from './running.ts';

const QUESTIONS = 500;
const EPOCHS = 4;
/** Far above what an answer takes, so that no good answer comes too late. */
const TIMEOUT_SECONDS = 6;

const FAULTS: readonly (readonly [perMille: number, fault: (dice: number) => Reply])[] = [
  [20, () => ({ kind: 'raw', status: 429, headers: { 'Retry-After': '7' }, body: { error: { message: 'Slower.' } } })],
  [80, () => ({ kind: 'raw', status: 500, body: { error: { message: 'Something broke.' } } })],
  [60, () => ({ kind: 'cut', text: 'Answer: B' })],
  [2, () => ({ kind: 'hang' })],
  [30, () => ({ kind: 'drop' })],
  [40, () => ({ kind: 'raw', body: 'not JSON at all' })],
  [40, () => ({ kind: 'text', text: '', finishReason: 'content_filter' })],
  [160, (dice) => ({ kind: 'text', text: 'Answer: B', delayMs: dice % 20 })],
];

// As many calls at once listen to one signal.
setMaxListeners(100);

const random = xoroshiro128plus(20_261_202);
const answers: ('good' | 'fault')[] = [];
const server = await startStandInModel({
  expect: { key: KEY },
  answer: () => {
    let dice = uniformInt(random, 0, 999);
    const fault = FAULTS.find(([perMille]) => (dice -= perMille) < 0)?.[1](dice + 1000);
    const reply: Reply = fault ?? { kind: 'text', text: 'Answer: B' };
    answers.push(reply.kind === 'text' ? 'good' : 'fault');
    return reply;
  },
});
afterAll(() => server.close());

test(`${QUESTIONS * EPOCHS} calls of a server with every fault: each ends in one outcome, and none is paid for twice`, async () => {
  const world = aWorld(
    { ask: () => Promise.reject(new Error('nobody is asked here')) },
    {
      providers: createProviders({ fetch }),
      callsAtOnce: 24,
    },
  );
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(QUESTIONS);
  const config = aRunConfig({
    model: {
      kind: 'provider',
      provider: 'openai-compatible',
      baseUrl: server.baseUrl,
      modelId: 'stand-in',
      parameters: { timeout_seconds: TIMEOUT_SECONDS },
    },
    condition: 'text-only',
    epochs: EPOCHS,
  });
  const { id } = await runs.start(config, benchmark, { key: KEY });
  let run = await ended(world, id);
  // Five failures of one cause in a row pause it, as they should; going on asks only for what has no reply.
  for (let pauses = 0; run.status.kind === 'paused' && pauses < 20; pauses += 1) {
    await runs.resume(id, benchmark, { key: KEY });
    run = await ended(world, id);
  }
  expect(run.status).toEqual({ kind: 'finished' });

  const attempts = await world.store.listAttempts(id);
  expect(attempts).toHaveLength(QUESTIONS * EPOCHS);
  expect(new Set(attempts.map(({ questionId, epoch }) => `${questionId} ${epoch}`)).size).toBe(QUESTIONS * EPOCHS);
  expect(attempts.every(({ state }) => state.kind === 'done')).toBe(true);
  const counts = countOutcomes(attempts);
  expect(Object.keys(counts).sort()).toEqual(['blocked', 'correct', 'failed']);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(QUESTIONS * EPOCHS);
  for (const { state, reply, failure } of attempts) {
    const failed = state.kind === 'done' && state.outcome === 'failed';
    expect([reply === undefined, failure !== undefined]).toEqual([failed, failed]);
  }
  // As many replies are kept as the server gave good answers: none is lost, none was asked for twice.
  expect(attempts.filter(({ reply }) => reply !== undefined)).toHaveLength(
    answers.filter((answer) => answer === 'good').length,
  );
  const { ledger } = buildReport(benchmark, run, attempts);
  expect(ledger.all).toMatchObject(counts);
  expect(ledger.pending).toBe(0);
  expect(Math.max(...world.clock.waits)).toBeGreaterThanOrEqual(7000);
}, 120_000);
