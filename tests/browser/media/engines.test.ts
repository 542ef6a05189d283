import { afterAll, describe, expect, test } from 'vitest';

import type { ClipSpec, SourceFile } from '../../../src/app/index.ts';
import { createClipper, createFfmpegClipper, createWebcodecsClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const ffmpeg = createFfmpegClipper({ instances: 1 });
const webcodecs = createWebcodecsClipper({ instances: 1 });
const auto = createClipper({ ffmpeg, webcodecs });
afterAll(() => auto.dispose());
const never = new AbortController().signal;
const middleHalf = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;
const sourceOf = (blob: Blob): SourceFile => ({ name: 'a source', blob, offsetSeconds: 0 });

/** Gaps of 10 to 170 ms, the same at each run. */
const uneven = Array.from({ length: 80 }, (_, index) => index).reduce<number[]>(
  (times, index) => [...times, (times.at(-1) ?? 0) + 0.01 + ((index * 7) % 17) * 0.01],
  [0],
);
const sources = {
  steady: sourceOf(await numberedVideo()),
  'late start': sourceOf(await numberedVideo({ frameSeconds: steady(90, 30, 5) })),
  'uneven times': sourceOf(await numberedVideo({ frameSeconds: uneven })),
  'long groups of pictures': sourceOf(
    await numberedVideo({ frameSeconds: steady(300, 25), keyFrameIntervalSeconds: 10 }),
  ),
  'an edit that begins between two frames': sourceOf(await numberedVideo({ frameSeconds: steady(150, 30, -0.51) })),
  VP9: sourceOf(await numberedVideo({ codec: 'vp9' })),
};

const windows = [
  [0, 1],
  [0.51, 0.97],
  [1.05, 1.0],
  [1.3333, 0.42],
  [2.01, 5],
] as const;

describe.each(Object.entries(sources))('%s', (_, source) => {
  test.each(windows)(
    'both engines take the same frames from %d for %d seconds',
    async (startSeconds, durationSeconds) => {
      const spec: ClipSpec = { startSeconds, durationSeconds, roi: middleHalf };
      const { nominalFrameRate } = await ffmpeg.factsOf(source, never);
      const clips = [
        await ffmpeg.cut(source, spec, never),
        await webcodecs.cut(source, spec, never, undefined, { nominalFrameRate }),
      ];
      const [exact, fast] = await Promise.all(clips.map((clip) => readNumbers(new Blob([clip.bytes]), 'middle-half')));
      expect(fast!.map(({ number }) => number)).toEqual(exact!.map(({ number }) => number));
      for (const [index, { timestamp }] of fast!.entries()) expect(timestamp).toBeCloseTo(exact![index]!.timestamp, 2);
      expect(clips[1]!.record).toMatchObject({ engine: 'webcodecs', widthPixels: 160, heightPixels: 128 });
    },
  );
});

test('auto checks the first clip of a source and then goes on with the browser’s decoder', async () => {
  const source = sources.steady;
  const spec: ClipSpec = { startSeconds: 0.5, durationSeconds: 1, roi: middleHalf };
  const clips = await Promise.all(
    [0.5, 0.6, 0.7].map((startSeconds) => auto.cut(source, { ...spec, startSeconds }, never)),
  );
  expect(await auto.verdictOn(source)).toMatchObject({ engine: 'webcodecs', nominalFrameRate: 30 });
  expect(clips.map(({ record }) => record.engine)).toEqual(['webcodecs', 'webcodecs', 'webcodecs']);
  const again = await auto.cut(source, spec, never);
  expect(again.record.sha256).toBe(clips[0]!.record.sha256);
  const forced = await auto.cut(source, { ...spec, settings: { engine: 'ffmpeg', reference: false } }, never);
  expect(forced.record.engine).toBe('ffmpeg');
});

test.each(['long groups of pictures', 'late start', 'uneven times'] as const)(
  'auto finds that both engines agree: %s',
  async (name) => {
    const spec: ClipSpec = { startSeconds: 1.7, durationSeconds: 8, roi: middleHalf };
    await auto.cut(sources[name], spec, never);
    expect(await auto.verdictOn(sources[name])).toMatchObject({ engine: 'webcodecs' });
  },
);

test('auto takes ffmpeg for what is rotated, and crops after turning', async () => {
  const source = sourceOf(await numberedVideo({ rotation: 90, widthPixels: 320, heightPixels: 256 }));
  const clip = await auto.cut(source, { startSeconds: 0, durationSeconds: 0.5, roi: middleHalf }, never);
  expect(clip.record).toMatchObject({ engine: 'ffmpeg', widthPixels: 128, heightPixels: 160, frameCount: 15 });
  expect(await auto.verdictOn(source)).toMatchObject({ engine: 'ffmpeg', why: expect.stringMatching(/rotated/) });
});

test('a window without a frame is an error by every engine, and spoils no verdict', async () => {
  const source = sourceOf(await numberedVideo({ frameSeconds: steady(30, 30) }));
  const late: ClipSpec = { startSeconds: 9, durationSeconds: 1, roi: undefined };
  for (const clipper of [auto, ffmpeg, webcodecs])
    await expect(clipper.cut(source, late, never)).rejects.toMatchObject({
      kind: 'clip',
      message: expect.stringMatching(/holds no frame/),
    });
  expect(await auto.verdictOn(source)).toBeUndefined();
  const clip = await auto.cut(source, { ...late, startSeconds: 0 }, never);
  expect(clip.record.engine).toBe('webcodecs');
});

test('cancel ends the browser’s decoder too', async () => {
  const long = sourceOf(await numberedVideo({ frameSeconds: steady(600, 30), widthPixels: 1280, heightPixels: 704 }));
  const controller = new AbortController();
  const cutting = webcodecs.cut(long, { startSeconds: 0, durationSeconds: 20, roi: undefined }, controller.signal);
  setTimeout(() => controller.abort(), 100);
  await expect(cutting).rejects.toMatchObject({ name: 'AbortError' });
  const clip = await webcodecs.cut(long, { startSeconds: 0, durationSeconds: 0.5, roi: undefined }, never);
  expect(clip.record.frameCount).toBe(15);
});
