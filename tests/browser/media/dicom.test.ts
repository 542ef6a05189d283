import { afterAll, describe, expect, test } from 'vitest';

import type { ClipSpec } from '../../../src/app/index.ts';
import { createClipper } from '../../../src/media/index.ts';
import { deflated, dicomFile, runLengthFrame } from './dicom-file.ts';
import { sharedFile, sharedTable } from './shared-videos.ts';

const clipper = createClipper();
afterAll(() => clipper.dispose());
const never = new AbortController().signal;
const whole: ClipSpec = { startSeconds: 0, durationSeconds: 1, roi: undefined };
const WIDTH = 48;
const HEIGHT = 32;
const shades = [20, 90, 160, 230];

const gray = (shade: number) => new Uint8Array(WIDTH * HEIGHT).fill(shade);

/** Mean red, green and blue of each frame. */
async function meansOf(bytes: Uint8Array<ArrayBuffer>): Promise<readonly (readonly number[])[]> {
  const { BufferSource, Input, MP4, VideoSampleSink } = await import('mediabunny');
  const track = await new Input({ formats: [MP4], source: new BufferSource(bytes) }).getPrimaryVideoTrack();
  const means: (readonly number[])[] = [];
  for await (const sample of new VideoSampleSink(track!).samples()) {
    const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
    const context = canvas.getContext('2d')!;
    sample.draw(context, 0, 0);
    sample.close();
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    means.push(
      [0, 1, 2].map(
        (colour) =>
          data.reduce((sum, value, index) => (index % 4 === colour ? sum + value : sum), 0) / (data.length / 4),
      ),
    );
  }
  return means;
}

async function jpeg(shade: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  context.fillStyle = `rgb(${shade} ${shade} ${shade})`;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer());
}

const picture = { widthPixels: WIDTH, heightPixels: HEIGHT, frameTimeMs: 40 };

test.each([
  [
    'plain',
    () => dicomFile({ ...picture, photometric: 'MONOCHROME2', pixels: { kind: 'plain', frames: shades.map(gray) } }),
  ],
  [
    'deflated',
    () =>
      deflated(
        dicomFile({ ...picture, photometric: 'MONOCHROME2', pixels: { kind: 'plain', frames: shades.map(gray) } }),
      ),
  ],
  [
    'of 12 bits, through its window',
    () =>
      dicomFile({
        ...picture,
        photometric: 'MONOCHROME2',
        deep: { bitsStored: 12, center: 1127.5, width: 256 },
        pixels: {
          kind: 'plain',
          frames: shades.map((shade) => new Uint8Array(new Uint16Array(WIDTH * HEIGHT).fill(1000 + shade).buffer)),
        },
      }),
  ],
  [
    'run-length',
    () =>
      dicomFile({
        ...picture,
        photometric: 'MONOCHROME2',
        pixels: {
          kind: 'encapsulated',
          syntax: '1.2.840.10008.1.2.5',
          frames: shades.map((shade) => [runLengthFrame(gray(shade))]),
        },
      }),
  ],
  [
    'JPEG in several fragments',
    async () =>
      dicomFile({
        ...picture,
        photometric: 'YBR_FULL_422',
        pixels: {
          kind: 'encapsulated',
          syntax: '1.2.840.10008.1.2.4.50',
          frames: await Promise.all(
            shades.map(async (shade) => {
              const bytes = await jpeg(shade);
              return [bytes.slice(0, 200), bytes.slice(200)];
            }),
          ),
        },
      }),
  ],
])('a cine loop, %s', async (_, make) => {
  const clip = await clipper.cut({ name: 'loop.dcm', blob: await make(), offsetSeconds: 0 }, whole, never);
  expect(clip.record).toMatchObject({ engine: 'ffmpeg', frameCount: 4, widthPixels: WIDTH, heightPixels: HEIGHT });
  const means = await meansOf(clip.bytes);
  for (const [index, [red = 0]] of means.entries()) expect(Math.abs(red - shades[index]!)).toBeLessThan(12);
  // Nothing of the patient is in the clip, the record or what the decoder was given.
  expect(new TextDecoder('latin1').decode(clip.bytes)).not.toContain('Doe');
  expect(JSON.stringify(clip.record)).not.toContain('Doe');
});

test('the window counts in the file’s own frame time', async () => {
  const blob = dicomFile({
    ...picture,
    photometric: 'MONOCHROME2',
    pixels: { kind: 'plain', frames: shades.map(gray) },
  });
  const source = { name: 'loop', blob, offsetSeconds: 0 };
  const clip = await clipper.cut(source, { ...whole, startSeconds: 0.08, durationSeconds: 0.08 }, never);
  const means = await meansOf(clip.bytes);
  expect(means.map(([red = 0]) => Math.round(red / 10) * 10)).toEqual([160, 230]);
});

test('colours: side by side, in planes, inverted', async () => {
  const orange = [220, 120, 40] as const;
  const side = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (__, index) => orange[index % 3]!);
  const planes = Uint8Array.from(
    { length: WIDTH * HEIGHT * 3 },
    (__, index) => orange[Math.floor(index / (WIDTH * HEIGHT))]!,
  );
  const cases = [
    [dicomFile({ ...picture, photometric: 'RGB', pixels: { kind: 'plain', frames: [side, side] } }), orange],
    [
      dicomFile({ ...picture, photometric: 'RGB', planar: true, pixels: { kind: 'plain', frames: [planes, planes] } }),
      orange,
    ],
    [
      dicomFile({ ...picture, photometric: 'MONOCHROME1', pixels: { kind: 'plain', frames: [gray(200), gray(200)] } }),
      [55, 55, 55],
    ],
  ] as const;
  for (const [blob, expected] of cases) {
    const clip = await clipper.cut({ name: 'loop', blob, offsetSeconds: 0 }, whole, never);
    const [mean] = await meansOf(clip.bytes);
    for (const [colour, value] of expected.entries()) expect(Math.abs(mean![colour]! - value)).toBeLessThan(12);
  }
});

test('what cannot be read says so', async () => {
  const blob = dicomFile({
    ...picture,
    photometric: 'MONOCHROME2',
    pixels: { kind: 'encapsulated', syntax: '1.2.840.10008.1.2.4.201', frames: [[gray(1)]] },
  });
  await expect(clipper.cut({ name: 'x', blob, offsetSeconds: 0 }, whole, never)).rejects.toMatchObject({
    kind: 'clip',
    message: expect.stringMatching(/compression .* cannot be read: export it/),
  });
});

const present = (await sharedTable('videos/MANIFEST.tsv')) !== undefined;

describe.skipIf(!present)('loops of real machines', () => {
  test.each(['IM00001.fragmented_no_bot_jpeg_baseline.50.dcm', 'IM00001.implicit_little_endian.dcm'])(
    '%s',
    async (name) => {
      const blob = await sharedFile(`videos/${name}`);
      const clip = await clipper.cut({ name, blob, offsetSeconds: 0 }, whole, never);
      expect(clip.record).toMatchObject({ frameCount: 8, widthPixels: 320, heightPixels: 240 });
    },
  );
});
