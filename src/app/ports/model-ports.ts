import type { ModelReply } from '../../domain/run/index.ts';

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
