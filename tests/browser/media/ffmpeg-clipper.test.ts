import { afterAll, expect, test } from 'vitest';

import type { ClipProgress, ClipSpec, SourceFile } from '../../../src/app/index.ts';
import { createFfmpegClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const clipper = createFfmpegClipper({ instances: 1 });
afterAll(() => clipper.dispose());

const middleHalf = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;
const never = new AbortController().signal;

function sourceOf(blob: Blob): SourceFile {
  return { name: 'a source', blob, offsetSeconds: 0 };
}

const steadySource = sourceOf(await numberedVideo());

test('cuts window and region, tells how it loads, and records what came out', async () => {
  const heard: ClipProgress[] = [];
  const spec: ClipSpec = { startSeconds: 0.5, durationSeconds: 1, roi: middleHalf };
  const clip = await clipper.cut(steadySource, spec, never, (progress) => heard.push(progress));
  const frames = await readNumbers(new Blob([clip.bytes]), 'middle-half');
  expect(frames.map((frame) => frame.number)).toEqual(Array.from({ length: 30 }, (_, index) => 15 + index));
  expect(frames.map((frame) => Math.round(frame.timestamp * 30))).toEqual(frames.map((_, index) => index));
  expect(clip.record).toMatchObject({
    engine: 'ffmpeg',
    startSeconds: 0.5,
    durationSeconds: 1,
    frameCount: 30,
    widthPixels: 160,
    heightPixels: 128,
    byteCount: clip.bytes.length,
    notes: [],
  });
  expect(clip.record.engineVersion).toMatch(/^@ffmpeg\/core, ffmpeg .*\d/);
  expect(clip.record.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(heard.at(-1)).toEqual({ kind: 'cutting' });
  const loads = heard.filter((progress) => progress.kind === 'loading-engine');
  expect(loads.at(-1)?.loadedBytes).toBeGreaterThan(10_000_000);
});

test('the same clip again is the same bytes', async () => {
  const spec: ClipSpec = { startSeconds: 1.2, durationSeconds: 0.7, roi: middleHalf };
  const [first, second] = [await clipper.cut(steadySource, spec, never), await clipper.cut(steadySource, spec, never)];
  expect(second.record).toEqual(first.record);
});

test('a window past the end is cut short and says so; one with no frame is an error', async () => {
  const cut = (startSeconds: number, durationSeconds: number) =>
    clipper.cut(steadySource, { startSeconds, durationSeconds, roi: undefined, notes: ['as asked'] }, never);
  const clip = await cut(2.5, 2);
  expect(clip.record).toMatchObject({ frameCount: 15, widthPixels: 320, heightPixels: 256 });
  expect(clip.record.notes).toEqual(['as asked', expect.stringMatching(/past the source's end/)]);
  await expect(cut(7, 2)).rejects.toMatchObject({
    kind: 'clip',
    retryable: false,
    message: expect.stringMatching(/7\.00 s to 9\.00 s holds no frame, since the video ends at 3\.00 s/),
  });
  const single = await cut(1, 0.01);
  expect(single.record).toMatchObject({ frameCount: 1, notes: ['as asked', 'fewer than two frames'] });
});

test('cancel ends the work within a second, and the next cut goes on', async () => {
  const long = sourceOf(await numberedVideo({ frameSeconds: steady(600, 30), widthPixels: 1280, heightPixels: 704 }));
  const controller = new AbortController();
  const whole: ClipSpec = { startSeconds: 0, durationSeconds: 20, roi: undefined };
  const cutting = clipper.cut(long, whole, controller.signal, ({ kind }) => {
    if (kind === 'cutting') setTimeout(() => controller.abort(), 300);
  });
  await expect(cutting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(clipper.cut(long, whole, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const clip = await clipper.cut(long, { ...whole, durationSeconds: 0.5 }, never);
  expect(clip.record.frameCount).toBe(15);
});

test('what is no video is refused in words', async () => {
  const spec: ClipSpec = { startSeconds: 0, durationSeconds: 1, roi: undefined };
  const cut = (blob: Blob, over: Partial<ClipSpec> = {}) => clipper.cut(sourceOf(blob), { ...spec, ...over }, never);
  await expect(cut(new Blob(['not a video at all']))).rejects.toMatchObject({
    kind: 'clip',
    message: expect.stringMatching(/not a video that can be read/),
  });
  await expect(cut(new Blob([]))).rejects.toMatchObject({ kind: 'clip' });
  await expect(
    cut(steadySource.blob, { roi: { unit: 'pixel', x: 0, y: 0, width: 1, height: 1 } }),
  ).rejects.toMatchObject({ kind: 'clip', message: expect.stringMatching(/less than 2 x 2 pixels/) });
});

test('the reference setting runs the reference command', async () => {
  const settings = { engine: 'ffmpeg', reference: true } as const;
  const clip = await clipper.cut(
    steadySource,
    { startSeconds: 1, durationSeconds: 1, roi: middleHalf, settings },
    never,
  );
  expect(clip.record.arguments.join(' ')).toBe(
    '-ss 1 -i /source/video -t 1 -vf crop=iw*0.5:ih*0.5:iw*0.25:ih*0.25 -c:v libx264 -preset ultrafast -an -avoid_negative_ts make_zero clip.mp4',
  );
  expect(clip.record.frameCount).toBe(30);
});
