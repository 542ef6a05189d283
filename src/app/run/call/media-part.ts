import type { Condition } from '../../../domain/run/index.ts';
import { type Clip, type ClipTransforms, type MediaLimits, type RequestPart, SonoscoreError } from '../../ports.ts';

const FRAME_SIDE_PIXELS = 1024;
const BASE64_BYTES_PER_BYTE = 4 / 3;

export interface MediaWanted {
  readonly condition: Condition;
  readonly limits: MediaLimits;
  /** For frames. */
  readonly framesPerSecond: number;
}

/** The media part of a call and the clip that it was made from, made to fit what the provider takes. */
export async function mediaPart(
  clip: Clip,
  wanted: MediaWanted,
  transforms: ClipTransforms,
  signal: AbortSignal,
): Promise<{ readonly part: RequestPart; readonly clip: Clip }> {
  const { limits } = wanted;
  if (wanted.condition === 'frames' || limits.form === 'frames') {
    const { images, indices, framesPerSecond } = await transforms.frames(
      clip,
      {
        framesPerSecond: wanted.framesPerSecond,
        maxFrames: limits.maxFrames,
        maxSidePixels: limits.maxFrameSidePixels ?? FRAME_SIDE_PIXELS,
      },
      signal,
    );
    const record = { ...clip.record, sentFrames: indices };
    return { part: { kind: 'frames', images, framesPerSecond }, clip: { ...clip, record } };
  }
  const { durationSeconds } = clip.record;
  const { minDurationSeconds, maxBase64Bytes } = limits;
  if (minDurationSeconds !== undefined && durationSeconds < minDurationSeconds) {
    throw new SonoscoreError({
      kind: 'clip',
      retryable: false,
      message: `This service refuses clips under ${minDurationSeconds} s, and the question’s lasts ${durationSeconds.toFixed(2)} s: ask it with frames instead.`,
    });
  }
  const fits =
    maxBase64Bytes === undefined || Math.ceil(clip.bytes.byteLength * BASE64_BYTES_PER_BYTE) + 4 <= maxBase64Bytes;
  const sent = fits ? clip : await transforms.shrink(clip, maxBase64Bytes, signal);
  return { part: { kind: 'video', bytes: sent.bytes, durationSeconds: sent.record.durationSeconds }, clip: sent };
}
