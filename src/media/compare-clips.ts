import { BufferSource, Input, MP4, type VideoSample, VideoSampleSink } from 'mediabunny';

import type { ClipPair, Comparison } from './webcodecs-protocol.ts';

/** Times are kept in ticks of different lengths. */
const TIME_TOLERANCE_SECONDS = 0.002;

/** Compares two clips frame by frame: times and sizes, and the PSNR over all samples of all frames. */
export async function compareClips({ part, whole, partSeconds }: ClipPair, alive: () => void): Promise<Comparison> {
  const inputs = [part, whole].map((bytes) => new Input({ formats: [MP4], source: new BufferSource(bytes) }));
  const readers: AsyncGenerator<VideoSample, void, unknown>[] = [];
  try {
    for (const [index, input] of inputs.entries()) {
      const track = await input.getPrimaryVideoTrack();
      if (track === null) return { kind: 'different', how: 'one has no video' };
      const from = index === 1 && partSeconds !== undefined ? partSeconds + TIME_TOLERANCE_SECONDS / 2 : undefined;
      readers.push(new VideoSampleSink(track).samples(from));
    }
    let squares = 0;
    let samples = 0;
    let shift: number | undefined;
    for (let index = 0; ; index += 1) {
      const [a, b] = await Promise.all(readers.map((reader) => reader.next()));
      try {
        if (a?.done === true && (b?.done === true || partSeconds !== undefined)) break;
        if (a?.value === undefined || b?.value === undefined)
          return { kind: 'different', how: `one ends after ${index} frames` };
        shift ??= partSeconds === undefined ? 0 : b.value.timestamp - a.value.timestamp;
        const how = differenceOf(a.value, b.value, shift, index);
        if (how !== undefined) return { kind: 'different', how };
        const [left, right] = [await planesOf(a.value), await planesOf(b.value)];
        for (let place = 0; place < left.length; place += 1) {
          const distance = (left[place] ?? 0) - (right[place] ?? 0);
          squares += distance * distance;
        }
        samples += left.length;
      } finally {
        for (const result of [a, b]) if (result?.value !== undefined) result.value.close();
      }
      if (index % 15 === 0) alive();
    }
    if (samples === 0) return { kind: 'different', how: 'neither has a frame' };
    return { kind: 'alike', psnrDecibel: squares === 0 ? 100 : 10 * Math.log10((255 * 255 * samples) / squares) };
  } finally {
    for (const reader of readers) await reader.return();
    for (const input of inputs) input.dispose();
  }
}

function differenceOf(a: VideoSample, b: VideoSample, shift: number, index: number): string | undefined {
  if (a.displayWidth !== b.displayWidth || a.displayHeight !== b.displayHeight)
    return `${a.displayWidth} x ${a.displayHeight} against ${b.displayWidth} x ${b.displayHeight} pixels`;
  if (Math.abs(a.timestamp + shift - b.timestamp) > TIME_TOLERANCE_SECONDS)
    return `frame ${index + 1} at ${a.timestamp.toFixed(3)} s against ${b.timestamp.toFixed(3)} s`;
  return a.format === b.format ? undefined : `decoded to ${a.format ?? 'nothing'} against ${b.format ?? 'nothing'}`;
}

async function planesOf(sample: VideoSample): Promise<Uint8Array> {
  const bytes = new Uint8Array(sample.allocationSize());
  await sample.copyTo(bytes);
  return bytes;
}
