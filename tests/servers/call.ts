import type { Mp4Facts } from './mp4-facts.ts';

/** A video that a call carried: the decoded bytes, for tests to inspect. */
export interface ReceivedVideo {
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Undefined where the bytes are no readable MP4. */
  readonly facts: Mp4Facts | undefined;
}

export interface ReceivedImage {
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A passage that a call asks the service to read from YouTube. */
export interface NamedPassage {
  readonly youtubeId: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly fps: number | undefined;
}

/** One call as a stand-in understood it. */
export interface ParsedCall {
  /** From 0, in order of arrival; preflights are not counted. */
  readonly index: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON as it came; undefined where the body was none. */
  readonly body: unknown;
  readonly key: string | undefined;
  readonly modelId: string | undefined;
  readonly system: string | undefined;
  /** Every text of the user's message, joined by blank lines. */
  readonly text: string;
  readonly videos: readonly ReceivedVideo[];
  readonly images: readonly ReceivedImage[];
  readonly passages: readonly NamedPassage[];
  /** A judge's call: it asks for JSON. */
  readonly wantsJson: boolean;
  /** What is wrong with it, each in one sentence. A call with problems is answered by 400 (401 for the key). */
  readonly problems: readonly string[];
  /** `client-left`: the caller hung up before the answer was whole. */
  readonly ending: () => 'pending' | 'answered' | 'client-left';
}

export interface ReplyUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly thinkingTokens?: number;
  readonly cachedTokens?: number;
}

/** What a stand-in answers. `delayMs` waits before the first byte; `cors: false` leaves the CORS headers out. */
export type Reply =
  | {
      /** A good answer in the server's own dialect; sent as an event stream when the call asks for one. */
      readonly kind: 'text';
      readonly text: string;
      readonly thinking?: string;
      /** In the dialect's own word. */
      readonly finishReason?: string;
      readonly usage?: ReplyUsage;
      readonly delayMs?: number;
      /** Between two events of a stream. */
      readonly eventDelayMs?: number;
    }
  | {
      /** Any answer word for word: an object is sent as JSON, a string as it is (HTML, malformed JSON). */
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
      readonly cors?: boolean;
      readonly delayMs?: number;
    }
  /** A good answer that breaks off in the middle. */
  | { readonly kind: 'cut'; readonly text: string; readonly delayMs?: number }
  /** Takes the call and says nothing, until the caller leaves. */
  | { readonly kind: 'hang' }
  /** Closes the connection without a word. */
  | { readonly kind: 'drop' };

export type AnswerRule = (call: ParsedCall) => Reply | Promise<Reply>;
