import { BufferSource, Input, MP4, type VideoSample, VideoSampleSink } from 'mediabunny';

import { abortError } from './clip-errors.ts';

export interface JpegOptions {
  /** Which frames, in the order they are shown; ascending. */
  readonly indices: readonly number[];
  /** The longer side at most. */
  readonly maxSidePixels: number;
  /** Over 0 to 1. */
  readonly quality: number;
}

/**
 * Frames of a clip as JPEG files, decoded by the browser.
 * @returns undefined where the browser cannot decode the clip
 */
export async function jpegFrames(
  bytes: Uint8Array<ArrayBuffer>,
  { indices, maxSidePixels, quality }: JpegOptions,
  signal: AbortSignal,
): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
  if (typeof VideoDecoder === 'undefined' || typeof OffscreenCanvas === 'undefined') return undefined;
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null || !(await track.canDecode())) return undefined;
    const wanted = new Set(indices);
    const images: Uint8Array<ArrayBuffer>[] = [];
    let index = 0;
    for await (const sample of new VideoSampleSink(track).samples()) {
      try {
        if (signal.aborted) throw abortError();
        if (wanted.has(index)) images.push(await jpegOf(sample, maxSidePixels, quality));
      } finally {
        sample.close();
      }
      index += 1;
    }
    return images;
  } finally {
    input.dispose();
  }
}

async function jpegOf(sample: VideoSample, maxSidePixels: number, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const { displayWidth, displayHeight } = sample;
  const scale = Math.min(1, maxSidePixels / Math.max(displayWidth, displayHeight));
  const width = Math.max(1, Math.round(displayWidth * scale));
  const height = Math.max(1, Math.round(displayHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  sample.draw(context, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Uint8Array(await blob.arrayBuffer());
}
