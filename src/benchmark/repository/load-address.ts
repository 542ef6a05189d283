import * as v from 'valibot';

import { type FetchProgress, type LoadResult, SonoscoreError } from '../../app/index.ts';
import { fileKind } from '../file-kinds.ts';
import { loadFiles, understand } from '../load-files.ts';
import type { Fetch } from '../load-sample.ts';
import type { ZipLimits } from '../read-zip.ts';
import { parseAddress } from './address.ts';
import { FileFetcher } from './fetch-files.ts';
import type { ListedFile } from './manifest.ts';
import { fileUrl, Mirrors } from './mirrors.ts';

/** Where public repositories are listed and read. */
export interface CodeHosts {
  /** Below it lies `owner/name@ref`: the list of files, with their sizes and digests. */
  readonly listing: string;
  /** Below which addresses a repository's files lie. */
  readonly mirrors: (repository: string, ref: string) => readonly string[];
}

export interface AddressPorts {
  readonly fetch: Fetch;
  readonly zipLimits: ZipLimits;
  readonly hosts?: CodeHosts | undefined;
}

const HOSTS: CodeHosts = {
  listing: 'https://data.jsdelivr.com/v1/packages/gh/',
  mirrors: (repository, ref) => [
    `https://raw.githubusercontent.com/${repository}/${ref}/`,
    `https://cdn.jsdelivr.net/gh/${repository}@${ref}/`,
  ],
};
/** Questions and metadata are small; a repository of more is not read file by file. */
const MOST_BYTES = 50e6;
const WAIT_MS = 500;

const listing = v.object({
  files: v.array(v.object({ name: v.string(), hash: v.string(), size: v.number() })),
});

type OnProgress = (progress: FetchProgress) => void;

/**
 * A Benchmark from a zip archive at an address, or from a public repository named `owner/name@ref`.
 * @throws {SonoscoreError} one sentence: what is wrong with the address, its server or a file
 * @throws {DOMException} AbortError when `signal` aborts
 */
export function loadAddress(
  text: string,
  ports: AddressPorts,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<LoadResult> {
  const address = parseAddress(text);
  return address.kind === 'zip'
    ? loadZip(address.url, ports, signal, onProgress)
    : loadListed(address, ports, signal, onProgress);
}

async function loadZip(
  url: URL,
  ports: AddressPorts,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<LoadResult> {
  const response = await get(url.href, ports.fetch, signal);
  const totalBytes = Number(response.headers.get('content-length') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      bytes += part.length;
      onProgress({ files: 0, totalFiles: 1, bytes, totalBytes: Math.max(totalBytes, bytes) });
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(url.host, error);
  }
  // Without its query, where a token may be.
  const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '') || url.host;
  const path = /\.zip$/i.test(name) ? name : `${name}.zip`;
  return loadFiles([{ path, blob: new Blob(parts) }], signal, ports.zipLimits);
}

async function loadListed(
  { repository, ref }: { readonly repository: string; readonly ref: string },
  { fetch, hosts = HOSTS }: AddressPorts,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<LoadResult> {
  const response = await get(`${fileUrl(hosts.listing, `${repository}@${ref}`)}?structure=flat`, fetch, signal);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), listing), await response.text());
  if (!parsed.success) throw wrong(`The list of the files of ${repository} cannot be read: load it as a zip archive.`);
  const files = parsed.output.files
    .map(({ name, hash, size }): ListedFile => ({
      path: name.replace(/^\//, ''),
      sizeBytes: size,
      sha256: hexOf(hash),
    }))
    .filter(({ path }) => isWanted(path));
  if (files.length === 0) throw wrong(`${repository} at ${ref} holds no benchmark_questions and no video metadata.`);
  if (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MOST_BYTES)
    throw wrong(`The JSON files of ${repository} are too large to be read one by one: load it as a zip archive.`);
  const mirrors = hosts.mirrors(repository, ref);
  const fetcher = new FileFetcher({ fetch, waitMs: WAIT_MS, mirrors: new Mirrors(mirrors) }, new Map());
  const { texts, changed } = await fetcher.fetch(files, signal, onProgress);
  if (changed.length > 0)
    throw wrong(
      `${changed.join(', ')}: not as listed for ${repository} at ${ref}; name a commit, whose files never change.`,
    );
  const origin = { kind: 'repository', repository, commit: ref, baseUrl: mirrors[0] ?? '' } as const;
  const name = repository.split('/').at(-1) ?? repository;
  const result = await understand(texts, { name, origin }, []);
  signal.throwIfAborted();
  return { ...result, videoFiles: [] };
}

/** Questions, metadata and the authors' scripts; no results, which lie in folders of the same names. */
function isWanted(path: string): boolean {
  if (fileKind(path) !== 'text') return false;
  if (/\.py$/i.test(path)) return true;
  const name = path.split('/').at(-1) ?? '';
  if (/^(?:(?:score_)?pred_|score_|batch_summary|gt_)/i.test(name)) return false;
  return /(?:^|\/)(?:mcq|free)\/[^/]+$/i.test(path) || /metadata/i.test(name);
}

async function get(url: string, fetch: Fetch, signal: AbortSignal): Promise<Response> {
  const { host } = new URL(url);
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(host, error);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw wrong(
    response.status === 403 && host === 'data.jsdelivr.com'
      ? 'This repository is too large to be listed: load it as a zip archive.'
      : `${host} answered with status ${response.status}: check the address.`,
  );
}

function unreachable(host: string, cause: unknown): SonoscoreError {
  return new SonoscoreError(
    {
      kind: 'network-or-cors',
      retryable: true,
      message: `${host} could not be read from this page: check the connection, or download the archive and open it from your disk, for some servers let no page read them.`,
    },
    { cause },
  );
}

function wrong(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}

/** Hex of a base64 digest; empty where it is none, so that nothing will match. */
function hexOf(base64: string): string {
  try {
    return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return '';
  }
}
