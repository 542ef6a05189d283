import { expect, test } from 'vitest';

import { warmUp } from '../../../src/app/warm-up/index.ts';
import { aRunConfig, aReply } from '../builders.ts';
import { aWorld, type World } from './memory-ports.ts';
import { aBenchmarkOf, answering, runThrough } from './running.ts';

const benchmark = aBenchmarkOf(20);
const video = aRunConfig({ condition: 'video', limit: 15 });

function aColdWorld(over: Parameters<typeof aWorld>[1] = {}) {
  const world = aWorld(
    answering(() => aReply('Answer: B')),
    over,
  );
  let enginesStarted = 0;
  const startEngine = () => {
    enginesStarted += 1;
    return Promise.resolve();
  };
  const warm = (config = video, signal = new AbortController().signal) =>
    warmUp(config, benchmark, { ...world.ports, startEngine }, signal);
  return { world, warm, enginesStarted: () => enginesStarted };
}

const cuts = ({ clipper }: World) => clipper.cuts.map((spec) => JSON.stringify(spec));

test('cuts what a run of this config cuts first, and no more', async () => {
  const { world, warm } = aColdWorld();
  await warm();
  const ready = cuts(world);
  expect(ready).toHaveLength(8);
  world.clipper.dispose();
  await runThrough(world, video, benchmark);
  expect(cuts(world).slice(0, 8)).toEqual(ready);
});

test('cuts nothing where nothing is shown, and begins nothing more once it is left', async () => {
  const { world, warm } = aColdWorld();
  await warm(aRunConfig({ condition: 'text-only' }));
  expect(cuts(world)).toEqual([]);
  const leaving = new AbortController();
  leaving.abort();
  await warm(video, leaving.signal);
  expect(cuts(world)).toEqual([]);
});

test('reads no source that lies elsewhere: only the engine is made ready', async () => {
  const remote = { url: 'http://127.0.0.1:9/video.mp4', sizeBytes: 1 };
  const { world, warm, enginesStarted } = aColdWorld({
    sources: { find: (name) => Promise.resolve({ name, blob: new Blob(), offsetSeconds: 0, remote }) },
  });
  await warm();
  expect(cuts(world)).toEqual([]);
  expect(enginesStarted()).toBeGreaterThan(0);
});

test('a source that is not to be had is the run’s to tell', async () => {
  const { world, warm } = aColdWorld({ sources: { find: () => Promise.reject(new Error('gone')) } });
  await expect(warm()).resolves.toBeUndefined();
  expect(cuts(world)).toEqual([]);
});
