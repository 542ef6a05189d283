import type { Benchmark, Roi } from '../../domain/benchmark/index.ts';
import type { ClipRecord } from '../../domain/run/index.ts';

/** A source video at hand: read by slices, never whole. */
export interface SourceFile {
  /** For a person; engines must not read anything from it. */
  readonly name: string;
  /** A File from a disk or a Blob; both give slices without reading the rest. */
  readonly blob: Blob;
  /** Seconds of the source video at which this file begins: 0, or the Video's start when the file holds that Video only. */
  readonly offsetSeconds: number;
  /** A source that is read from its address by ranges; `blob` is then empty. */
  readonly remote?: { readonly url: string; readonly sizeBytes: number };
  /** What tells this source from others, where its bytes are not at hand to tell. */
  readonly identity?: string;
}

/** What to cut. The same spec on the same source gives the same clip. */
export interface ClipSpec {
  /** Seconds from the start of the source FILE. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly roi: Roi | undefined;
  /** Absent: `AUTO_ENGINE`. */
  readonly settings?: EngineSettings;
  /** What the clip's record is to say of how the window came about. */
  readonly notes?: readonly string[];
}

/** How clips are cut; another setting gives other bytes. */
export interface EngineSettings {
  /** `auto`: `webcodecs` where it is shown to agree with `ffmpeg` on this source, else `ffmpeg`. */
  readonly engine: 'auto' | 'ffmpeg' | 'webcodecs';
  /** The reference's own command, faults included; `ffmpeg` only. */
  readonly reference: boolean;
}

export const AUTO_ENGINE: EngineSettings = { engine: 'auto', reference: false };

/** What a page says while a clip is being made. */
export type ClipProgress =
  | {
      /** The engine itself is being fetched, once per visit. */
      readonly kind: 'loading-engine';
      readonly loadedBytes: number;
      readonly totalBytes: number;
    }
  | { readonly kind: 'cutting' };

/** The bytes cut from a source video for one Question: window and ROI, H.264 in MP4, no sound. */
export interface Clip {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly record: ClipRecord;
}

export interface Clipper {
  /**
   * Cuts one clip.
   * @param onProgress hears when the engine has to be fetched first, and when the cut begins
   * @throws {SonoscoreError} kind `clip`, with what is wrong with the source or window and what to do
   * @throws {DOMException} AbortError when `signal` aborts, within a second
   */
  cut(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip>;
  /** Ends workers and frees memory; the next cut starts anew. */
  dispose(): void;
}

/** Where cut clips are kept. What fails rejects; whoever uses it can do without. */
export interface ClipCacheStore {
  get(key: string): Promise<Clip | undefined>;
  /** @param usedAtMs milliseconds since 1970, to know which were not used for longest */
  put(key: string, clip: Clip, usedAtMs: number): Promise<void>;
  touch(key: string, usedAtMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  clear(): Promise<void>;
  /** In no particular order, without reading the clips. */
  list(): Promise<readonly { readonly key: string; readonly byteCount: number; readonly usedAtMs: number }[]>;
}

/** Which frames of a clip an image-only model is given. */
export interface FrameOptions {
  readonly framesPerSecond: number;
  /** Over it, this many frames spread evenly. Undefined: no limit. */
  readonly maxFrames?: number | undefined;
  /** Longer sides are scaled down to it. Undefined: as large as the clip. */
  readonly maxSidePixels?: number | undefined;
  /** JPEG quality, over 0 to 1. Default: 0.92. */
  readonly quality?: number | undefined;
}

/** Other forms of a clip, for what a model takes. */
export interface ClipTransforms {
  /**
   * Frames as JPEG files, the first and the last always among them.
   * @returns the images, which of the clip's frames they are (from 0 on), and the rate that they really have, which is lower
   * than asked for where `maxFrames` thinned them
   * @throws {SonoscoreError} kind `clip`
   * @throws {DOMException} AbortError when `signal` aborts
   */
  frames(
    clip: Clip,
    options: FrameOptions,
    signal: AbortSignal,
  ): Promise<{
    readonly images: readonly Uint8Array<ArrayBuffer>[];
    readonly indices: readonly number[];
    readonly framesPerSecond: number;
  }>;
  /**
   * The clip itself if it fits, else re-encoded at a half, a third or a quarter of its size, coarser each time.
   * @param maxBase64Bytes what it may measure after base64
   * @throws {SonoscoreError} kind `clip`, where even the smallest does not fit
   * @throws {DOMException} AbortError when `signal` aborts
   */
  shrink(clip: Clip, maxBase64Bytes: number, signal: AbortSignal): Promise<Clip>;
}

/** Finds the source video for a key, or undefined where nobody has attached it. */
export interface SourceVideos {
  find(sourceKey: string, videoKey: string, signal: AbortSignal, benchmark: Benchmark): Promise<SourceFile | undefined>;
}
