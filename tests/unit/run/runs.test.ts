import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRuns } from '../../../src/app/index.ts';
import { shortcutMeter } from '../../../src/domain/baselines/index.ts';
import { buildReport } from '../../../src/domain/report/index.ts';
import type { Attempt, Run, RunConfig } from '../../../src/domain/run/index.ts';
import { aBenchmark, anAttempt, aQuestion, aReply, aRun, aRunConfig, aVerdict, letters, options } from '../builders.ts';
import { aWorld, MemoryBrowser, MemoryReplies, MemoryStore } from './memory-ports.ts';
import { aBenchmarkOf, answering, countOutcomes, ended, failure, KEY, runThrough } from './running.ts';

const multipleChoiceOnly = { kinds: ['multiple-choice'] } as const satisfies Partial<RunConfig>;

test('every question is asked once, and its attempt is stored in each state before the next', async () => {
  const model = answering(() => aReply('Answer: B'));
  const world = aWorld(model);
  const { run, attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(6, 3));
  expect(run.status).toEqual({ kind: 'finished' });
  expect(model.asked).toHaveLength(9);
  expect(countOutcomes(attempts)).toEqual({ correct: 6, unjudged: 3 });
  for (const attempt of attempts) {
    const states = world.store.history.filter((entry) => entry.questionId === attempt.questionId);
    expect(states.map(({ state }) => state.kind)).toEqual(['queued', 'preparing', 'asking', 'judging', 'done']);
    // Raw before it is scored.
    expect(states[3]?.reply?.text).toBe('Answer: B');
    expect(states[3]?.prediction).toBeUndefined();
  }
});

test('the key reaches the provider and is stored nowhere', async () => {
  const model = answering((_, call) => {
    if (call === 2) throw failure('bad-request', false);
    return aReply('B');
  });
  const replies = new MemoryReplies();
  const world = aWorld(model, { replies });
  await runThrough(world, aRunConfig(), aBenchmarkOf(4, 2));
  expect(model.asked.every(({ key }) => key === KEY)).toBe(true);
  const everything = JSON.stringify([
    [...world.store.runs],
    [...world.store.attempts],
    world.store.history,
    [...replies.replies],
  ]);
  expect(everything).not.toContain(KEY);
});

test('a key among the parameters is refused before anything is stored', async () => {
  const world = aWorld(answering(() => aReply('B')));
  const config = aRunConfig({
    model: {
      kind: 'provider',
      provider: 'openai-compatible',
      baseUrl: 'x',
      modelId: 'm',
      parameters: { api_key: KEY },
    },
  });
  await expect(createRuns(world.ports).start(config, aBenchmarkOf(1), { key: undefined })).rejects.toThrow(/api_key/);
  expect(world.store.runs.size).toBe(0);
});

test.each([
  ['the model’s name', { modelId: KEY }],
  ['the model’s name, with spaces around', { modelId: ` ${KEY} ` }],
  ['the address', { baseUrl: `https://models.example/v1/${KEY}` }],
  ['the address, though it is another key', { baseUrl: 'https://models.example/v1?api_key=whatever' }],
  ['the address, as a password', { baseUrl: 'https://me:whatever@models.example/v1' }],
  ['a parameter', { parameters: { user: `me:${KEY}` } }],
  ['a parameter, by its name', { parameters: { 'x-api-key': 'whatever' } }],
  ['the model’s name, though it is another key', { modelId: `sk-${'ab12'.repeat(8)}` }],
])('a key in %s is refused before anything is stored', async (_, wrong) => {
  const world = aWorld(answering(() => aReply('B')));
  const model = {
    kind: 'provider',
    provider: 'openai-compatible',
    baseUrl: 'x',
    modelId: 'm',
    parameters: {},
    ...wrong,
  } as const;
  const started = createRuns(world.ports).start(aRunConfig({ model }), aBenchmarkOf(1), { key: KEY });
  await expect(started).rejects.toThrow(/use the key field/);
  await expect(started.catch(String)).resolves.not.toContain(KEY);
  expect(world.store.runs.size).toBe(0);
});

test('a baseline’s run has the very number that the shortcut meter shows for it', async () => {
  const words = (first: string) => options(`${first} down`, 'Turning', 'Zooming out', 'Waiting for a while');
  const benchmark = aBenchmark([
    ...[1, 2, 3, 4].map((number) => aQuestion({ number, options: words('Pressing'), answer: letters[number % 4]! })),
    // Not kept, so that nothing of them counts, least of all their first words.
    ...[5, 6, 7, 8, 9].map((number) =>
      aQuestion({ number, options: options('Zooming', 'Zooming in', 'Zooming a'), keep: false }),
    ),
    aQuestion({ number: 10, options: words('Turning'), answer: 'C' }),
  ]);
  for (const { name, correct, total } of shortcutMeter(benchmark, 7)) {
    const model = { kind: 'baseline', baseline: name } as const;
    const world = aWorld(answering(() => aReply('B')));
    const { attempts } = await runThrough(world, aRunConfig({ ...multipleChoiceOnly, model, seed: 7 }), benchmark);
    expect([name, countOutcomes(attempts)['correct'] ?? 0, attempts.length]).toEqual([name, correct, total]);
  }
});

test('an attempt keeps its reply as both rules read it', async () => {
  const world = aWorld(answering(() => aReply('Answer: **B**')));
  const { attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(1, 1));
  expect(attempts.map(({ readings }) => readings)).toEqual([{ robust: 'B', reference: 'A' }, undefined]);
});

test('a baseline answers without a call and without a clip', async () => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model);
  const benchmark = aBenchmarkOf(250);
  const config = aRunConfig({ ...multipleChoiceOnly, model: { kind: 'baseline', baseline: 'always-B' } });
  const { run, attempts } = await runThrough(world, config, benchmark);
  expect(run.status.kind).toBe('finished');
  expect(countOutcomes(attempts)).toEqual({ correct: 250 });
  expect(model.asked).toEqual([]);
  expect(world.clipper.cuts).toEqual([]);
});

test('cancelling ends calls at once, keeps what was answered, and resuming asks only for the rest', async () => {
  const model = answering((_, call, signal) =>
    call <= 3
      ? aReply('B')
      : new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
  );
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(10);
  const { id } = await runs.start(aRunConfig(), benchmark, { key: KEY });
  await expect.poll(() => model.asked.length).toBe(7);
  await runs.cancel(id);
  const run = await ended(world, id);
  expect(run.status).toEqual({ kind: 'cancelled' });
  expect(countOutcomes(await world.store.listAttempts(id))).toEqual({ correct: 3, queued: 7 });

  // Another page, later.
  const later = answering(() => aReply('A'));
  const reloaded = aWorld(later, { store: world.store, browser: world.browser });
  await createRuns(reloaded.ports).resume(id, benchmark, { key: KEY });
  expect((await ended(reloaded, id)).status).toEqual({ kind: 'finished' });
  expect(later.asked).toHaveLength(7);
  expect(countOutcomes(await world.store.listAttempts(id))).toEqual({ correct: 3, incorrect: 7 });
});

test('a page that died between reply and score does not ask again', async () => {
  const store = new MemoryStore();
  const first = aWorld(
    answering(() => aReply('B')),
    { store },
  );
  const benchmark = aBenchmarkOf(5);
  const { run } = await runThrough(first, aRunConfig(), benchmark);
  // What such a page leaves behind: replies, and nothing after them.
  for (const [key, attempt] of store.attempts) {
    store.attempts.set(key, { ...attempt, state: { kind: 'judging' }, prediction: undefined });
  }
  const model = answering(() => aReply('A'));
  const second = aWorld(model, { store });
  await createRuns(second.ports).resume(run.id, benchmark, { key: undefined });
  await ended(second, run.id);
  expect(model.asked).toEqual([]);
  expect(countOutcomes(await store.listAttempts(run.id))).toEqual({ correct: 5 });
});

test('"too many requests" is tried again after the wait that the server asked for, by fewer calls at once', async () => {
  let open = 0;
  let allFourAreHere = (): void => undefined;
  const four = new Promise<void>((resolve) => (allFourAreHere = resolve));
  const peaks: number[] = [];
  const model = answering(async (_, call) => {
    open += 1;
    peaks.push(open);
    if (open === 4) allFourAreHere();
    // The first calls stay until there are four of them, however slowly they come.
    await (call <= 4 ? four : new Promise((resolve) => setImmediate(resolve)));
    open -= 1;
    if (call <= 4) throw failure('rate-limited', true, 30_000);
    return aReply('B');
  });
  const world = aWorld(model);
  const { attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(40));
  expect(countOutcomes(attempts)).toEqual({ correct: 40 });
  expect(model.asked).toHaveLength(44);
  expect(Math.max(...peaks.slice(0, 4))).toBe(4);
  expect(Math.max(...peaks.slice(4, 8))).toBeLessThanOrEqual(3);
  // After as many good answers the calls come back one by one.
  expect(Math.max(...peaks.slice(20))).toBe(4);
  expect(Math.max(...world.clock.waits)).toBeGreaterThanOrEqual(30_000);
  expect(
    world.store.history.some(({ state }) => state.kind === 'waiting' && state.reason.includes('rate-limited')),
  ).toBe(true);
});

test.each(['auth', 'quota-exhausted'] as const)(
  '%s pauses the run at once, with its question still to be asked',
  async (kind) => {
    const model = answering((_, call) => {
      if (call === 3) throw failure(kind, false);
      return aReply('B');
    });
    const world = aWorld(model, { callsAtOnce: 1 });
    const { run, attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(20));
    expect(run.status).toEqual({ kind: 'paused', reason: `The stand-in says ${kind}.` });
    expect(model.asked).toHaveLength(3);
    expect(countOutcomes(attempts)).toEqual({ correct: 2, queued: 18 });
  },
);

test('a spent quota pauses with the time that the service named', async () => {
  const model = answering(() => {
    throw failure('quota-exhausted', false, 5 * 3_600_000);
  });
  const { run } = await runThrough(aWorld(model), aRunConfig(), aBenchmarkOf(3));
  expect(run.status).toEqual({
    kind: 'paused',
    reason: expect.stringMatching(
      /^The stand-in says quota-exhausted\. It named a time: from 2026-01-01 05:0\d UTC on/,
    ),
  });
});

test('a wait of hours is a quota’s: the run pauses with the time instead of sleeping through it', async () => {
  const model = answering((_, call) => {
    if (call === 3) throw failure('rate-limited', true, 5 * 3_600_000);
    return aReply('B');
  });
  const world = aWorld(model, { callsAtOnce: 1 });
  const { run, attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(6));
  expect(run.status).toEqual({
    kind: 'paused',
    reason: expect.stringMatching(/^The stand-in says rate-limited\. It named a time: from 2026-01-01 05:0\d UTC on/),
  });
  expect(model.asked).toHaveLength(3);
  expect(countOutcomes(attempts)).toEqual({ correct: 2, queued: 4 });
});

test('while a server that has a fault of its own asks to be left alone, no other call goes to it', async () => {
  const at: number[] = [];
  const model = answering((_, call) => {
    at.push(world.clock.nowMs());
    if (call === 1) throw failure('server', true, 30_000);
    return aReply('B');
  });
  const world = aWorld(model, { callsAtOnce: 1 });
  const { attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(6));
  expect(countOutcomes(attempts)).toEqual({ correct: 6 });
  const [first = 0, ...others] = at;
  expect(Math.min(...others) - first).toBeGreaterThanOrEqual(30_000);
});

test('each repeat is asked with a sampling seed of its own, where there is one', async () => {
  const seedsWith = async (parameters: Record<string, number>) => {
    const model = answering(() => aReply('B'));
    const asked = { kind: 'provider', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' } as const;
    const config = aRunConfig({ epochs: 3, model: { ...asked, modelId: 'stand-in', parameters } });
    await runThrough(aWorld(model), config, aBenchmarkOf(1));
    return model.asked.map(({ request }) => request.parameters['seed']);
  };
  expect((await seedsWith({ seed: 7 })).sort()).toEqual([7, 8, 9]);
  expect(await seedsWith({ temperature: 1 })).toEqual([undefined, undefined, undefined]);
});

test('an answer whose judge has to wait says until when and why, and is judged after it', async () => {
  let judged = 0;
  const model = answering((request) => {
    if (request.modelId !== 'judge') return aReply('It gives way.');
    if ((judged += 1) === 1) throw failure('rate-limited', true, 20_000);
    return aReply(JSON.stringify({ score: 2, error_type: 'none', explanation: 'So.' }));
  });
  const world = aWorld(model);
  const { attempts } = await runThrough(world, aRunConfig({ judge }), aBenchmarkOf(0, 1));
  expect(countOutcomes(attempts)).toEqual({ correct: 1 });
  const states = world.store.history.map(({ state }) => state);
  expect(states.map(({ kind }) => kind)).toEqual([
    ...['queued', 'preparing', 'asking', 'judging'],
    ...['judging', 'waiting', 'judging', 'done'],
  ]);
  expect(states[5]).toMatchObject({ cause: 'rate-limited', reason: expect.stringMatching(/^The judge: /) });
});

test('five failures of one cause in a row pause the run; other causes in between do not', async () => {
  const five = answering((_, call) => {
    if (call > 2) throw failure('bad-request', false);
    return aReply('B');
  });
  const paused = await runThrough(aWorld(five, { callsAtOnce: 1 }), aRunConfig(), aBenchmarkOf(30));
  expect(paused.run.status.kind).toBe('paused');
  expect(countOutcomes(paused.attempts)).toEqual({ correct: 2, failed: 5, queued: 23 });

  const mixed = answering((_, call) => {
    throw failure(call % 2 === 0 ? 'bad-request' : 'too-large', false);
  });
  const finished = await runThrough(aWorld(mixed, { callsAtOnce: 1 }), aRunConfig(), aBenchmarkOf(12));
  expect(finished.run.status.kind).toBe('finished');
  expect(countOutcomes(finished.attempts)).toEqual({ failed: 12 });
});

test('questions without a source video fail by name, and the rest is asked', async () => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model, {
    sources: {
      find: (sourceKey) =>
        Promise.resolve(
          sourceKey.endsWith('video_1') ? undefined : { name: sourceKey, blob: new Blob(), offsetSeconds: 0 },
        ),
    },
  });
  const { run, attempts } = await runThrough(world, aRunConfig(), aBenchmarkOf(50));
  expect(run.status.kind).toBe('finished');
  expect(countOutcomes(attempts)).toEqual({ correct: 40, failed: 10 });
  const failed = attempts.find(({ state }) => state.kind === 'done' && state.outcome === 'failed');
  expect(failed?.failure).toMatchObject({ kind: 'no-source-video' });
  expect(failed?.failure?.message).toMatch(/video_1.*attach/);
});

test('a store that fails pauses the run and loses nothing: memory has it, and going on stores it without a call', async () => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model, { callsAtOnce: 1 });
  let writes = 0;
  let broken = true;
  world.store.fault = () => {
    writes += 1;
    return broken && writes > 8 ? new Error('The disk is full.') : undefined;
  };
  const runs = createRuns(world.ports);
  const benchmark = aBenchmarkOf(6);
  const { id } = await runs.start(aRunConfig(), benchmark, { key: KEY });
  await expect.poll(() => world.browser.held.has(id)).toBe(false);
  const inMemory = await runs.load(id);
  expect(inMemory?.run.status).toMatchObject({ kind: 'paused' });
  expect(JSON.stringify(inMemory?.run.status)).toContain('The disk is full.');
  const replies = inMemory?.attempts.filter((attempt) => attempt.reply !== undefined) ?? [];
  expect(replies).toHaveLength(model.asked.length);

  broken = false;
  await runs.resume(id, benchmark, { key: KEY });
  await ended(world, id);
  expect(model.asked).toHaveLength(6);
  expect(countOutcomes(await world.store.listAttempts(id))).toEqual({ correct: 6 });
});

test('what another tab has gone on with is taken in before this tab goes on, and nothing is paid for twice', async () => {
  const [browser, store] = [new MemoryBrowser(), new MemoryStore()];
  const model = answering(() => aReply('B'));
  let isFull = true;
  let writes = 0;
  store.fault = () => {
    writes += 1;
    return isFull && writes > 8 ? new Error('The disk is full.') : undefined;
  };
  const world = aWorld(model, { browser, store, callsAtOnce: 1 });
  const here = createRuns(world.ports);
  const there = createRuns(aWorld(model, { browser, store }).ports);
  const benchmark = aBenchmarkOf(6);
  const { id } = await here.start(aRunConfig(), benchmark, { key: KEY });
  await expect.poll(() => browser.held.has(id)).toBe(false);
  isFull = false;
  await there.resume(id, benchmark, { key: KEY });
  await ended(world, id);
  const calls = model.asked.length;
  await here.resume(id, benchmark, { key: KEY });
  await ended(world, id);
  expect(model.asked).toHaveLength(calls);
  expect(countOutcomes(await store.listAttempts(id))).toEqual({ correct: 6 });
});

test('a clock that is set back makes no wait longer, and nothing new look old', async () => {
  let setBackMs = 0;
  const world = aWorld(
    answering((_, call) => {
      if (call > 1) return aReply('B');
      // Between the server's words and the end of the wait.
      setImmediate(() => (setBackMs = 3_600_000));
      throw failure('rate-limited', true, 2000);
    }),
  );
  const clock = {
    nowMs: () => world.clock.nowMs() - setBackMs,
    sleep: (ms: number, signal: AbortSignal) => world.clock.sleep(ms, signal),
  };
  const { run } = await runThrough({ ...world, ports: { ...world.ports, clock } }, aRunConfig(), aBenchmarkOf(8));
  expect(run.status.kind).toBe('finished');
  expect(Math.max(...world.clock.waits)).toBeLessThan(10_000);
  const times = new Map<string, string>();
  for (const { questionId, updatedAt } of world.store.history) {
    expect(updatedAt >= (times.get(questionId) ?? '')).toBe(true);
    times.set(questionId, updatedAt);
  }
});

test('one tab works on a run; another hears of it, cannot double it, and can cancel it', async () => {
  const browser = new MemoryBrowser();
  const store = new MemoryStore();
  const model = answering((_, call, signal) =>
    call === 1
      ? aReply('B')
      : new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
  );
  const world = aWorld(model, { store, browser });
  const other = createRuns(
    aWorld(
      answering(() => aReply('A')),
      { store, browser },
    ).ports,
  );
  const benchmark = aBenchmarkOf(3);
  const { id } = await createRuns(world.ports).start(aRunConfig(), benchmark, { key: KEY });
  const heard: string[] = [];
  const stop = other.watch(id, ({ changed }) => {
    heard.push(...changed.map(({ state }) => state.kind));
  });
  await expect.poll(() => model.asked.length).toBe(3);
  expect((await other.load(id))?.active).toBe(true);
  await expect(other.resume(id, benchmark, { key: KEY })).rejects.toThrow(/another tab/i);
  await expect(other.rescore(id, benchmark)).rejects.toThrow(/another tab/i);
  await other.cancel(id);
  expect((await ended(world, id)).status.kind).toBe('cancelled');
  expect(heard).toContain('done');
  expect((await other.load(id))?.active).toBe(false);
  stop();
});

/** Answers once, then leaves every call hanging until it is cancelled. */
function hangingAfterOne() {
  return answering((_, call, signal) =>
    call === 1
      ? aReply('B')
      : new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
  );
}

test('deleting a run ends its calls at once, and a reload does not bring it back', async () => {
  const store = new MemoryStore();
  const model = hangingAfterOne();
  const world = aWorld(model, { store });
  const runs = createRuns(world.ports);
  const { id } = await runs.start(aRunConfig(), aBenchmarkOf(3), { key: KEY });
  await expect.poll(() => model.asked.length).toBe(3);
  await runs.trash(id);
  expect(world.browser.held.size).toBe(0);
  const reloaded = createRuns(aWorld(model, { store }).ports);
  expect(await reloaded.list()).toEqual([]);
  await expect(reloaded.resume(id, aBenchmarkOf(3), { key: KEY })).rejects.toThrow(/was deleted/);
  expect((await reloaded.restore(id)).status).toEqual({ kind: 'cancelled' });
  expect((await reloaded.list()).map((run) => run.id)).toEqual([id]);
  // Only what is still marked goes.
  await reloaded.purge(id);
  expect(store.runs.has(id)).toBe(true);
  await reloaded.trash(id);
  await reloaded.purge(id);
  expect([store.runs.size, store.attempts.size]).toEqual([0, 0]);
  await expect(reloaded.restore(id)).rejects.toThrow(/removed for good/);
});

test('deleting a run that another tab works on ends it there, and that tab hears that it was deleted', async () => {
  const browser = new MemoryBrowser();
  const store = new MemoryStore();
  const model = hangingAfterOne();
  const world = aWorld(model, { store, browser });
  const mine = createRuns(world.ports);
  const other = createRuns(aWorld(model, { store, browser }).ports);
  const { id } = await mine.start(aRunConfig(), aBenchmarkOf(3), { key: KEY });
  await expect.poll(() => model.asked.length).toBe(3);
  expect(await other.atWork(await other.list())).toEqual(new Set([id]));
  const heard: (string | undefined)[] = [];
  mine.watch(id, ({ run }) => heard.push(run.deletedAt));
  const told: Run[] = [];
  mine.watchAll((run) => told.push(run));
  await other.trash(id);
  expect(browser.held.has(id)).toBe(false);
  expect(heard.at(-1)).toBeDefined();
  expect(told.at(-1)).toMatchObject({ id, status: { kind: 'cancelled' } });
  expect([await mine.list(), await other.list()]).toEqual([[], []]);
  // The tab that worked on it can undo, too.
  await mine.restore(id);
  expect((await other.list()).map(({ status }) => status.kind)).toEqual(['cancelled']);
});

test.each(['at work', 'paused'])(
  'deleted in one tab while another that is %s has unsaved answers, a run stays deleted, and undoing brings all answers back',
  async (how) => {
    const browser = new MemoryBrowser();
    const store = new MemoryStore();
    const other = createRuns(aWorld(hangingAfterOne(), { store, browser }).ports);
    // The disk takes the first answer and no later one.
    let isFull = false;
    store.fault = () => (isFull ? new Error('The disk is full.') : undefined);
    const model = answering(async (_request, call, signal) => {
      if (call === 3 && how === 'at work')
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      while (call > 1 && !isFull) await new Promise((resolve) => setImmediate(resolve));
      return aReply('B');
    });
    const world = aWorld(model, { store, browser });
    const mine = createRuns(world.ports);
    const { id } = await mine.start(aRunConfig(), aBenchmarkOf(3), { key: KEY });
    await expect.poll(() => [...store.attempts.values()].some(({ reply }) => reply !== undefined)).toBe(true);
    isFull = true;
    await expect.poll(() => model.asked.length).toBe(3);
    if (how === 'paused') await ended(world, id);
    expect((await mine.load(id))?.active).toBe(how === 'at work');
    await other.trash(id);
    expect(browser.held.has(id)).toBe(false);
    await other.purge(id);
    isFull = false;
    expect(store.runs.size).toBe(0);
    await expect(mine.resume(id, aBenchmarkOf(3), { key: KEY })).rejects.toThrow(/was deleted/);
    expect((await mine.load(id))?.run.deletedAt).toBeDefined();
    expect([store.runs.size, await mine.list()]).toEqual([0, []]);
    const answered = (attempts: readonly Attempt[]) => attempts.filter(({ reply }) => reply !== undefined).length;
    const kept = (await mine.load(id))?.attempts ?? [];
    expect(answered(kept)).toBeGreaterThanOrEqual(2);
    await mine.restore(id);
    expect(answered(await store.listAttempts(id))).toBe(answered(kept));
    expect((await other.list()).map((run) => run.id)).toEqual([id]);
  },
);

test('a mark that another tab has set holds though the tab at work heard nothing of it', async () => {
  const browser = new MemoryBrowser();
  const store = new MemoryStore();
  const world = aWorld(hangingAfterOne(), { store, browser });
  const deaf = { tell: () => undefined, hear: () => () => undefined };
  const mine = createRuns({ ...world.ports, feed: deaf });
  const other = createRuns(aWorld(hangingAfterOne(), { store, browser }).ports);
  const { id } = await mine.start(aRunConfig(), aBenchmarkOf(3), { key: KEY });
  await other.trash(id);
  expect(browser.held.has(id)).toBe(true);
  await mine.cancel(id);
  expect(store.runs.get(id)?.deletedAt).toBeDefined();
  expect(await other.list()).toEqual([]);
});

test('a run at rest that is had back is as it was, and an old mark is carried out with the next list', async () => {
  const world = aWorld(answering(() => aReply('B')));
  const { run, runs } = await runThrough(world, aRunConfig(), aBenchmarkOf(2));
  await runs.trash(run.id);
  expect((await runs.restore(run.id)).status).toEqual({ kind: 'finished' });
  await runs.trash(run.id);
  await world.clock.sleep(50_000, new AbortController().signal);
  await runs.list();
  expect(world.store.runs.size).toBe(1);
  await world.clock.sleep(11_000, new AbortController().signal);
  await runs.list();
  expect([world.store.runs.size, world.store.attempts.size]).toEqual([0, 0]);
});

test('a run that was left in the midst is not at work', async () => {
  const world = aWorld(answering(() => aReply('B')));
  await world.store.putRun(aRun(aBenchmarkOf(1), { status: { kind: 'running' } }));
  const runs = createRuns(world.ports);
  expect(await runs.atWork(await runs.list())).toEqual(new Set());
});

test('a run is not resumed with another benchmark', async () => {
  const world = aWorld(answering(() => aReply('B')));
  const { run, runs } = await runThrough(world, aRunConfig(), aBenchmarkOf(2));
  const other = aBenchmark([aQuestion()], { digest: 'f'.repeat(64) });
  await expect(runs.resume(run.id, other, { key: KEY })).rejects.toThrow(/another benchmark/);
  // The lock is free again.
  await runs.resume(run.id, aBenchmarkOf(2), { key: KEY });
  await ended(world, run.id);
});

test('the same call in another run costs nothing; another seed, parameter or epoch, or a wish for fresh answers, does', async () => {
  const replies = new MemoryReplies();
  const store = new MemoryStore();
  const model = answering(() => aReply('B'));
  const benchmark = aBenchmarkOf(8);
  const calls = async (config: RunConfig): Promise<number> => {
    const before = model.asked.length;
    await runThrough(aWorld(model, { replies, store }), config, benchmark);
    return model.asked.length - before;
  };
  const config = aRunConfig(multipleChoiceOnly);
  expect(await calls(config)).toBe(8);
  expect(await calls(config)).toBe(0);
  const reused = [...store.attempts.values()].filter((attempt) => attempt.reused === true);
  expect(reused).toHaveLength(8);
  expect(await calls({ ...config, epochs: 2 })).toBe(8);
  expect(await calls({ ...config, freshAnswers: true })).toBe(8);
  const warm = { ...config.model, parameters: { temperature: 1 } };
  expect(await calls({ ...config, model: warm })).toBe(8);
  expect(await calls({ ...config, optionOrder: 'seeded', seed: 9 })).toBeGreaterThan(0);
});

test('a cache that cannot be read is none: the question is asked', async () => {
  const replies = new MemoryReplies();
  replies.get = () => Promise.reject(new Error('The record is spoilt.'));
  const model = answering(() => aReply('B'));
  const { run, attempts } = await runThrough(aWorld(model, { replies }), aRunConfig(), aBenchmarkOf(4));
  expect(run.status.kind).toBe('finished');
  expect(countOutcomes(attempts)).toEqual({ correct: 4 });
});

test('cut-off and blocked replies are kept as outcomes and never used for another run', async () => {
  const replies = new MemoryReplies();
  const model = answering((_, call) =>
    aReply('', { finishReason: call % 2 === 0 ? 'length' : 'blocked', rawFinishReason: undefined }),
  );
  const { attempts } = await runThrough(aWorld(model, { replies }), aRunConfig(), aBenchmarkOf(4));
  expect(countOutcomes(attempts)).toEqual({ truncated: 2, blocked: 2 });
  expect(replies.replies.size).toBe(0);
});

test('a limit spreads over the list, circular order asks every rotation, epochs repeat', async () => {
  const model = answering(() => aReply('B'));
  const spread = await runThrough(aWorld(model), aRunConfig({ limit: 4 }), aBenchmarkOf(10, 10));
  const places = spread.run.questionIds.map((id) => id.split('/')[0]);
  expect(places).toEqual(['mcq', 'mcq', 'free', 'free']);

  const circular = await runThrough(
    aWorld(model),
    aRunConfig({ optionOrder: 'circular', epochs: 2 }),
    aBenchmarkOf(1, 1),
  );
  expect(countOutcomes(circular.attempts)).toEqual({ correct: 2, incorrect: 6, unjudged: 2 });
  const orders = circular.attempts
    .filter(({ optionOrder }) => optionOrder.length > 0)
    .map((a) => a.optionOrder.join(''));
  expect(new Set(orders).size).toBe(4);
});

test('any limit takes that many questions, in order, none twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 70 }), async (count, limit) => {
      const world = aWorld(answering(() => aReply('B')));
      const config = aRunConfig({ limit, model: { kind: 'baseline', baseline: 'always-A' } });
      const { run } = await runThrough(world, config, aBenchmarkOf(count));
      expect(run.questionIds).toHaveLength(Math.min(count, limit));
      const numbers = run.questionIds.map((id) => Number(id.split('/')[2]));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test('a cap stops before the call that could pass it, and going on with a higher one asks for the rest', async () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, thinkingTokens: undefined, cachedTokens: undefined };
  const model = answering(() => aReply('B', { usage }));
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const price = { inputPerMillion: 1, outputPerMillion: 1 };
  const benchmark = aBenchmarkOf(20);
  const { id } = await runs.start(aRunConfig(), benchmark, { key: KEY }, { price, capUsd: 6 });
  const run = await ended(world, id);
  expect(JSON.stringify(run.status)).toMatch(/cap of \$6/);
  expect(model.asked.length).toBeLessThanOrEqual(6);
  expect(model.asked.length).toBeGreaterThanOrEqual(3);
  await runs.resume(id, benchmark, { key: KEY }, { price, capUsd: 100 });
  expect((await ended(world, id)).status.kind).toBe('finished');
  expect(model.asked).toHaveLength(20);
});

test.each([0, -1, Number.NaN, Infinity])('a cap of %s is refused before anything is asked', async (capUsd) => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model);
  const price = { inputPerMillion: 1, outputPerMillion: 1 };
  const start = (budget: { readonly price: typeof price; readonly capUsd: number }) =>
    createRuns(world.ports).start(aRunConfig(), aBenchmarkOf(2), { key: KEY }, budget);
  await expect(start({ price, capUsd })).rejects.toThrow(/amount of dollars over 0/);
  const wrong = { ...price, outputPerMillion: capUsd === 0 ? -1 : Number.NaN };
  await expect(start({ price: wrong, capUsd: 1 })).rejects.toThrow(/price is an amount/);
  expect([model.asked.length, world.store.runs.size]).toEqual([0, 0]);
});

test('a cap that cannot be kept, since no tokens are counted, pauses after one answer', async () => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const price = { inputPerMillion: 1, outputPerMillion: 1 };
  const { id } = await runs.start(aRunConfig(), aBenchmarkOf(9), { key: KEY }, { price, capUsd: 6 });
  expect(JSON.stringify((await ended(world, id)).status)).toMatch(/does not say/);
  expect(model.asked).toHaveLength(1);
});

const judge = {
  model: { kind: 'provider', provider: 'openai-compatible', baseUrl: 'j', modelId: 'judge', parameters: {} },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
} as const satisfies NonNullable<RunConfig['judge']>;

test('free answers are judged; a malformed verdict is asked for again, and three of them leave the answer unjudged', async () => {
  const verdict = JSON.stringify({ score: 1, error_type: 'wrong_conclusion', explanation: 'Half of it.' });
  let bad = 0;
  const model = answering((request) => {
    if (request.modelId !== 'judge') return aReply(request.parts.length === 2 ? 'It gives way.' : '?');
    const text = request.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    if (text.includes('step 1 ')) return aReply('I would say 1.5');
    return (bad += 1) === 1 ? aReply('no JSON at all') : aReply(verdict);
  });
  const world = aWorld(model);
  const { run, runs, attempts } = await runThrough(world, aRunConfig({ judge }), aBenchmarkOf(0, 3));
  expect(run.status.kind).toBe('finished');
  expect(countOutcomes(attempts)).toEqual({ 'partly-correct': 2, unjudged: 1 });
  const judgeCalls = model.asked.filter(({ request }) => request.modelId === 'judge');
  expect(judgeCalls).toHaveLength(2 + 1 + 3);
  expect(judgeCalls.every(({ request }) => request.json && request.parameters['temperature'] === 0)).toBe(true);
  const unjudged = attempts.find(({ state }) => state.kind === 'done' && state.outcome === 'unjudged');
  expect(unjudged?.failure?.message).toMatch(/no verdict/);

  // Going on asks the judge, not the model.
  const before = model.asked.filter(({ request }) => request.modelId !== 'judge').length;
  await runs.resume(run.id, aBenchmarkOf(0, 3), { key: KEY });
  await ended(world, run.id);
  expect(model.asked.filter(({ request }) => request.modelId !== 'judge')).toHaveLength(before);
});

test('whatever a server does, each question ends in one outcome and the ledger adds up', async () => {
  const kinds = ['server', 'timeout', 'rate-limited', 'malformed-reply', 'network-or-cors', 'bad-request'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 40, maxLength: 80 }), async (dice) => {
      const model = answering((_, call) => {
        const die = dice[call % dice.length] ?? 0;
        const kind = kinds[die];
        if (kind !== undefined) throw failure(kind, kind !== 'malformed-reply' && kind !== 'bad-request');
        return die === 6 ? aReply('', { finishReason: 'length' }) : aReply('B');
      });
      const world = aWorld(model);
      const runs = createRuns(world.ports);
      const benchmark = aBenchmarkOf(60);
      const { id } = await runs.start(aRunConfig(), benchmark, { key: KEY });
      let run = await ended(world, id);
      for (let again = 0; run.status.kind === 'paused' && again < 60; again += 1) {
        await runs.resume(id, benchmark, { key: KEY });
        run = await ended(world, id);
      }
      const attempts = await world.store.listAttempts(id);
      const counts = countOutcomes(attempts);
      expect(attempts).toHaveLength(60);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(60);
      if (run.status.kind === 'finished') expect(Object.keys(counts)).not.toContain('queued');
    }),
    { numRuns: 40 },
  );
});

test('scoring again asks nobody, and says how many outcomes changed', async () => {
  const model = answering(() => aReply('Answer: B'));
  const world = aWorld(model);
  const benchmark = aBenchmarkOf(4, 1);
  const { run, runs } = await runThrough(world, aRunConfig(), benchmark);
  expect(await runs.rescore(run.id, benchmark)).toBe(0);
  // As an older scorer may have left it.
  const [key, attempt] = [...world.store.attempts].find(([, { questionId }]) => questionId.startsWith('mcq')) ?? [];
  if (key === undefined || attempt === undefined) throw new Error('there is no attempt');
  world.store.attempts.set(key, { ...attempt, prediction: undefined, state: { kind: 'done', outcome: 'no-answer' } });
  expect(await runs.rescore(run.id, benchmark)).toBe(1);
  expect(countOutcomes(await world.store.listAttempts(run.id))).toEqual({ correct: 4, unjudged: 1 });
  expect(model.asked).toHaveLength(5);
});

test('judging again makes a run of its own, from the same replies', async () => {
  const verdict = (score: number) => JSON.stringify({ score, error_type: 'none', explanation: 'So.' });
  const model = answering((request) =>
    request.modelId === 'judge' ? aReply(verdict(2)) : request.modelId === 'stern' ? aReply(verdict(0)) : aReply('B'),
  );
  const world = aWorld(model);
  const benchmark = aBenchmarkOf(2, 3);
  const { run, runs } = await runThrough(world, aRunConfig({ judge }), benchmark);
  const stern = { ...judge, model: { ...judge.model, modelId: 'stern' } };
  const again = await runs.rejudge(run.id, benchmark, stern, { key: undefined, judgeKey: KEY });
  await ended(world, again.id);
  expect(countOutcomes(await world.store.listAttempts(run.id))).toEqual({ correct: 5 });
  expect(countOutcomes(await world.store.listAttempts(again.id))).toEqual({ correct: 2, incorrect: 3 });
  expect(model.asked.filter(({ request }) => request.modelId === 'stand-in')).toHaveLength(5);
  expect(model.asked.filter(({ request }) => request.modelId === 'stern')).toHaveLength(3);
});

test('what has no reply stays so where answers are judged again, and is asked only by whoever goes on', async () => {
  const model = answering((request) =>
    request.modelId === 'judge'
      ? aReply(JSON.stringify({ score: 2, error_type: 'none', explanation: 'So.' }))
      : aReply('B'),
  );
  const world = aWorld(model);
  const benchmark = aBenchmarkOf(2, 3);
  const [choice, skipped, first, second, third] = benchmark.questions;
  const runId = 'stopped';
  const fault = { kind: 'server', retryable: true, waitMs: undefined, message: 'It went away.' } as const;
  const old = [
    anAttempt(choice!, 'failed', { runId, failure: fault }),
    anAttempt(skipped!, 'failed', { runId, state: { kind: 'queued' } }),
    anAttempt(first!, 'correct', { runId, reply: aReply('One.'), verdict: aVerdict(0) }),
    anAttempt(second!, 'blocked', { runId, failure: { ...fault, kind: 'blocked' } }),
    anAttempt(third!, 'failed', { runId, failure: fault }),
  ];
  await world.store.putRun(aRun(benchmark, { id: runId, config: aRunConfig(), status: { kind: 'cancelled' } }));
  await world.store.putAttempts(old);
  const runs = createRuns(world.ports);
  const again = await runs.rejudge(runId, benchmark, judge, { key: KEY, judgeKey: KEY });
  const halted = await ended(world, again.id);
  const kept = await world.store.listAttempts(again.id);
  expect(countOutcomes(kept)).toEqual({ failed: 2, queued: 1, correct: 1, blocked: 1 });
  expect(kept.find(({ questionId }) => questionId === third!.id)?.failure).toEqual(fault);
  expect(kept.filter(({ reused }) => reused).map(({ questionId }) => questionId)).toEqual([first!.id]);
  expect(halted.status).toMatchObject({ kind: 'paused', reason: expect.stringMatching(/unless you go on/) });
  expect(halted.questionIds).toEqual(benchmark.questions.map(({ id }) => id));
  const { overall } = buildReport(benchmark, halted, kept);
  expect(overall.freeResponse).toMatchObject({ attemptCount: 3, missingCount: 2 });
  expect(model.asked.map(({ request }) => request.modelId)).toEqual(['judge']);

  await runs.resume(again.id, benchmark, { key: KEY, judgeKey: KEY });
  expect((await ended(world, again.id)).status.kind).toBe('finished');
  expect(countOutcomes(await world.store.listAttempts(again.id))).toEqual({ correct: 4, blocked: 1 });
  expect(model.asked.filter(({ request }) => request.modelId !== 'judge')).toHaveLength(3);
});

test('imported results can be judged again, though their model cannot be asked', async () => {
  const model = answering(() => aReply(JSON.stringify({ score: 1, error_type: 'none', explanation: 'So.' })));
  const world = aWorld(model);
  const benchmark = aBenchmarkOf(1, 2);
  const run = aRun(benchmark, {
    id: 'imported',
    config: aRunConfig({ model: { kind: 'published', name: 'Somebody’s model', source: 'files' } }),
  });
  const [choice, first, second] = benchmark.questions;
  await world.store.putRun(run);
  await world.store.putAttempts([
    anAttempt(choice!, 'failed', { runId: run.id }),
    anAttempt(first!, 'correct', { runId: run.id, reply: aReply('One.'), verdict: aVerdict(2) }),
    anAttempt(second!, 'unjudged', { runId: run.id, reply: aReply('Two.') }),
  ]);
  const runs = createRuns(world.ports);
  const again = await runs.rejudge(run.id, benchmark, judge, { key: undefined, judgeKey: KEY });
  expect((await ended(world, again.id)).status.kind).toBe('finished');
  expect(countOutcomes(await world.store.listAttempts(again.id))).toEqual({ failed: 1, 'partly-correct': 2 });
  await runs.resume(run.id, benchmark, { key: undefined });
  await ended(world, run.id);
  expect(countOutcomes(await world.store.listAttempts(run.id))).toEqual({ failed: 1, correct: 1, unjudged: 1 });
  expect(model.asked.every(({ request }) => request.modelId === 'judge')).toBe(true);
});

test('a judge or provider that this page does not know pauses the run with a sentence', async () => {
  const strange = { ...judge, model: { ...judge.model, provider: 'of-another-time' } };
  const { run } = await runThrough(
    aWorld(answering(() => aReply('B'))),
    aRunConfig({ judge: strange }),
    aBenchmarkOf(2),
  );
  expect(JSON.stringify(run.status)).toMatch(/knows no provider “of-another-time”/);
});
