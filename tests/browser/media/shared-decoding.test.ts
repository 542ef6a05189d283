import { afterAll, describe, expect, test, vi } from 'vitest';

import type { Clip, Clipper, ClipSpec, SourceFile } from '../../../src/app/index.ts';
import { createFfmpegClipper, createWebcodecsClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';
import { sharedFile, sharedTable } from './shared-videos.ts';

const engines = [
  ['the browser’s codecs', createWebcodecsClipper({ instances: 1 })],
  ['ffmpeg', createFfmpegClipper({ instances: 1 })],
] as const;
afterAll(() => {
  for (const [, clipper] of engines) clipper.dispose();
});

const never = new AbortController().signal;
const roi = { unit: 'proportion', x: 0, y: 0, width: 1, height: 0.9 } as const;
/** All overlap; each begins and ends elsewhere, one of them between two frames. */
const specs: readonly ClipSpec[] = [
  { startSeconds: 1, durationSeconds: 3, roi },
  { startSeconds: 0.52, durationSeconds: 3, roi },
  { startSeconds: 1.5, durationSeconds: 1.2, roi: { ...roi, height: 0.8 } },
];
const [first = { startSeconds: 0, durationSeconds: 1, roi }] = specs;

async function numbered(frameSeconds: readonly number[] = steady(180, 30)): Promise<SourceFile> {
  return { name: 'numbered', blob: await numberedVideo({ frameSeconds }), offsetSeconds: 0 };
}

/** What is asked of workers: cuts of the browser's codecs, and commands of ffmpeg. */
async function cutsAsked<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly count: number }> {
  const asked = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    const result = await work();
    const cuts = asked.mock.calls.filter(([message]) => message.kind === 'cut' || message.type === 'EXEC');
    return { result, count: cuts.length };
  } finally {
    asked.mockRestore();
  }
}

function together(clipper: Clipper, source: SourceFile, wanted: readonly ClipSpec[]): Promise<readonly Clip[]> {
  return Promise.all(wanted.map((spec) => clipper.cut(source, spec, never)));
}

describe.each(engines)('by %s', (_, clipper) => {
  test.each([
    ['a steady rate', steady(180, 30)],
    // Three frames, then one that stays as long as two of them.
    ['a variable rate', Array.from({ length: 150 }, (_each, index) => Math.floor(index * 1.25) / 30)],
  ])(
    'windows of %s that are decoded together give the very clips that each gives alone',
    async (_name, frameSeconds) => {
      const source = await numbered(frameSeconds);
      const { result: clips, count } = await cutsAsked(() => together(clipper, source, specs));
      expect(count).toBe(1);
      for (const [index, spec] of specs.entries()) {
        const alone = await clipper.cut(source, spec, never);
        const end = spec.startSeconds + spec.durationSeconds;
        const wanted = [...frameSeconds.keys()].filter((frame) => {
          const at = frameSeconds[frame] ?? NaN;
          return at >= spec.startSeconds - 1e-6 && at < end - 1e-6;
        });
        const numbers = (await readNumbers(new Blob([alone.bytes]))).map(({ number }) => number);
        expect(numbers).toEqual(wanted);
        expect(clips[index]?.record).toEqual(alone.record);
        expect(clips[index]?.bytes).toEqual(alone.bytes);
      }
    },
  );

  test('who gives up takes nothing from the others', async () => {
    const source = await numbered();
    const turns = [...specs.keys()].flatMap((leaving) => [5, 45].map((milliseconds) => ({ leaving, milliseconds })));
    for (const { leaving, milliseconds } of turns) {
      const controllers = specs.map(() => new AbortController());
      const cuts = specs.map((spec, index) => clipper.cut(source, spec, controllers[index]?.signal ?? never));
      const results = Promise.allSettled(cuts);
      // Before the worker has all of them, and while it cuts, or when some are cut.
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      controllers[leaving]?.abort();
      for (const [index, result] of (await results).entries()) {
        if (index === leaving && milliseconds > 5) continue;
        expect(result.status, `${index} when ${leaving} left`).toBe(index === leaving ? 'rejected' : 'fulfilled');
      }
    }
  });

  test('when all give up, the next cut finds a worker', async () => {
    const source = await numbered();
    const gone = new AbortController();
    const cuts = Promise.allSettled(specs.map((spec) => clipper.cut(source, spec, gone.signal)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    expect((await cuts).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await clipper.cut(source, first, never)).record.frameCount).toBe(90);
  });

  test('what is wrong with one is told of that one only', async () => {
    const source = await numbered();
    const tiny = { ...first, roi: { ...roi, width: 0.001 } };
    // Ends with the source's last frame, and begins at no frame.
    const late = { startSeconds: 3.999, durationSeconds: 3, roi };
    const [good, impossible, short] = await Promise.allSettled(
      [first, tiny, late].map((spec) => clipper.cut(source, spec, never)),
    );
    expect(good).toMatchObject({ status: 'fulfilled', value: { record: { frameCount: 90, notes: [] } } });
    expect(impossible).toMatchObject({
      status: 'rejected',
      reason: { kind: 'clip', message: expect.stringMatching(/less than 2 x 2/) },
    });
    expect(short).toMatchObject({
      status: 'fulfilled',
      value: { record: { frameCount: 60, notes: [expect.stringMatching(/past the source's end/)] } },
    });
  });
});

/** Of a failure what is said of it; the engine's own log is not twice the same. */
function outcomeOf(result: PromiseSettledResult<Clip> | undefined): unknown {
  return result?.status === 'rejected' && result.reason instanceof Error ? result.reason.message : result;
}

test('whoever cancels whenever, every cut ends, and the engines are there for the next one', async () => {
  const source = await numbered();
  let seed = 7;
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  for (const [, clipper] of engines) {
    const leaving = Array.from({ length: 30 }, () => new AbortController());
    const cuts = leaving.map(({ signal }) =>
      clipper.cut(source, { startSeconds: 4 * random(), durationSeconds: 0.5 + 1.5 * random(), roi }, signal),
    );
    for (const one of leaving.slice(0, 20)) setTimeout(() => one.abort(), 600 * random());
    const results = await Promise.allSettled(cuts);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []));
    expect(failed.filter((name) => name !== 'AbortError')).toEqual([]);
    expect(results.slice(20).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await clipper.cut(source, first, never)).record.frameCount).toBe(90);
  }
});

test('an engine that crashes at several clips is replaced, and each of them is cut', async () => {
  const [, [, clipper]] = engines;
  const source = await numbered();
  await clipper.cut(source, first, never);
  const post = Worker.prototype.postMessage;
  let commands = 0;
  const posted = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    message: unknown,
  ) {
    post.call(this, message);
    const isCommand = typeof message === 'object' && message !== null && Reflect.get(message, 'type') === 'EXEC';
    if (!isCommand) return;
    commands += 1;
    if (commands > 1) return;
    const data = { id: Reflect.get(message, 'id'), type: 'ERROR', data: 'memory access out of bounds' };
    setTimeout(() => this.onmessage?.(new MessageEvent('message', { data })), 20);
  });
  try {
    const clips = await together(clipper, source, specs);
    expect(clips.map(({ record }) => record.frameCount)).toEqual([90, 90, 36]);
    // The shared one, then each by itself.
    expect(commands).toBe(4);
  } finally {
    posted.mockRestore();
  }
});

const rows = (await sharedTable('videos/EXPECT.tsv')) ?? [];

test.skipIf(rows.length === 0)(
  'whatever file it is, two windows together give what ffmpeg gives for each',
  async () => {
    const [, [, clipper]] = engines;
    let shared = 0;
    for (const row of rows) {
      const name = row['file'] ?? '';
      const startSeconds = Number(row['S']);
      const durationSeconds = Math.min(1.3, Number(row['D']));
      const wanted = [
        { startSeconds, durationSeconds, roi },
        { startSeconds: startSeconds + 0.123, durationSeconds: durationSeconds - 0.2, roi: { ...roi, height: 0.5 } },
      ];
      const source = { name, blob: await sharedFile(`videos/${name}`), offsetSeconds: 0 };
      const { result, count } = await cutsAsked(() =>
        Promise.allSettled(wanted.map((spec) => clipper.cut(source, spec, never))),
      );
      if (count === 1) shared += 1;
      for (const [index, spec] of wanted.entries()) {
        const [alone] = await Promise.allSettled([clipper.cut(source, spec, never)]);
        expect(outcomeOf(result[index]), `${name}, window ${index}`).toEqual(outcomeOf(alone));
      }
    }
    expect(shared).toBeGreaterThan(15);
  },
  600_000,
);
