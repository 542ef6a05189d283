import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { encodeClip } from '../../../scripts/sample/encode-clip.ts';
import { openFfmpeg } from '../../../scripts/sample/open-ffmpeg.ts';
import { renderScene } from '../../../scripts/sample/render-scene.ts';
import { scenes } from '../../../scripts/sample/scenes/index.ts';
import { decodeFrames } from '../../fixtures/decode-frames.ts';
import type { RgbaPicture } from '../../fixtures/read-frame-number.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The committed clip's picture at a time. */
async function pictureAt(key: string, seconds: number): Promise<RgbaPicture> {
  const bytes = new Uint8Array(readFileSync(new URL(`../../../public/sample/videos/${key}.mp4`, import.meta.url)));
  const [picture] = await decodeFrames(bytes, { startSeconds: seconds, frameCount: 1 });
  if (picture === undefined) throw new Error(`${key} has no frame at ${seconds} s.`);
  return picture;
}

/** Mean grey in a box of the screen. */
function greyIn(picture: RgbaPicture, box: Box): number {
  const { data } = picture;
  let sum = 0;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++) sum += data[(y * picture.width + x) * 4] ?? 0;
  return sum / (box.width * box.height);
}

/** The brightest grey of each column of a box. */
function ridge(picture: RgbaPicture, box: Box): readonly number[] {
  const { data } = picture;
  return Array.from({ length: box.width }, (_, column) =>
    Math.max(
      ...Array.from({ length: box.height }, (_row, y) => data[((box.y + y) * picture.width + box.x + column) * 4] ?? 0),
    ),
  );
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (left: readonly number[], right: readonly number[], leftMean: number, rightMean: number) =>
    mean(left.map((value, index) => (value - leftMean) * ((right[index] ?? 0) - rightMean)));
  return product(a, b, meanA, meanB) / Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB));
}

describe('what the clips show', () => {
  test('the vein is open, closes under pressure, opens, closes and opens; the artery stays open', async () => {
    const vein = { x: 400, y: 262, width: 36, height: 16 };
    const artery = { x: 256, y: 236, width: 30, height: 16 };
    const pictures = await Promise.all([2, 5, 8, 10.4, 12.6].map((seconds) => pictureAt('groin_vessels', seconds)));
    expect(pictures.map((picture) => greyIn(picture, vein) > 60)).toEqual([false, true, false, true, false]);
    expect(pictures.map((picture) => greyIn(picture, artery) < 50)).toEqual([true, true, true, true, true]);
  });

  test('gain makes the liver brighter, less depth brings it down to where nothing was shown', async () => {
    const liver = { x: 300, y: 130, width: 80, height: 40 };
    const behind = { x: 320, y: 330, width: 60, height: 30 };
    const [dark, bright, near] = await Promise.all(
      [2, 12, 20].map((seconds) => pictureAt('liver_and_kidney', seconds)),
    );
    if (dark === undefined || bright === undefined || near === undefined) throw new Error('A picture is missing.');
    expect(greyIn(bright, liver)).toBeGreaterThan(2.5 * greyIn(dark, liver));
    expect(greyIn(near, behind)).toBeGreaterThan(2.5 * greyIn(bright, behind));
  });

  test('the round artery becomes a tube across the picture', async () => {
    const beside = { x: 160, y: 236, width: 60, height: 16 };
    const [round, tube] = await Promise.all([2, 12].map((seconds) => pictureAt('neck_artery', seconds)));
    if (round === undefined || tube === undefined) throw new Error('A picture is missing.');
    expect(greyIn(round, beside)).toBeGreaterThan(70);
    expect(greyIn(tube, beside)).toBeLessThan(40);
  });

  test('the stone’s shadow goes when the probe is fanned, and comes back', async () => {
    const shadow = { x: 364, y: 310, width: 14, height: 70 };
    const pictures = await Promise.all([2, 7, 12.5].map((seconds) => pictureAt('gallbladder_stone', seconds)));
    expect(pictures.map((picture) => greyIn(picture, shadow) < 30)).toEqual([true, false, true]);
  });

  test('the pleural line slides in the first rib space and keeps still in the second', async () => {
    const line = { x: 276, y: 186, width: 136, height: 28 };
    // Full breath in and out.
    const [first, then, later, last] = await Promise.all(
      [0.85, 2.55, 11.05, 12.75].map(async (seconds) => ridge(await pictureAt('chest_pleura', seconds), line)),
    );
    expect(correlation(first ?? [], then ?? [])).toBeLessThan(0.5);
    expect(correlation(later ?? [], last ?? [])).toBeGreaterThan(0.8);
  });
});

describe('drawing a clip', () => {
  test('the same part twice gives the same bytes', async () => {
    const scene = scenes[0];
    if (scene === undefined) throw new Error('There are no scenes.');
    const ffmpeg = await openFfmpeg();
    const once = encodeClip(ffmpeg, renderScene(scene, 3.4, 3.6), scene.quality);
    const again = encodeClip(await openFfmpeg(), renderScene(scene, 3.4, 3.6), scene.quality);
    expect(Buffer.compare(once, again)).toBe(0);
    expect(once.length).toBeGreaterThan(1000);
  });

  test.each(scenes.map((scene) => [scene.key, scene] as const))('%s is what the script draws', async (key, scene) => {
    const drawn = renderScene(scene, 5.85, 6.05);
    const last = drawn.bytes.subarray(-drawn.widthPixels * drawn.heightPixels);
    const { data } = await pictureAt(key, 6);
    const difference =
      last.reduce((sum, grey, pixel) => sum + Math.abs(grey - (data[pixel * 4] ?? 0)), 0) / last.length;
    expect(difference).toBeLessThan(8);
  });
});
