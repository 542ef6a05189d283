import { afterAll, expect, test } from 'vitest';

import { createClipper, createFfmpegClipper } from '../../../src/media/index.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const ffmpeg = createFfmpegClipper({ instances: 1 });
const auto = createClipper({ ffmpeg });
afterAll(() => auto.dispose());
const never = new AbortController().signal;

/** With frames that are decoded in another order than they are shown, a key frame each second, and a device's name. */
async function reordered(): Promise<Blob> {
  const plain = await numberedVideo({ frameSeconds: steady(90, 30) });
  return ffmpeg.run(async (instance) => {
    await instance.write('in.mp4', new Uint8Array(await plain.arrayBuffer()));
    const groups = ['-g', '30', '-keyint_min', '30', '-sc_threshold', '0', '-bf', '3', '-b_strategy', '0'];
    const coding = ['-c:v', 'libx264', '-preset', 'fast', '-pix_fmt', 'yuv420p', ...groups];
    const { exitCode } = await instance.ffmpeg(['-i', 'in.mp4', ...coding, '-metadata', 'title=Probe 7', 'out.mp4']);
    const bytes = await instance.take('out.mp4');
    if (exitCode !== 0 || bytes === undefined) throw new Error('ffmpeg made no source');
    return new Blob([bytes]);
  }, never);
}

test('whole frames from a key frame on are copied where that gives the very frames, else encoded again', async () => {
  const source = { name: 'a source', blob: await reordered(), offsetSeconds: 0 };
  const copied: boolean[] = [];
  const windows = [1, 0.9, 31 / 30, 32 / 30, 33 / 30, 34 / 30].map((seconds) => [1, seconds] as const);
  for (const [startSeconds, durationSeconds] of [...windows, [0.5, 1] as const]) {
    const spec = { startSeconds, durationSeconds, roi: undefined };
    const clips = [await auto.cut(source, spec, never), await ffmpeg.cut(source, spec, never)] as const;
    const [fast, exact] = await Promise.all(clips.map(({ bytes }) => readNumbers(new Blob([bytes]))));
    expect(fast!.map(({ number }) => number)).toEqual(exact!.map(({ number }) => number));
    for (const [index, { timestamp }] of fast!.entries()) expect(timestamp).toBeCloseTo(exact![index]!.timestamp, 2);
    const { record, bytes } = clips[0];
    expect(record.engine).toBe('webcodecs');
    const isCopy = record.arguments.includes('codec=copy');
    copied.push(isCopy);
    expect(record.notes).toEqual(isCopy ? [expect.stringMatching(/own frames/)] : []);
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text).not.toMatch(/Probe 7|x264/);
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
  }
  // A second from the key frame on is a closed group; half a second later none begins.
  expect(copied.at(0)).toBe(true);
  expect(copied.at(-1)).toBe(false);
  expect(copied.slice(1, -1)).toContain(true);
  expect(copied.slice(1, -1)).toContain(false);
  const region = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;
  const cropped = await auto.cut(source, { startSeconds: 1, durationSeconds: 1, roi: region }, never);
  expect(cropped.record.arguments).not.toContain('codec=copy');
});
