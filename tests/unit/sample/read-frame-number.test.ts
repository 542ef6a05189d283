import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cellsOf, frameNumberOf, LARGEST_FRAME_NUMBER } from '../../../scripts/fixtures/counter-code.ts';
import {
  FRAME_COUNTER,
  UNSTEADY_FRAME_COUNTER,
  unsteadyFrameSeconds,
} from '../../../scripts/fixtures/counter-facts.ts';
import { paintCounter } from '../../../scripts/fixtures/paint-counter.ts';
import { openFfmpeg } from '../../../scripts/sample/open-ffmpeg.ts';
import { decodeFrames } from '../../fixtures/decode-frames.ts';
import { readFrameNumber, type RgbaPicture } from '../../fixtures/read-frame-number.ts';
import { readMp4Facts } from '../../servers/mp4-facts.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)));

interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is left of a whole painted frame after a crop; `change` may spoil each pixel. */
function cropped(frameNumber: number, crop: Crop, change: (grey: number, x: number, y: number) => number): RgbaPicture {
  const { widthPixels, heightPixels } = FRAME_COUNTER;
  const whole = paintCounter(frameNumber, widthPixels, heightPixels);
  const data = new Uint8ClampedArray(crop.width * crop.height * 4).fill(255);
  for (let y = 0; y < crop.height; y++)
    for (let x = 0; x < crop.width; x++) {
      const grey = change(whole[(crop.y + y) * widthPixels + crop.x + x] ?? 0, x, y);
      data.fill(grey, (y * crop.width + x) * 4, (y * crop.width + x) * 4 + 3);
    }
  return { data, width: crop.width, height: crop.height };
}

/** Noise of up to 90 greys each way that repeats for the same pixel. */
const noise = (x: number, y: number) =>
  ((Math.imul(x * 7919 + y * 104729 + 17, 2654435761) >>> 0) / 2 ** 32 - 0.5) * 180;

const anyNumber = fc.integer({ min: 0, max: FRAME_COUNTER.frameCount - 1 });
const anyCrop = fc.record({
  x: fc.integer({ min: 0, max: FRAME_COUNTER.widthPixels - 200 }),
  y: fc.integer({ min: 0, max: FRAME_COUNTER.heightPixels - 150 }),
  width: fc.constant(200),
  height: fc.constant(150),
});

describe('the code in the cells', () => {
  test('every number is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LARGEST_FRAME_NUMBER }), (n) => {
        expect(frameNumberOf(cellsOf(n))).toBe(n);
      }),
      { seed: 1 },
    );
  });

  test('no two numbers of the long counter look the same', () => {
    const seen = new Set(Array.from({ length: FRAME_COUNTER.frameCount }, (_, n) => cellsOf(n).join()));
    expect(seen.size).toBe(FRAME_COUNTER.frameCount);
  });

  test('a single wrong cell never passes', () => {
    fc.assert(
      fc.property(anyNumber, fc.nat(47), (n, index) => {
        const cells = cellsOf(n);
        fc.pre(cells[index] !== 'grey');
        const wrong = cells.map((cell, at) => (at !== index ? cell : cell === 'white' ? 'black' : 'white'));
        expect(() => frameNumberOf(wrong)).toThrow('no frame number');
      }),
      { seed: 2 },
    );
  });
});

describe('readFrameNumber', () => {
  test('reads any crop of 200 x 150 under heavy noise and weak contrast', () => {
    fc.assert(
      fc.property(anyNumber, anyCrop, (n, crop) => {
        const spoilt = cropped(n, crop, (grey, x, y) => 60 + grey * 0.5 + noise(x, y));
        expect(readFrameNumber(spoilt, crop)).toBe(n);
      }),
      { seed: 3, numRuns: 25 },
    );
  });

  test('refuses a crop whose origin is not what the caller says', () => {
    const crop = { x: 100, y: 60, width: 240, height: 160 };
    const picture = cropped(4711, crop, (grey) => grey);
    expect(() => readFrameNumber(picture, { x: crop.x + 32, y: crop.y })).toThrow();
    expect(() => readFrameNumber(picture, { x: crop.x, y: crop.y + 16 })).toThrow();
  });

  test('refuses two frames mixed into one, an even grey and a crop that is too small', () => {
    const crop = { x: 0, y: 0, width: 200, height: 150 };
    const next = paintCounter(1235, FRAME_COUNTER.widthPixels, FRAME_COUNTER.heightPixels);
    const mixed = cropped(1234, crop, (grey, x, y) => (grey + (next[y * FRAME_COUNTER.widthPixels + x] ?? 0)) / 2);
    expect(() => readFrameNumber(mixed, crop)).toThrow('two frames');
    expect(() => readFrameNumber(cropped(0, crop, () => 90))).toThrow('no contrast');
    const narrow = { ...crop, width: 150 };
    expect(() => readFrameNumber(cropped(0, narrow, (grey) => grey))).toThrow('too small');
  });
});

describe('the counter videos', () => {
  test('frame-counter.mp4 is what the facts say and small', async () => {
    const bytes = fixture('frame-counter.mp4');
    expect(bytes.length).toBeLessThan(600_000);
    expect(await readMp4Facts(bytes)).toEqual({
      codec: 'avc',
      widthPixels: FRAME_COUNTER.widthPixels,
      heightPixels: FRAME_COUNTER.heightPixels,
      durationSeconds: FRAME_COUNTER.frameCount / FRAME_COUNTER.framesPerSecond,
      frameCount: FRAME_COUNTER.frameCount,
      audioTrackCount: 0,
    });
  });

  test.each([0, 9.8, 600.3, 1079.5])('frame-counter.mp4 shows the right frames from %d s on', async (start) => {
    const frames = await decodeFrames(fixture('frame-counter.mp4'), { startSeconds: start, frameCount: 15 });
    const first = Math.round(start * FRAME_COUNTER.framesPerSecond);
    expect(frames.map((frame) => readFrameNumber(frame))).toEqual(Array.from({ length: 15 }, (_, i) => first + i));
  });

  test('frame numbers survive a small crop that is encoded again as clips are', async () => {
    const ffmpeg = await openFfmpeg();
    ffmpeg.write('source.mp4', fixture('frame-counter.mp4'));
    const crop = { x: 304, y: 140, width: 304, height: 140 };
    ffmpeg.run(
      ...['-ss', '777.77', '-i', 'source.mp4', '-t', '1', '-vf', 'crop=304:140:304:140'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '40', '-an', 'clip.mp4'],
    );
    const numbers = (await decodeFrames(ffmpeg.read('clip.mp4'))).map((frame) => readFrameNumber(frame, crop));
    // ffmpeg rounds the clip's last moment to a whole frame, so it holds 29 or 30.
    const first = Math.ceil(777.77 * FRAME_COUNTER.framesPerSecond);
    expect(numbers).toEqual(numbers.map((_, index) => first + index));
    expect(numbers.length).toBeGreaterThanOrEqual(29);
  });

  test('frame-counter-vfr.mp4 has unequal frame times, frames out of order, and each frame at its time', async () => {
    const bytes = fixture('frame-counter-vfr.mp4');
    expect(bytes.length).toBeLessThan(600_000);
    const frames = await decodeFrames(bytes);
    expect(frames.map((frame) => readFrameNumber(frame))).toEqual(
      Array.from({ length: UNSTEADY_FRAME_COUNTER.frameCount }, (_, index) => index),
    );
    const stored = await storedTimes(bytes);
    expect(stored).not.toEqual(stored.toSorted((a, b) => a - b));
    const expected = Array.from({ length: UNSTEADY_FRAME_COUNTER.frameCount }, (_, index) =>
      unsteadyFrameSeconds(index),
    );
    const shown = stored.toSorted((a, b) => a - b);
    expect(shown.map((time) => Math.round(time * 1000))).toEqual(expected.map((time) => Math.round(time * 1000)));
  });
});

/** Presentation times in the order in which the frames are stored, seconds. */
async function storedTimes(bytes: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const { BufferSource, EncodedPacketSink, Input, MP4 } = await import('mediabunny');
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('No video track.');
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
  return times;
}
