import { sha256, type Clip, type ClipSpec } from '../app/index.ts';
import { type CropRect, squareSize } from '../domain/clip/index.ts';
import type { ClipRecord } from '../domain/run/index.ts';
import { clipAccident, clipError } from './clip-errors.ts';

export interface CutFacts extends Pick<ClipRecord, 'engine' | 'engineVersion' | 'arguments'> {
  readonly spec: ClipSpec;
  readonly facts: { readonly pixelAspect: number; readonly durationSeconds: number | undefined };
  /** What the clip must measure before it is made square; undefined where it is not for us to say. */
  readonly rect: CropRect | undefined;
  readonly notes: readonly string[];
}

/**
 * A clip with its record, made of what an engine wrote, after a look into it: engines answer that all went well when
 * they wrote nothing.
 * @throws {SonoscoreError} kind `clip`, where the window holds no frame or the clip is not what was asked for
 */
export async function checkedClip(bytes: Uint8Array<ArrayBuffer>, cut: CutFacts): Promise<Clip> {
  const { spec, rect, facts: source } = cut;
  // Not part of the first page: it brings a reader of containers along.
  const { readClipFacts } = await import('./clip-facts.ts');
  const facts = await readClipFacts(bytes);
  const frameCount = facts?.frameSeconds.length ?? 0;
  if (facts === undefined || frameCount === 0) throw clipError(emptyMessage(spec, source.durationSeconds));
  const size = rect === undefined ? undefined : squareSize(rect, source.pixelAspect);
  if (size !== undefined && (facts.widthPixels !== size.width || facts.heightPixels !== size.height)) {
    throw clipAccident(
      `The clip came out as ${facts.widthPixels} x ${facts.heightPixels} pixels instead of ${size.width} x ${size.height}: try again.`,
    );
  }
  const end = spec.startSeconds + spec.durationSeconds;
  const missing = spec.durationSeconds - facts.durationSeconds;
  const frameSeconds = facts.durationSeconds / frameCount;
  const short = missing > 1.5 * frameSeconds && (source.durationSeconds === undefined || end > source.durationSeconds);
  return {
    bytes,
    record: {
      engine: cut.engine,
      engineVersion: cut.engineVersion,
      arguments: cut.arguments,
      startSeconds: spec.startSeconds,
      durationSeconds: spec.durationSeconds,
      frameCount,
      widthPixels: facts.widthPixels,
      heightPixels: facts.heightPixels,
      byteCount: bytes.length,
      sha256: await sha256(bytes),
      notes: [
        ...(spec.notes ?? []),
        ...cut.notes,
        ...(short
          ? [`the window ends past the source's end and was cut short to ${facts.durationSeconds.toFixed(2)} s`]
          : []),
        ...(frameCount < 2 ? ['fewer than two frames'] : []),
      ],
    },
  };
}

function emptyMessage({ startSeconds, durationSeconds }: ClipSpec, sourceSeconds: number | undefined): string {
  const window = `${startSeconds.toFixed(2)} s to ${(startSeconds + durationSeconds).toFixed(2)} s`;
  return sourceSeconds !== undefined && startSeconds >= sourceSeconds
    ? `The window from ${window} holds no frame, since the video ends at ${sourceSeconds.toFixed(2)} s: check that it is the right video.`
    : `The window from ${window} holds no frame of the video: check that the file is complete and the right one.`;
}
