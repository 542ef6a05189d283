import { afterAll, expect, test } from 'vitest';

import { createClipTransforms, createFfmpegClipper } from '../../../src/media/index.ts';
import { numberedVideo, steady } from './numbered-video.ts';

const ffmpeg = createFfmpegClipper({ instances: 1 });
afterAll(() => ffmpeg.dispose());
const never = new AbortController().signal;
const blob = await numberedVideo({ frameSeconds: steady(90, 30), widthPixels: 640, heightPixels: 512 });
const source = { name: 'a source', blob, offsetSeconds: 0 };
const clip = await ffmpeg.cut(source, { startSeconds: 1, durationSeconds: 1, roi: undefined }, never);

/** The number that a JPEG frame carries. */
async function numberIn(
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<readonly [number: number, width: number, height: number]> {
  const picture = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  let number = 0;
  for (let bit = 0; bit < 10; bit += 1) {
    const x = Math.floor(canvas.width / 4 + ((bit + 0.5) * canvas.width) / 20);
    if (context.getImageData(x, canvas.height / 2, 1, 1).data[0]! > 128) number |= 1 << bit;
  }
  return [number, picture.width, picture.height];
}

test.each(['auto', 'ffmpeg'] as const)('frames by %s', async (frameDecoder) => {
  const transforms = createClipTransforms({ ffmpeg, frameDecoder });
  const five = await transforms.frames(clip, { framesPerSecond: 5, maxSidePixels: 320 }, never);
  expect(await Promise.all(five.images.map(numberIn))).toEqual(
    [30, 36, 42, 48, 54, 59].map((number) => [number, 320, 256]),
  );
  expect(five.framesPerSecond).toBe(5);
  const three = await transforms.frames(clip, { framesPerSecond: 30, maxFrames: 3 }, never);
  expect((await Promise.all(three.images.map(numberIn))).map(([number, width]) => [number, width])).toEqual([
    [30, 640],
    [45, 640],
    [59, 640],
  ]);
});

test('frames end when they are cancelled', async () => {
  const asked = createClipTransforms({ ffmpeg }).frames(clip, { framesPerSecond: 30 }, AbortSignal.abort());
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

test('a clip that fits stays as it is; a larger one is made smaller step by step, or refused', async () => {
  const transforms = createClipTransforms({ ffmpeg });
  const grainy = await numberedVideo({ frameSeconds: steady(30, 30), grains: 3000, bitsPerSecond: 8_000_000 });
  const clip = await ffmpeg.cut(
    { name: 'grainy', blob: grainy, offsetSeconds: 0 },
    { startSeconds: 0, durationSeconds: 1, roi: undefined },
    never,
  );
  expect(await transforms.shrink(clip, 4 * Math.ceil(clip.bytes.length / 3), never)).toBe(clip);
  const small = await transforms.shrink(clip, clip.bytes.length, never);
  expect(4 * Math.ceil(small.bytes.length / 3)).toBeLessThanOrEqual(clip.bytes.length);
  expect(small.record).toMatchObject({
    frameCount: 30,
    widthPixels: 160,
    heightPixels: 128,
    byteCount: small.bytes.length,
    notes: [expect.stringMatching(/1\/2 of its size \(crf 28\)/)],
  });
  expect(small.record.sha256).not.toBe(clip.record.sha256);
  await expect(transforms.shrink(clip, 100, never)).rejects.toMatchObject({
    kind: 'clip',
    message: expect.stringMatching(/too large for this service/),
  });
});
