/** One request to a server behind the relay. */
export interface UpstreamRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Aborts when the page goes away. */
  readonly signal: AbortSignal;
}

/**
 * Sends one request and resolves as soon as the head of the answer is there. Buffers nothing, follows no redirect, and has
 * no time limit of its own: replies of models may take a quarter of an hour to begin.
 */
export type Transport = (request: UpstreamRequest) => Promise<Response>;
