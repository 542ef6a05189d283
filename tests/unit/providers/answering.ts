import type { ModelProvider, ModelRequest, RequestPart } from '../../../src/app/index.ts';
import { SonoscoreError } from '../../../src/app/index.ts';
import { createProviders, type Fetch } from '../../../src/providers/index.ts';

/** A reply as a service sent it: `body` is JSON, or the text itself where it is a string. */
export type Recorded =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** The connection ends in the middle of the body. */
  | { readonly cutAfter: string }
  /** What a page sees of a dead network, and of any answer without CORS headers. */
  | { readonly network: string };

export interface SentCall {
  readonly url: string;
  readonly init: RequestInit;
  readonly json: unknown;
}

/** A fetch that gives the recorded replies in turn (the last one for ever), and what was sent to it. */
export function answering(...replies: readonly Recorded[]): { readonly fetch: Fetch; readonly sent: SentCall[] } {
  const sent: SentCall[] = [];
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, init, json: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
    const reply = replies[Math.min(sent.length, replies.length) - 1];
    if (reply === undefined) throw new Error('no reply was recorded');
    if ('network' in reply) throw new TypeError(reply.network);
    if ('cutAfter' in reply) return cutResponse(reply.cutAfter);
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    const type = /^\s*</.test(text) ? 'text/html' : 'application/json';
    return new Response(text, { status: reply.status, headers: { 'content-type': type, ...reply.headers } });
  };
  return { fetch, sent };
}

function cutResponse(text: string): Response {
  let pulls = 0;
  const stream = new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new TextEncoder().encode(text));
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/json' } });
}

export function providerNamed(name: string, fetch: Fetch): ModelProvider {
  const provider = createProviders({ fetch }).get(name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

export const KEY = 'sk-Test/0123456789+abcdefghijklmnop';

export function textRequest(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    baseUrl: 'https://api.example.org/v1',
    modelId: 'some-model',
    system: 'Answer by one letter.',
    parts: [{ kind: 'text', text: 'Which way does the probe move?' }],
    parameters: {},
    json: false,
    ...over,
  };
}

export function framesPart(count: number): RequestPart {
  const images = Array.from({ length: count }, (_, index) => new Uint8Array([0xff, 0xd8, index & 255, 0xff, 0xd9]));
  return { kind: 'frames', images, framesPerSecond: 5 };
}

/** The error that a call ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<SonoscoreError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SonoscoreError) return error;
  throw new Error(`not a SonoscoreError but ${String(error)}`);
}
