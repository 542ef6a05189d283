import type { Audit } from '../domain/audit/index.ts';
import type { Benchmark, BenchmarkOrigin, Roi } from '../domain/benchmark/index.ts';
import type { ClassSession, Deck } from '../domain/classroom/index.ts';
import type { Correction } from '../domain/clip/index.ts';
import type {
  Attempt,
  CallFailure,
  ClipRecord,
  FailureKind,
  ModelReply,
  Note,
  Override,
  Run,
} from '../domain/run/index.ts';

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

export type RequestPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'video'; readonly bytes: Uint8Array<ArrayBuffer>; readonly durationSeconds: number }
  | {
      /** A passage that the service reads from YouTube by itself. */
      readonly kind: 'youtube';
      readonly url: string;
      readonly startSeconds: number;
      readonly endSeconds: number;
    }
  | {
      readonly kind: 'frames';
      /** JPEG files. */
      readonly images: readonly Uint8Array<ArrayBuffer>[];
      readonly framesPerSecond: number;
    };

/** What the page itself sends of a clip. */
export type ClipPart = Exclude<RequestPart, { readonly kind: 'text' | 'youtube' }>;

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
  /** Whether it takes parts of kind `youtube`. */
  readonly readsYouTube?: boolean;
  /**
   * One call, no retry.
   * @param key the reader's own; undefined for servers that want none
   * @throws {SonoscoreError} with kind, whether a retry can help and the server's wait
   */
  ask(request: ModelRequest, key: string | undefined, signal: AbortSignal): Promise<ModelReply>;
}

/** A Benchmark that this browser keeps. */
export interface KeptBenchmark {
  readonly digest: string;
  readonly name: string;
  readonly origin: BenchmarkOrigin;
  /** How many of its questions are scored. */
  readonly keptQuestions: number;
}

/** Benchmarks that this browser keeps, by digest. */
export interface BenchmarkStore {
  keep(benchmark: Benchmark): Promise<void>;
  kept(digest: string): Promise<Benchmark | undefined>;
  /** Newest first. */
  listKept(): Promise<readonly KeptBenchmark[]>;
  forget(digest: string): Promise<void>;
}

export interface RunStore {
  putRun(run: Run): Promise<void>;
  getRun(runId: string): Promise<Run | undefined>;
  /** Newest first, without those that cannot be read. */
  listRuns(): Promise<readonly Run[]>;
  deleteRun(runId: string): Promise<void>;
  putAttempts(attempts: readonly Attempt[]): Promise<void>;
  /** In no particular order, without those that cannot be read. */
  listAttempts(runId: string): Promise<readonly Attempt[]>;
}

/** A stored Run that this page cannot read, and why. */
export interface UnreadableRun {
  readonly id: string;
  readonly why: string;
}

/** An Attempt that is stored and that this page cannot read, and why. */
export interface UnreadableAttempt {
  readonly questionId: string;
  readonly epoch: number;
  readonly why: string;
}

export interface UnreadableRuns {
  list(): Promise<readonly UnreadableRun[]>;
  /** Of a Run that can be read itself. They stay as they are stored, whatever is done with the Run short of deleting it. */
  attempts(runId: string): Promise<readonly UnreadableAttempt[]>;
  /** What is stored of it, word for word, as JSON. */
  record(runId: string): Promise<Blob>;
  /** Removes it with its Attempts. @returns the way to put it back */
  remove(runId: string): Promise<() => Promise<void>>;
}

/** Corrections of a Benchmark's Videos, by its digest. */
export interface CorrectionStore {
  corrections(digest: string): Promise<readonly Correction[]>;
  /** Puts the whole list in place of the one before. */
  keepCorrections(digest: string, corrections: readonly Correction[]): Promise<void>;
}

/** Where source videos are to be found again after a reload. */
export type SourcePlace =
  /** A folder that somebody has opened for this site; the browser asks again before it is read. */
  | { readonly kind: 'folder'; readonly id: string; readonly name: string; readonly handle: FileSystemDirectoryHandle }
  /** A copy of a file in this browser's own storage, under its id. */
  | { readonly kind: 'copy'; readonly id: string; readonly path: string; readonly byteCount: number }
  /** An address that holds no secret. */
  | {
      readonly kind: 'address';
      readonly id: string;
      readonly digest: string;
      readonly sourceKey: string;
      readonly url: string;
    }
  /** What somebody said that a file is. */
  | {
      readonly kind: 'by-hand';
      readonly id: string;
      readonly path: string;
      readonly byteCount: number;
      readonly sourceKey: string;
      /** Where the file holds this Video only. */
      readonly videoKey: string | undefined;
    };

export interface SourcePlaceStore {
  list(): Promise<readonly SourcePlace[]>;
  put(place: SourcePlace): Promise<void>;
  delete(id: string): Promise<void>;
}

/** A person's blind scores of a Run's judged answers, one Audit for each Run. */
export interface AuditStore {
  get(runId: string): Promise<Audit | undefined>;
  /**
   * Changes what is stored, all at once.
   * @param change is given what is stored now; undefined removes it
   * @returns what is stored then
   */
  change(runId: string, change: (old: Audit | undefined) => Audit | undefined): Promise<Audit | undefined>;
}

/** A lock on a Run, so that one tab works on it. */
export interface RunLocks {
  /** Takes the Run for this tab and gives the way to let go; undefined where another tab has it. */
  claim(runId: string): Promise<(() => void) | undefined>;
  /** Whether any tab, this one included, works on the Run. */
  isHeld(runId: string): Promise<boolean>;
}

/** A person's score for one Attempt; undefined: the judge's Verdict counts again. */
export interface OverrideChange {
  readonly questionId: string;
  readonly epoch: number;
  readonly override: Override | undefined;
}

/** A person's note beside one Attempt; undefined: none. */
export interface NoteChange {
  readonly questionId: string;
  readonly epoch: number;
  readonly note: Note | undefined;
}

/** What a person says of one Attempt. */
export type PersonalChange = OverrideChange | NoteChange;

export type FeedMessage =
  | { readonly kind: 'progress'; readonly run: Run; readonly changed: readonly Attempt[] }
  /** To whichever tab works on the Run. With `deletedAt`, that tab stores it as the Run's mark. */
  | { readonly kind: 'cancel'; readonly runId: string; readonly deletedAt?: string }
  /** To whichever tab works on the Run, if its Benchmark has that digest. */
  | {
      readonly kind: 'override';
      readonly runId: string;
      readonly digest: string;
      readonly changes: readonly PersonalChange[];
    };

/** What tabs of this site tell each other of Runs. */
export interface RunFeed {
  tell(message: FeedMessage): void;
  /** Calls `listener` with what OTHER tabs tell, until the returned function is called. */
  hear(listener: (message: FeedMessage) => void): () => void;
}

/** Time that goes on in a background tab. */
export interface Clock {
  nowMs(): number;
  /** @throws {DOMException} the signal's reason when it aborts */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Replies of earlier Runs, by everything that could change them. */
export interface ReplyCache {
  get(key: string): Promise<ModelReply | undefined>;
  put(key: string, reply: ModelReply): Promise<void>;
}

/** Keys that a reader chose to have remembered on this device, by the endpoint that they open. */
export interface Credentials {
  /** @param endpoint base URL without a slash at its end */
  remember(endpoint: string, key: string): Promise<void>;
  recall(endpoint: string): Promise<string | undefined>;
  forget(endpoint: string): Promise<void>;
  /** Endpoints, never keys. */
  list(): Promise<readonly string[]>;
}

/** Decks and classes that this browser keeps. What cannot be read is left out of lists and stays stored. */
export interface ClassroomStore {
  /** Newest first. */
  listDecks(): Promise<readonly Deck[]>;
  putDeck(deck: Deck): Promise<void>;
  deleteDeck(deckId: string): Promise<void>;
  /** The class that was changed last first. */
  listClasses(): Promise<readonly ClassSession[]>;
  /** @throws {TypeError} where it cannot be read */
  getClass(classId: string): Promise<ClassSession | undefined>;
  /**
   * Reads and writes in one transaction, so that two tabs lose no vote to each other.
   * @param change is given what is stored, undefined where nothing is; nothing is written where it gives undefined
   * @returns what is stored now
   */
  changeClass(
    classId: string,
    change: (stored: ClassSession | undefined) => ClassSession | undefined,
  ): Promise<ClassSession | undefined>;
  deleteClass(classId: string): Promise<void>;
}
