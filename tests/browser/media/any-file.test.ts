import { afterAll, describe, expect, test } from 'vitest';

import type { ClipSpec } from '../../../src/app/index.ts';
import { createClipper, createFfmpegClipper } from '../../../src/media/index.ts';
import { sharedFile, sharedTable } from './shared-videos.ts';

const rows = (await sharedTable('videos/EXPECT.tsv')) ?? [];
const manifest = new Map((await sharedTable('videos/MANIFEST.tsv'))?.map((row) => [row['file'], row]));
const ffmpeg = createFfmpegClipper({ instances: 1 });
const clipper = createClipper({ ffmpeg });
afterAll(() => clipper.dispose());
const never = new AbortController().signal;
const middleHalf = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;

/** What the native cut measures, in square pixels and even. */
function expectedSize(row: Readonly<Record<string, string>>): readonly [number, number] {
  const [width = 0, height = 0] = (row['width_x_height'] ?? '').split('x').map(Number);
  const [across = 1, down = 1] = /^\d+:\d+$/.test(row['SAR'] ?? '') ? row['SAR']!.split(':').map(Number) : [];
  const aspect = across / down;
  const even = (value: number) => 2 * Math.round(value / 2);
  return [aspect > 1 ? even(width * aspect) : width, aspect < 1 ? even(height / aspect) : height];
}

test.runIf(import.meta.env['CI'] !== undefined)('the files are there', () => {
  expect(rows.length).toBeGreaterThan(30);
});

/** One whose clip takes ffmpeg.wasm minutes. */
const LONG = 'long_1080p_lowbitrate.mp4';

test.skipIf(rows.length === 0)(
  'no name, place or date of the source is left in a clip, and its record names none',
  async () => {
    const source = { name: 'IMG.MOV', blob: await sharedFile('videos/with-gps.mov'), offsetSeconds: 0 };
    const original = new TextDecoder('latin1').decode(await source.blob.arrayBuffer());
    expect(original).toMatch(/com\.apple\.quicktime/);
    const clip = await clipper.cut(source, { startSeconds: 0, durationSeconds: 1, roi: undefined }, never);
    const text = new TextDecoder('latin1').decode(clip.bytes);
    expect(text).not.toMatch(/apple|iphone|[+-]\d{2}\.\d{3,}[+-]\d{3}\.\d{3}|20\d\d-\d\d-\d\dT/i);
    // The index comes before the pictures, so that a player can begin at once.
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
    expect(JSON.stringify(clip.record)).not.toContain('IMG');
  },
);

describe.skipIf(rows.length === 0)('every file decodes like native, or is refused in words', () => {
  test.each(rows.map((row) => [row['file']!, row['duration_source']!, row] as const))(
    '%s (%s)',
    async (name, _, row) => {
      const source = { name, blob: await sharedFile(`videos/${name}`), offsetSeconds: 0 };
      const durationSeconds = name === LONG ? 2 : Number(row['D']);
      const spec: ClipSpec = { startSeconds: Number(row['S']), durationSeconds, roi: middleHalf };
      const frames = name === LONG ? 60 : Number(row['raw_frames_passthrough']);
      if (row['exit_code'] !== '0' || frames === 0) {
        const refused = clipper.cut(source, spec, never);
        await expect(refused).rejects.toMatchObject({
          kind: 'clip',
          message: expect.stringMatching(/^[A-Z].*: .*\.$|\.$/),
        });
        return;
      }
      const clip = await clipper.cut(source, spec, never);
      const [widthPixels, heightPixels] = expectedSize(row);
      expect(clip.record).toMatchObject({ frameCount: frames, widthPixels, heightPixels });
      expect(manifest.get(name)).toBeDefined();
      // ffmpeg.wasm has no decoder for it, so that nothing stands beside the browser’s.
      if (manifest.get(name)?.['video_codec']?.startsWith('av1') === true)
        expect(clip.record.notes).toContainEqual(expect.stringMatching(/^not compared with ffmpeg/));
    },
  );
});
