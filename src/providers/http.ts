import { SonoscoreError } from '../app/index.ts';
import { classifyAnswer, errorInside, type Server } from './classify.ts';
import { parseEventStream } from './event-stream.ts';
import { readText } from './read-text.ts';
import { quoteServer, redactSecret } from './redact.ts';

/** What a provider needs of the platform: the page's, a worker's or Node's own `fetch`, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Post {
  readonly fetch: Fetch;
  readonly url: string;
  /** Besides Content-Type. Any further header makes browsers ask servers that then refuse, so: the key's header only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Turned into JSON. */
  readonly body: unknown;
  /** For taking it out of whatever the server says. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly server: Server;
}

export interface Answer {
  /** The parsed body; of an event stream, the list of its parsed events. */
  readonly json: unknown;
  readonly isEventStream: boolean;
  readonly headers: Headers;
  /** From sending to the last byte. */
  readonly latencyMs: number;
}

/**
 * Posts JSON once and reads the JSON (or event stream) that comes back.
 * @throws {SonoscoreError} for everything that goes wrong, without the key or the request in it
 * @throws the signal's reason when the caller aborts
 */
export async function postJson(post: Post): Promise<Answer> {
  const json = JSON.stringify(post.body);
  // Browsers copy a long text to the network while the page stands still; a Blob goes there by itself, in a third of the time.
  const body = json.length > LONG_CHARACTERS ? new Blob([json]) : json;
  const headers = { 'Content-Type': 'application/json', ...post.headers };
  return send({ ...post, method: 'POST', headers, body });
}

const LONG_CHARACTERS = 100_000;

export interface Call extends Omit<Post, 'body'> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: BodyInit;
  /** An answer without a body is a good one (uploads, deletions). */
  readonly mayBeEmpty?: boolean;
}

/** As `postJson`, for calls whose body is not JSON (uploads) or that have none. */
export async function send(call: Call): Promise<Answer> {
  const { signal, server, key } = call;
  signal.throwIfAborted();
  requireUrl(call.url);
  requireSendable(key);
  const limit = startTimeout(signal, call.timeoutMs);
  const startedAt = performance.now();
  let response: Response | undefined;
  try {
    response = await call.fetch(call.url, {
      method: call.method,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: limit.signal,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      // Followed, it would carry the key's header and the clip to whatever host the server names.
      redirect: 'manual',
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw redirected(server);
    }
    const text = await readText(response, server);
    return readAnswer(call, response, text, performance.now() - startedAt);
  } catch (error) {
    if (error instanceof SonoscoreError) throw error;
    if (signal.aborted) throw signal.reason;
    if (limit.signal.aborted) throw timedOut(server, call.timeoutMs);
    throw response === undefined ? unreachable(server, call.url, key, error) : brokenOff(server);
  } finally {
    limit.stop();
  }
}

function readAnswer(call: Call, response: Response, rawText: string, latencyMs: number): Answer {
  const { server, key } = call;
  const text = redactSecret(rawText, key);
  const isEventStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
  if (!response.ok) {
    const answer = { status: response.status, headers: response.headers, json: parseJson(text)?.json, text };
    throw classifyAnswer(answer, server, key, Date.now());
  }
  const isEmpty = call.mayBeEmpty === true && text.trim() === '';
  const parsed = isEventStream ? { json: parseEventStream(text) } : isEmpty ? { json: undefined } : parseJson(text);
  if (parsed === undefined) throw notJson(server, response, text, key);
  for (const json of Array.isArray(parsed.json) ? parsed.json : [parsed.json]) {
    const inside = errorInside(json);
    if (inside === undefined) continue;
    throw classifyAnswer({ ...inside, headers: response.headers, text }, server, key, Date.now());
  }
  return { json: parsed.json, isEventStream, headers: response.headers, latencyMs };
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch {
    return undefined;
  }
}

/** Base URL and path joined by one slash; a query (such as a relay's token) stays at the end. */
export function joinUrl(baseUrl: string, path: string): string {
  const [withoutHash = ''] = baseUrl.trim().split('#');
  const queryAt = withoutHash.indexOf('?');
  const base = queryAt < 0 ? withoutHash : withoutHash.slice(0, queryAt);
  const query = queryAt < 0 ? '' : withoutHash.slice(queryAt);
  return `${base.replace(/\/+$/, '')}/${path}${query}`;
}

/** `Authorization: Bearer KEY`, or nothing for servers that want no key. */
export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  const trimmed = key?.trim() ?? '';
  return trimmed === '' ? {} : { Authorization: `Bearer ${trimmed}` };
}

function requireUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return;
  throw new SonoscoreError({
    kind: 'bad-request',
    retryable: false,
    message: 'The base URL is not a web address: it must begin with https:// (or http:// for a server of your own).',
  });
}

/** Platforms quote a header they cannot send in their error, and the key with it. */
function requireSendable(key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]*$/.test(key.trim())) return;
  throw new SonoscoreError({
    kind: 'auth',
    retryable: false,
    message: 'The key holds a blank or a character that no key has: copy it again.',
  });
}

/** AbortSignal.any is young in browsers and leaks under long-lived signals in Node 20; two listeners do the same. */
function startTimeout(outer: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  const forward = () => controller.abort(outer.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), timeoutMs);
  outer.addEventListener('abort', forward, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
    },
  };
}

function redirected(server: Server): SonoscoreError {
  return new SonoscoreError({
    kind: 'bad-request',
    retryable: false,
    message: `${server.label} sends calls on to another address, and your key does not follow there: write the address at which it answers itself as the base URL (https:// instead of http://, for one).`,
  });
}

function timedOut(server: Server, timeoutMs: number): SonoscoreError {
  return new SonoscoreError({
    kind: 'timeout',
    retryable: true,
    message: `${server.label} did not answer within ${Math.round(timeoutMs / 1000)} seconds: try again, or allow it more time.`,
  });
}

function unreachable(server: Server, url: string, key: string | undefined, error: unknown): SonoscoreError {
  const mixed =
    'location' in globalThis &&
    globalThis.location.protocol === 'https:' &&
    /^http:\/\/(?!localhost|127\.|\[::1\])/.test(url);
  const advice = mixed
    ? 'a page opened by https may not call an http address: use an https address, or open this page on your own computer'
    : server.unreachable;
  const words = error instanceof Error ? quoteServer(error.message, key) : '';
  return new SonoscoreError(
    {
      kind: 'network-or-cors',
      retryable: !mixed,
      message: `No answer from ${server.label} reached this page: ${advice}.`,
    },
    // Its own words, never the thing itself: platforms hang whole requests onto their errors.
    { cause: new Error(words) },
  );
}

/** A reply that ends before its end mark. */
export function brokenOff(server: Server): SonoscoreError {
  return new SonoscoreError({
    kind: 'malformed-reply',
    retryable: true,
    message: `The reply of ${server.label} broke off before its end: try again.`,
  });
}

function notJson(server: Server, response: Response, text: string, key: string | undefined): SonoscoreError {
  const page = /^\s*</.test(text);
  // JSON that begins well and ends early was cut on its way; a retry may bring it whole.
  const cut = !page && /^\s*[[{]/.test(text);
  if (cut) return brokenOff(server);
  const words = page ? (/<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '') : text.slice(0, 120);
  const quoted = quoteServer(words, key);
  return new SonoscoreError({
    kind: 'malformed-reply',
    retryable: false,
    message: `${server.label} answered with ${page ? 'a web page' : 'something'} that is not JSON${quoted === '' ? '' : ` ("${quoted}")`}: check the base URL, which may lack its last part, such as /v1.`,
  });
}
