import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny';
import { afterAll, expect, test } from 'vitest';

import { createClipper, createFfmpegClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const ffmpeg = createFfmpegClipper({ instances: 1 });
const auto = createClipper({ ffmpeg });
afterAll(() => auto.dispose());
const never = new AbortController().signal;
const plain = await numberedVideo({ frameSeconds: steady(30, 30) });

/** The numbered video with other samples, such as 10 bits each. */
async function deep(filter: string): Promise<Blob> {
  return ffmpeg.run(async (instance) => {
    await instance.write('in.mp4', new Uint8Array(await plain.arrayBuffer()));
    const { exitCode } = await instance.ffmpeg(['-i', 'in.mp4', '-vf', filter, '-c:v', 'ffv1', '-an', 'out.mkv']);
    const bytes = await instance.take('out.mkv');
    if (exitCode !== 0 || bytes === undefined) throw new Error('ffmpeg made no source');
    return new Blob([bytes]);
  }, never);
}

/** Red, green and blue of the background. */
async function background(clip: Blob): Promise<readonly number[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(clip) });
  const track = await input.getPrimaryVideoTrack();
  const sample = await new VideoSampleSink(track!).getSample(0);
  const canvas = new OffscreenCanvas(320, 256);
  const context = canvas.getContext('2d')!;
  sample!.draw(context, 0, 0);
  sample!.close();
  input.dispose();
  return [...context.getImageData(20, 20, 1, 1).data.slice(0, 3)];
}

test('pictures of which four pixels share a colour are cropped to the pixel', async () => {
  const source = { name: 'a source', blob: await deep('format=yuv411p'), offsetSeconds: 0 };
  const roi = { unit: 'pixel', x: 2, y: 2, width: 314, height: 250 } as const;
  const { record } = await auto.cut(source, { startSeconds: 0.2, durationSeconds: 0.5, roi }, never);
  expect(record).toMatchObject({ engine: 'ffmpeg', widthPixels: 314, heightPixels: 250, frameCount: 15 });
});

const tagged = (transfer: string) =>
  `format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`;

test.each([
  ['10 bits', 'format=yuv420p10le', /yuv420p10le/],
  ['perceptual quantizer', tagged('smpte2084'), /high dynamic range/],
  ['hybrid log-gamma', tagged('arib-std-b67'), /high dynamic range/],
])('%s: every frame is legible, and its colours are in order', async (_, filter, why) => {
  const source = { name: 'a source', blob: await deep(filter), offsetSeconds: 0 };
  const clip = await auto.cut(source, { startSeconds: 0.2, durationSeconds: 0.5, roi: undefined }, never);
  expect(await auto.verdictOn(source)).toMatchObject({ engine: 'ffmpeg', why: expect.stringMatching(why) });
  const blob = new Blob([clip.bytes]);
  const numbers = (await readNumbers(blob)).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 15 }, (__, index) => 6 + index));
  const [red = 0, green = 0, blue = 0] = await background(blob);
  // The background's green is its strongest colour and red its weakest; a wide range draws them apart.
  expect([red, blue, green]).toEqual([red, blue, green].sort((a, b) => a - b));
  expect(green).toBeGreaterThan(15);
  expect(green).toBeLessThan(230);
  // What is only deeper, not brighter, looks as it did.
  if (filter === 'format=yuv420p10le')
    for (const [index, value] of [90, 110, 100].entries())
      expect(Math.abs([red, green, blue][index]! - value)).toBeLessThan(14);
});
