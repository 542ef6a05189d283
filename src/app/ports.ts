import type { Roi } from '../domain/benchmark/index.ts';
import type { Attempt, CallFailure, ClipRecord, FailureKind, ModelReply, Run } from '../domain/run/index.ts';

/** What goes wrong in an adapter, carried as far as the page. Its message is one sentence and never holds a key or a request body. */
export class SonoscoreError extends Error {
  readonly kind: FailureKind;
  readonly retryable: boolean;
  readonly waitMs: number | undefined;

  constructor(failure: Omit<CallFailure, 'waitMs'> & { readonly waitMs?: number | undefined }, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'SonoscoreError';
    this.kind = failure.kind;
    this.retryable = failure.retryable;
    this.waitMs = failure.waitMs;
  }

  toFailure(): CallFailure {
    return { kind: this.kind, retryable: this.retryable, waitMs: this.waitMs, message: this.message };
  }
}

/** A source video at hand: read by slices, never whole. */
export interface SourceFile {
  /** For a person; engines must not read anything from it. */
  readonly name: string;
  /** A File from a disk or a Blob; both give slices without reading the rest. */
  readonly blob: Blob;
  /** Seconds of the source video at which this file begins: 0, or the Video's start when the file holds that Video only. */
  readonly offsetSeconds: number;
}

/** What to cut. The same spec on the same source gives the same clip. */
export interface ClipSpec {
  /** Seconds from the start of the source FILE. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly roi: Roi | undefined;
}

/** The bytes cut from a source video for one Question: window and ROI, H.264 in MP4, no sound. */
export interface Clip {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly record: ClipRecord;
}

export interface Clipper {
  /**
   * Cuts one clip.
   * @throws {SonoscoreError} kind `clip`, with what is wrong with the source or window and what to do
   * @throws {DOMException} AbortError when `signal` aborts, within a second
   */
  cut(source: SourceFile, spec: ClipSpec, signal: AbortSignal): Promise<Clip>;
  /** Ends workers and frees memory; the next cut starts anew. */
  dispose(): void;
}

/** Finds the source video for a key, or undefined where nobody has attached it. */
export interface SourceVideos {
  find(sourceKey: string, videoKey: string, signal: AbortSignal): Promise<SourceFile | undefined>;
}

export type RequestPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'video'; readonly bytes: Uint8Array<ArrayBuffer>; readonly durationSeconds: number }
  | {
      readonly kind: 'frames';
      /** JPEG files. */
      readonly images: readonly Uint8Array<ArrayBuffer>[];
      readonly framesPerSecond: number;
    };

/** A call in no provider's dialect. */
export interface ModelRequest {
  readonly baseUrl: string;
  readonly modelId: string;
  readonly system: string | undefined;
  readonly parts: readonly RequestPart[];
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** Ask for JSON output, as the judge does. */
  readonly json: boolean;
}

/** What a provider takes of a clip, so that the caller prepares it before the call. What is undefined has no limit. */
export interface MediaLimits {
  /** `frames`: the provider takes no video; give it a part of kind `frames`. */
  readonly form: 'video' | 'frames';
  /** Frames a second that the provider is best given, for `frames`. */
  readonly framesPerSecond?: number;
  /** The most that one video, or all frames together, may measure after base64. Over it: re-encode smaller. */
  readonly maxBase64Bytes?: number;
  /** Shorter clips are refused by the service. */
  readonly minDurationSeconds?: number;
  readonly maxFrames?: number;
  /** The longer side of a frame. */
  readonly maxFrameSidePixels?: number;
}

export interface ModelProvider {
  /** Registry name, such as `openai-compatible`. */
  readonly name: string;
  /** What media a call with these parameters may carry. Absent: a video of any size. */
  mediaLimits?(parameters: ModelRequest['parameters']): MediaLimits;
  /**
   * One call, no retry.
   * @param key the reader's own; undefined for servers that want none
   * @throws {SonoscoreError} with kind, whether a retry can help and the server's wait
   */
  ask(request: ModelRequest, key: string | undefined, signal: AbortSignal): Promise<ModelReply>;
}

export interface RunStore {
  putRun(run: Run): Promise<void>;
  getRun(runId: string): Promise<Run | undefined>;
  /** Newest first. */
  listRuns(): Promise<readonly Run[]>;
  deleteRun(runId: string): Promise<void>;
  putAttempts(attempts: readonly Attempt[]): Promise<void>;
  /** In no particular order. */
  listAttempts(runId: string): Promise<readonly Attempt[]>;
}
