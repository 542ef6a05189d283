import { expect, test } from 'vitest';

import { createRuns, type ModelRequest, type QueuedRun } from '../../../src/app/index.ts';
import type { RunConfig } from '../../../src/domain/run/index.ts';
import { createCachedClipper, createMemoryClipStore } from '../../../src/media/index.ts';
import { aReply, aRunConfig } from '../builders.ts';
import { aWorld, PlainClipper } from './memory-ports.ts';
import { aBenchmarkOf, answering, countOutcomes, ended, failure, KEY } from './running.ts';

function asking(modelId: string, baseUrl: string, over: Partial<RunConfig> = {}): QueuedRun {
  const model = { kind: 'provider', provider: 'openai-compatible', baseUrl, modelId, parameters: {} } as const;
  return { config: aRunConfig({ model, ...over }), secrets: { key: KEY }, budget: undefined };
}

const never = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('runs at one endpoint go one after another, those at different ones at once, and each clip is cut once', async () => {
  const open = new Map<string, number>();
  const together = new Set<string>();
  const order: string[] = [];
  const model = answering(async ({ baseUrl, modelId }: ModelRequest) => {
    order.push(modelId);
    open.set(modelId, (open.get(modelId) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    for (const [other, count] of open) if (count > 0 && other !== modelId) together.add([modelId, other].sort().join());
    open.set(modelId, (open.get(modelId) ?? 0) - 1);
    return aReply(baseUrl === '' ? 'A' : 'B');
  });
  const plain = new PlainClipper();
  const clipper = createCachedClipper({ clipper: plain, store: createMemoryClipStore() });
  const world = aWorld(model, { clipper });
  const runs = createRuns(world.ports);
  const queued = [asking('one', 'http://a.test'), asking('two', 'http://a.test'), asking('three', 'http://b.test')];
  const benchmark = aBenchmarkOf(30);
  const questions = benchmark.questions.map((question, index) => ({ ...question, startSeconds: index / 50 }));
  const started = await runs.startQueue(queued, { ...benchmark, questions });
  expect(started.map(({ queue }) => queue?.place)).toEqual([0, 1, 2]);
  expect(new Set(started.map(({ queue }) => queue?.id)).size).toBe(1);
  for (const { id } of started) {
    expect((await ended(world, id)).status).toEqual({ kind: 'finished' });
    expect(countOutcomes(await world.store.listAttempts(id))).toEqual({ correct: 30 });
  }
  expect(order.lastIndexOf('one')).toBeLessThan(order.indexOf('two'));
  expect(together).toContain('one,three');
  expect(together).not.toContain('one,two');
  expect(plain.cuts).toHaveLength(30);
});

test('a run that pauses or is cancelled lets the next one on, and one that waits can be cancelled', async () => {
  const model = answering(({ modelId }, _call, signal) => {
    if (modelId === 'refused') throw failure('auth', false);
    return modelId === 'slow' ? never(signal) : aReply('B');
  });
  const world = aWorld(model);
  const runs = createRuns(world.ports);
  const queued = ['refused', 'slow', 'unwanted', 'last'].map((name) => asking(name, 'http://a.test'));
  const [refused, slow, unwanted, last] = (await runs.startQueue(queued, aBenchmarkOf(6))).map(({ id }) => id);
  await expect.poll(() => model.asked.some(({ request }) => request.modelId === 'slow')).toBe(true);
  expect((await ended(world, refused!)).status.kind).toBe('paused');
  await runs.cancel(unwanted!);
  expect((await ended(world, unwanted!)).status.kind).toBe('cancelled');
  await runs.cancel(slow!);
  expect((await ended(world, last!)).status).toEqual({ kind: 'finished' });
  expect(model.asked.some(({ request }) => request.modelId === 'unwanted')).toBe(false);
});

test('after a reload the whole queue is there to be gone on with, one endpoint at a time as before', async () => {
  const hanging = answering((_request, _call, signal) => never(signal));
  const first = aWorld(hanging);
  const benchmark = aBenchmarkOf(5);
  const queued = [asking('one', 'http://a.test'), asking('two', 'http://a.test')];
  const started = await createRuns(first.ports).startQueue(queued, benchmark);
  await expect.poll(() => hanging.asked.length).toBe(4);
  // The page is gone, and its locks with it.
  first.browser.held.clear();
  const order: string[] = [];
  const model = answering(({ modelId }) => {
    order.push(modelId);
    return aReply('B');
  });
  const second = aWorld(model, { store: first.store });
  const runs = createRuns(second.ports);
  const listed = (await runs.list()).filter(({ queue }) => queue?.id === started[0]?.queue?.id);
  expect(listed.map(({ queue }) => queue?.place).sort()).toEqual([0, 1]);
  for (const { id } of started) await runs.resume(id, benchmark, { key: KEY });
  for (const { id } of started) expect((await ended(second, id)).status).toEqual({ kind: 'finished' });
  expect(order).toEqual([...Array<string>(5).fill('one'), ...Array<string>(5).fill('two')]);
});

test('of a queue that cannot be stored whole, no run begins', async () => {
  const model = answering(() => aReply('B'));
  const world = aWorld(model);
  let writes = 0;
  world.store.fault = () => ((writes += 1) > 1 ? new Error('The disk is full.') : undefined);
  const queued = [asking('one', 'http://a.test'), asking('two', 'http://b.test')];
  await expect(createRuns(world.ports).startQueue(queued, aBenchmarkOf(3))).rejects.toThrow(/disk is full/);
  expect(world.browser.held.size).toBe(0);
  expect(model.asked).toEqual([]);
});
