import * as v from 'valibot';

import { type ModelRequest, pause, type RequestPart, SonoscoreError } from '../app/index.ts';
import { type Call, joinUrl, send } from './http.ts';
import { malformedReply } from './mistakes.ts';

/** A video that was uploaded, in place of its bytes. */
export interface UploadedPart {
  readonly kind: 'uploaded';
  readonly uri: string;
}

export type GeminiRequest = Omit<ModelRequest, 'parts'> & { readonly parts: readonly (RequestPart | UploadedPart)[] };

/** Everything that the calls around one upload share. */
export type GeminiConnection = Pick<Call, 'fetch' | 'headers' | 'key' | 'signal' | 'timeoutMs' | 'server'> & {
  readonly baseUrl: string;
};

/** A multiple of 256 KiB, as the protocol demands of all chunks but the last. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const RESUMPTIONS = 3;
const POLL_MS = 1000;
const POLLS = 120;

const fileSchema = v.looseObject({ name: v.string(), uri: v.string(), state: v.optional(v.string()) });
const uploadedSchema = v.looseObject({ file: fileSchema });
type GeminiFile = v.InferOutput<typeof fileSchema>;

/**
 * Uploads the videos that are too large to be sent inline, calls `ask` with the request made so, and deletes them again.
 * @param inlineLimitBytes of all media of the request together, after base64
 */
export async function withUploads<T>(
  connection: GeminiConnection,
  request: ModelRequest,
  inlineLimitBytes: number,
  ask: (request: GeminiRequest) => Promise<T>,
): Promise<T> {
  const videoBytes = request.parts.reduce((sum, part) => sum + (part.kind === 'video' ? part.bytes.length : 0), 0);
  if ((videoBytes * 4) / 3 <= inlineLimitBytes) return ask(request);
  const files: GeminiFile[] = [];
  try {
    const parts: (RequestPart | UploadedPart)[] = [];
    for (const part of request.parts) {
      if (part.kind !== 'video') {
        parts.push(part);
        continue;
      }
      const file = await upload(connection, part.bytes);
      files.push(file);
      parts.push({ kind: 'uploaded', uri: (await untilActive(connection, file)).uri });
    }
    return await ask({ ...request, parts });
  } finally {
    // Also after cancel, hence a signal of its own; but cancel waits for nothing. A file that stays is deleted by the service
    // after two days.
    const removals = files.map((file) => remove({ ...connection, signal: AbortSignal.timeout(10_000) }, file));
    const settled = Promise.allSettled(removals);
    if (!connection.signal.aborted) await settled;
  }
}

/** Google's resumable upload: one call for an address, then the bytes by chunks, asking after a failure what has arrived. */
async function upload(connection: GeminiConnection, bytes: Uint8Array<ArrayBuffer>): Promise<GeminiFile> {
  const start = await send({
    ...connection,
    method: 'POST',
    url: uploadUrl(connection.baseUrl),
    headers: {
      ...connection.headers,
      'Content-Type': 'application/json',
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      'X-Goog-Upload-Header-Content-Length': String(bytes.length),
      'X-Goog-Upload-Header-Content-Type': 'video/mp4',
    },
    body: JSON.stringify({ file: {} }),
    mayBeEmpty: true,
  });
  const url = start.headers.get('x-goog-upload-url');
  if (url === null) throw malformedReply('Gemini', 'names no address to upload to');

  let offset = 0;
  let resumptions = 0;
  for (;;) {
    const end = Math.min(offset + CHUNK_BYTES, bytes.length);
    const isLast = end === bytes.length;
    try {
      const answer = await send({
        ...connection,
        method: 'POST',
        url,
        // The address is a secret of its own; the key has no business there.
        headers: {
          'X-Goog-Upload-Command': isLast ? 'upload, finalize' : 'upload',
          'X-Goog-Upload-Offset': String(offset),
        },
        body: bytes.subarray(offset, end),
        mayBeEmpty: !isLast,
      });
      if (isLast) return parseFile(uploadedSchema, answer.json, (uploaded) => uploaded.file);
      offset = end;
    } catch (error) {
      if (!(error instanceof SonoscoreError) || !error.retryable || resumptions === RESUMPTIONS) throw error;
      resumptions += 1;
      offset = await arrivedBytes(connection, url);
    }
  }
}

async function arrivedBytes(connection: GeminiConnection, url: string): Promise<number> {
  const headers = { 'X-Goog-Upload-Command': 'query' };
  const answer = await send({ ...connection, method: 'POST', url, headers, mayBeEmpty: true });
  return Number(answer.headers.get('x-goog-upload-size-received') ?? 0);
}

async function untilActive(connection: GeminiConnection, file: GeminiFile): Promise<GeminiFile> {
  let latest = file;
  for (let poll = 0; poll < POLLS; poll += 1) {
    if (latest.state === 'ACTIVE' || latest.state === undefined) return latest;
    if (latest.state === 'FAILED') break;
    await pause(POLL_MS, connection.signal);
    const answer = await send({ ...connection, method: 'GET', url: joinUrl(connection.baseUrl, file.name) });
    latest = parseFile(fileSchema, answer.json, (parsed) => parsed);
  }
  throw new SonoscoreError({
    kind: latest.state === 'FAILED' ? 'bad-request' : 'timeout',
    retryable: latest.state !== 'FAILED',
    message:
      latest.state === 'FAILED'
        ? 'Gemini could not read the uploaded video: try a smaller clip, which needs no upload.'
        : 'Gemini took too long to take in the uploaded video: try again.',
  });
}

async function remove(connection: GeminiConnection, file: GeminiFile): Promise<void> {
  await send({ ...connection, method: 'DELETE', url: joinUrl(connection.baseUrl, file.name), mayBeEmpty: true });
}

/** `https://host/v1alpha` -> `https://host/upload/v1alpha/files` */
function uploadUrl(baseUrl: string): string {
  const joined = joinUrl(baseUrl, 'files');
  if (!URL.canParse(joined)) return joined;
  const url = new URL(joined);
  url.pathname = `/upload${url.pathname}`;
  return url.href;
}

function parseFile<T extends v.GenericSchema>(
  schema: T,
  json: unknown,
  pick: (parsed: v.InferOutput<T>) => GeminiFile,
) {
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw malformedReply('Gemini', 'does not describe the uploaded file');
  return pick(parsed.output);
}
