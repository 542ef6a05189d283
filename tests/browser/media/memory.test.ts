import { afterAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import { createClipper, createFfmpegClipper, createWebcodecsClipper } from '../../../src/media/index.ts';
import { base64Of } from './base64.ts';
import { numberedVideo, readNumbers } from './numbered-video.ts';

const never = new AbortController().signal;
afterAll(() => commands.removeLarge());

const SIZE = 2_254_857_830;

/** An MP4 that runs on into nothing for 2.1 GB, as one box of free space: readers must step over it. */
async function picked(): Promise<File> {
  const video = new Uint8Array(await (await numberedVideo()).arrayBuffer());
  const free = new DataView(new ArrayBuffer(8));
  free.setUint32(0, SIZE - video.length);
  free.setUint32(4, 0x66726565);
  const input = document.createElement('input');
  input.type = 'file';
  input.id = 'large-file';
  document.body.append(input);
  await commands.pickLarge(await base64Of(new Blob([video, free])), SIZE, '#large-file');
  const [file] = input.files ?? [];
  input.remove();
  if (file === undefined) throw new Error('nothing was picked');
  return file;
}

test.each([
  ['the browser’s codecs', createWebcodecsClipper],
  ['ffmpeg', createFfmpegClipper],
  ['whichever engine fits', createClipper],
])('a file of 2.1 GB gives its clip by %s, which start for it, within 300 MB of memory', async (_, createEngine) => {
  const blob = await picked();
  expect(blob.size).toBe(SIZE);
  await commands.startMemoryWatch();
  const clipper = createEngine();
  const clip = await clipper.cut(
    { name: 'large', blob, offsetSeconds: 0 },
    { startSeconds: 1, durationSeconds: 1, roi: undefined },
    never,
  );
  // Before the test itself decodes the clip into pictures, whose memory is none of the clip's.
  const grown = await commands.stopMemoryWatch();
  clipper.dispose();
  const frames = await readNumbers(new Blob([clip.bytes]));
  expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_each, index) => 30 + index));
  // Undefined where the system does not tell.
  if (grown !== undefined) expect(grown).toBeLessThan(300_000_000);
});
