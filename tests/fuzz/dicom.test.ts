import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SonoscoreError } from '../../src/app/index.ts';
import { dicomAsVideo } from '../../src/media/dicom/index.ts';
import { deflated, dicomFile, runLengthFrame } from '../browser/media/dicom-file.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedBytes } from './mutations.ts';

const frame = new Uint8Array(12).fill(90);
const small = { widthPixels: 4, heightPixels: 3, frameTimeMs: 40, photometric: 'MONOCHROME2' } as const;
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
const files = [
  dicomFile({ ...small, pixels: { kind: 'plain', frames: [frame, frame, frame] } }),
  dicomFile({ ...small, photometric: 'RGB', pixels: { kind: 'plain', frames: [new Uint8Array(36)] } }),
  dicomFile({
    ...small,
    deep: { bitsStored: 12, center: 2048, width: 4096 },
    pixels: { kind: 'plain', frames: [new Uint8Array(24)] },
  }),
  dicomFile({
    ...small,
    pixels: { kind: 'encapsulated', syntax: '1.2.840.10008.1.2.5', frames: [[runLengthFrame(frame)]] },
  }),
  dicomFile({
    ...small,
    pixels: { kind: 'encapsulated', syntax: '1.2.840.10008.1.2.4.50', frames: [[jpeg], [jpeg, frame]] },
  }),
  dicomFile({
    ...small,
    pixels: { kind: 'encapsulated', syntax: '1.2.840.10008.1.2.4.102', frames: [[frame]] },
  }),
];
const uneven = (...frameGapsMs: readonly number[]) =>
  dicomFile({ ...small, frameGapsMs, pixels: { kind: 'plain', frames: [frame, frame, frame] } });
const MEGABYTE = new Uint8Array(1_000_000);
const MOST_UNEVEN_BYTES = 600_000 * 24 + 2_000;
const bases = await Promise.all(
  [...files, uneven(0, 40, 90), await deflated(files[0]!)].map(
    async (file) => new Uint8Array(await file.arrayBuffer()),
  ),
);

test('a changed DICOM file becomes a video of bounded size, or a sentence', async () => {
  await forCases(fc.constantFrom(...bases).chain(changedBytes), async (bytes) => {
    try {
      const { blob } = await dicomAsVideo(new Blob([bytes]));
      // A byte of a run-length frame stands for up to 64 pixels of 3 bytes; uneven frames take 24 bytes a millisecond.
      expect(blob.size).toBeLessThan(MOST_UNEVEN_BYTES + bytes.length * 1_000);
    } catch (error) {
      if (!(error instanceof SonoscoreError)) throw error;
      expect(error.kind).toBe('clip');
      expect(error.message).toMatch(SENTENCE);
    }
  });
});

test('frames that come years apart are refused', async () => {
  for (const gap of [1e7, 1e12, 1e300])
    await expect(dicomAsVideo(uneven(0, 40, gap))).rejects.toThrow(/over more than 10 minutes/);
});

test('a small file that swells without end is refused before it fills the memory', async () => {
  const zeros = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let megabytes = 0; megabytes < 60; megabytes += 1) controller.enqueue(MEGABYTE);
      controller.close();
    },
  });
  const whole = new Uint8Array(await (await deflated(files[0]!)).arrayBuffer());
  const headBytes = 144 + new DataView(whole.buffer).getUint32(140, true);
  const bomb = await new Response(zeros.pipeThrough(new CompressionStream('deflate-raw'))).blob();
  expect(bomb.size).toBeLessThan(1e5);
  await expect(dicomAsVideo(new Blob([whole.slice(0, headBytes), bomb]))).rejects.toThrow(/damaged/);
});
