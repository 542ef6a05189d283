import { sha256, type Clip, type ClipTransforms, type FrameOptions } from '../app/index.ts';
import { chooseFrames } from '../domain/clip/index.ts';
import { abortError, clipAccident, clipError } from './clip-errors.ts';
import type { FfmpegClipper } from './ffmpeg-clipper.ts';
import type { FfmpegInstance } from './ffmpeg-instance.ts';

export interface ClipTransformsOptions {
  readonly ffmpeg: FfmpegClipper;
  /** Default: the browser's decoder where it can, else ffmpeg. */
  readonly frameDecoder?: 'auto' | 'ffmpeg';
}

/** What a JPEG loses at this is not to be seen; near the reference's ffmpeg quality 2. */
const JPEG_QUALITY = 0.92;
const IN = 'in.mp4';
const OUT = 'out.mp4';

/** Each coarser than the one before, for services that take little. */
const SMALLER = [
  { part: 2, crf: 28 },
  { part: 3, crf: 32 },
  { part: 4, crf: 35 },
] as const;

export function createClipTransforms({ ffmpeg, frameDecoder = 'auto' }: ClipTransformsOptions): ClipTransforms {
  return {
    frames: async (clip, options, signal) => {
      const { readClipFacts } = await import('./clip-facts.ts');
      const facts = await readClipFacts(clip.bytes);
      if (facts === undefined || facts.frameSeconds.length === 0)
        throw clipError('The clip holds no frame: check the window of the question.');
      const chosen = chooseFrames(facts.frameSeconds, options);
      const images = await imagesOf(clip, chosen.indices, options, signal);
      if (images.length !== chosen.indices.length)
        throw clipAccident(
          `${images.length} of ${chosen.indices.length} frames could be read from the clip: try again.`,
        );
      return { images, ...chosen };
    },
    shrink: async (clip, maxBase64Bytes, signal) => {
      if (base64Length(clip.bytes) <= maxBase64Bytes) return clip;
      return ffmpeg.run((instance) => shrinkIn(instance, clip, maxBase64Bytes), signal);
    },
  };

  async function imagesOf(
    clip: Clip,
    indices: readonly number[],
    { maxSidePixels = Infinity, quality = JPEG_QUALITY }: FrameOptions,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> {
    if (frameDecoder === 'auto') {
      const { jpegFrames } = await import('./jpeg-frames.ts');
      const images = await jpegFrames(clip.bytes, { indices, maxSidePixels, quality }, signal);
      if (images !== undefined) return images;
    }
    if (signal.aborted) throw abortError();
    return ffmpeg.run((instance) => framesIn(instance, clip, indices, { maxSidePixels, quality }), signal);
  }
}

async function framesIn(
  instance: FfmpegInstance,
  clip: Clip,
  indices: readonly number[],
  { maxSidePixels, quality }: { readonly maxSidePixels: number; readonly quality: number },
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const { widthPixels: width, heightPixels: height } = clip.record;
  const scale = Math.min(1, maxSidePixels / Math.max(width, height));
  const filters = [
    `select='${indices.map((index) => `eq(n,${index})`).join('+')}'`,
    ...(scale < 1
      ? [`scale=${Math.max(1, Math.round(width * scale))}:${Math.max(1, Math.round(height * scale))}`]
      : []),
    'format=yuvj420p',
  ];
  // ffmpeg counts from 2 (best) to 31.
  const level = String(Math.round(2 + 29 * Math.min(1, Math.max(0, JPEG_QUALITY - quality))));
  await instance.write(IN, clip.bytes);
  const args = ['-i', IN, '-vf', filters.join(','), '-fps_mode', 'passthrough', '-q:v', level, '%d.jpg'];
  const { exitCode, log } = await instance.ffmpeg(args);
  if (exitCode !== 0) throw clipAccident('The frames of a clip could not be made: try again.', log.join('\n'));
  await instance.take(IN);
  const images: Uint8Array<ArrayBuffer>[] = [];
  for (const place of indices.keys()) {
    const image = await instance.take(`${place + 1}.jpg`);
    if (image !== undefined) images.push(image);
  }
  return images;
}

async function shrinkIn(instance: FfmpegInstance, clip: Clip, maxBase64Bytes: number): Promise<Clip> {
  await instance.write(IN, clip.bytes);
  for (const { part, crf } of SMALLER) {
    const widthPixels = evenPart(clip.record.widthPixels, part);
    const heightPixels = evenPart(clip.record.heightPixels, part);
    const { exitCode, log } = await instance.ffmpeg([
      ...['-i', IN, '-vf', `scale=${widthPixels}:${heightPixels}`, '-fps_mode', 'passthrough', '-enc_time_base', '-1'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(crf), '-pix_fmt', 'yuv420p', '-an'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', OUT],
    ]);
    const bytes = await instance.take(OUT);
    if (exitCode !== 0 || bytes === undefined)
      throw clipAccident('The clip could not be made smaller: try again.', log.join('\n'));
    if (base64Length(bytes) > maxBase64Bytes) continue;
    await instance.take(IN);
    const note = `re-encoded at 1/${part} of its size (crf ${crf}) to fit into ${maxBase64Bytes} bytes of base64`;
    const notes = [...clip.record.notes, note];
    const measured = { widthPixels, heightPixels, byteCount: bytes.length, sha256: await sha256(bytes), notes };
    return { bytes, record: { ...clip.record, ...measured } };
  }
  throw clipError(
    `The clip is too large for this service even at a quarter of its size (at most ${maxBase64Bytes} bytes of base64): ask this question with frames instead.`,
  );
}

function base64Length(bytes: Uint8Array): number {
  return 4 * Math.ceil(bytes.length / 3);
}

function evenPart(pixels: number, part: number): number {
  return Math.max(2, 2 * Math.round(pixels / part / 2));
}
