import type { Ffmpeg } from './open-ffmpeg.ts';

/** Grey pictures, one after another, each row by row without padding. */
export interface GreyFrames {
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly framesPerSecond: number;
  /** 0 black to 255 white; `widthPixels * heightPixels` bytes a frame. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Arguments that keep everything out of an MP4 that differs between two runs: names, dates, the encoder's greeting. */
export const REPEATABLE = [
  ...['-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
  ...['-bsf:v', 'filter_units=remove_types=6'],
] as const;

/**
 * Encodes to H.264 in MP4 without sound, index first.
 * @param quality x264's constant rate factor: higher is smaller
 */
export function encodeClip(ffmpeg: Ffmpeg, frames: GreyFrames, quality: number): Uint8Array<ArrayBuffer> {
  const size = `${frames.widthPixels}x${frames.heightPixels}`;
  ffmpeg.write('frames.grey', frames.bytes);
  ffmpeg.run(
    ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', size, '-r', String(frames.framesPerSecond), '-i', 'frames.grey'],
    ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'slow', '-crf', String(quality), '-g', '60'],
    ...['-movflags', '+faststart', '-an', ...REPEATABLE, 'clip.mp4'],
  );
  const clip = ffmpeg.read('clip.mp4');
  ffmpeg.remove('frames.grey', 'clip.mp4');
  return clip;
}
