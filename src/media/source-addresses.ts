import { sha256, SonoscoreError, type SourceFile } from '../app/index.ts';
import { isAbort } from './clip-errors.ts';
import { type Fetch, RangeReader } from './range-reader.ts';

/** An address that can be read from a page, and whether it may be stored. */
export interface SourceAddress {
  readonly url: string;
  /** False where its query may hold a token. */
  readonly mayBeStored: boolean;
}

/**
 * Checks the address of a video that somebody typed.
 * @throws {SonoscoreError} one sentence
 */
export function parseSourceAddress(text: string): SourceAddress {
  const url = URL.parse(text.trim());
  if (url === null) throw wrong('Write the whole address of a video file, beginning with https://.');
  const isOwnMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine))
    throw wrong('Only addresses that begin with https:// can be read, or http:// on this computer.');
  if (url.username !== '' || url.password !== '')
    throw wrong('Take the user name and password out of the address: nothing secret may be kept in it.');
  if (/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/.test(url.hostname))
    throw wrong('That is a page of YouTube, not a video file: download the video and attach the file.');
  url.hash = '';
  return { url: url.href, mayBeStored: url.search === '' };
}

/**
 * Opens a source at an address: directly or, where its server lets no page read it, through the relay.
 * @param relay its address, as the reader set it; undefined for none
 * @throws {SonoscoreError} one sentence that says what to do
 */
export async function openSourceAddress(
  url: string,
  relay: string | undefined,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<{ readonly source: SourceFile; readonly viaRelay: boolean }> {
  try {
    return { source: await openAt(url, url, fetch, signal), viaRelay: false };
  } catch (error) {
    if (isAbort(error) || signal.aborted) throw error;
    if (relay === undefined) throw withRelayHint(error);
    const through = `${relay.replace(/\/+$/, '')}/video?u=${encodeURIComponent(url)}`;
    return { source: await openAt(url, through, fetch, signal), viaRelay: true };
  }
}

/** What is told of it is the address itself, whatever way its bytes come: the relay's holds a token. */
async function openAt(url: string, readFrom: string, fetch: Fetch, signal: AbortSignal): Promise<SourceFile> {
  const reader = new RangeReader(readFrom, fetch, signal);
  const sizeBytes = await reader.size();
  const identity = await sha256(new TextEncoder().encode(JSON.stringify([url, sizeBytes, reader.version])));
  return { name: url, blob: new Blob(), offsetSeconds: 0, remote: { url: readFrom, sizeBytes }, identity };
}

function withRelayHint(error: unknown): unknown {
  if (!(error instanceof SonoscoreError)) return error;
  const message = `${error.message} If its server lets no page read it, start the relay with that host allowed and write its address below.`;
  return new SonoscoreError({ ...error.toFailure(), message }, { cause: error });
}

function wrong(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}
