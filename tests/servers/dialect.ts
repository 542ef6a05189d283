import type { NamedPassage, ReceivedImage, Reply } from './call.ts';

/** A text reply, as dialects render it. */
export type TextReply = Extract<Reply, { kind: 'text' }>;

/** What a dialect reads out of one request's body. Videos come as bytes; the server looks into them. */
export interface DialectCall {
  readonly modelId: string | undefined;
  readonly system: string | undefined;
  readonly texts: readonly string[];
  readonly videos: readonly { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly images: readonly ReceivedImage[];
  /** Absent where the dialect knows nothing of the kind. */
  readonly passages?: readonly NamedPassage[];
  /** Wrong shapes: unknown part types, missing fields. */
  readonly problems: readonly string[];
  readonly wantsStream: boolean;
  /** Whether JSON is asked for by a field of the request, as judges do; a prompt may ask for it all the same. */
  readonly wantsJson: boolean;
}

/** A call beside the questions. */
export interface SideCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** Of the server itself, such as `http://127.0.0.1:40001`. */
  readonly origin: string;
}

export interface SideReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: an empty body. */
  readonly body: unknown;
}

/** One provider's way to be asked and to answer. */
export interface Dialect {
  /** Of the address after the origin, such as `/v1`. */
  readonly basePath: string;
  /** Whether this path (without query) takes a question. */
  isQuestion(method: string, path: string): boolean;
  /** Request headers that a preflight allows, besides Content-Type. */
  readonly allowedHeaders: readonly string[];
  keyOf(headers: Readonly<Record<string, string>>): string | undefined;
  parse(body: unknown, path: string, headers: Readonly<Record<string, string>>): DialectCall;
  /** Answers what is no question, such as uploads; undefined for an address that it does not know. */
  side?(call: SideCall): SideReply | undefined;
  /** Reply headers that pages may read. */
  readonly exposedHeaders?: readonly string[];
  render(reply: TextReply, modelId: string): unknown;
  /** The events of a streamed reply, each the text after `data: ` (with an `event: ` line before it where it has a name). */
  renderStream(reply: TextReply, modelId: string): readonly string[];
  error(status: number, message: string): unknown;
}

export function bearerKey(headers: Readonly<Record<string, string>>): string | undefined {
  return /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
}

/** `data:TYPE;base64,DATA`, strictly. */
export function parseDataUrl(
  url: unknown,
): { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined {
  const match = typeof url === 'string' ? /^data:([a-z]+\/[a-z0-9.+-]+);base64,/.exec(url) : null;
  if (match === null || typeof url !== 'string') return undefined;
  const bytes = parseBase64(url.slice(match[0].length));
  return bytes === undefined ? undefined : { mimeType: match[1] ?? '', bytes };
}

/** Strictly: canonical base64 with padding, and not empty. */
export function parseBase64(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const buffer = Buffer.from(text, 'base64');
  return buffer.toString('base64') === text ? new Uint8Array(buffer) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
