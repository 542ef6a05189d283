import coreScriptUrl from '@ffmpeg/core?url';
import { compressedBytes, sha256 as expectedSha256, url as coreWasmUrl } from '@ffmpeg/core/wasm?compressed';

import { sha256 } from '../app/index.ts';

import { clipAccident } from './clip-errors.ts';
import { untilAborted } from './race.ts';

/** Addresses that every instance in this page loads the core from, without fetching it again. */
export interface FfmpegCore {
  readonly coreURL: string;
  readonly wasmURL: string;
}

/** @param totalBytes of the core as it is fetched, compressed */
export type LoadListener = (loadedBytes: number, totalBytes: number) => void;

let loading: Promise<FfmpegCore> | undefined;
const listeners = new Set<LoadListener>();

/**
 * Fetches the ffmpeg core (32 MB, 10 MB compressed, from this site itself), once per visit however many ask for it.
 * @throws {SonoscoreError} kind `clip`, where it cannot be fetched; the next call tries again
 * @throws {DOMException} AbortError when `signal` aborts; the fetch goes on for the next call
 */
export async function loadFfmpegCore(signal: AbortSignal, onProgress?: LoadListener): Promise<FfmpegCore> {
  loading ??= fetchCore().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  if (onProgress !== undefined) listeners.add(onProgress);
  try {
    return await untilAborted(loading, signal);
  } finally {
    if (onProgress !== undefined) listeners.delete(onProgress);
  }
}

async function fetchCore(): Promise<FfmpegCore> {
  try {
    const { wasm, digest } = await fetchCompressed();
    if (digest !== expectedSha256) throw new Error(`The digest of the compressed core is ${digest}.`);
    return {
      // The engine's worker loads this script by itself: from the site, as the page's content security policy wants it.
      coreURL: new URL(coreScriptUrl, import.meta.url).href,
      wasmURL: URL.createObjectURL(wasm),
    };
  } catch (cause) {
    throw clipAccident(
      'The ffmpeg engine could not be loaded from this site: check the connection and try again.',
      cause,
    );
  }
}

/** Unpacked while it comes, and into a Blob, so that the page itself never holds the 32 MB. */
async function fetchCompressed(): Promise<{ readonly wasm: Blob; readonly digest: string }> {
  const response = await fetch(coreWasmUrl);
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  let loadedBytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loadedBytes += chunk.length;
      for (const listener of listeners) listener(loadedBytes, compressedBytes);
      controller.enqueue(chunk);
    },
  });
  const [digested, unpacked] = response.body.pipeThrough(counted).tee();
  const [digest, wasm] = await Promise.all([
    new Response(digested).arrayBuffer().then((bytes) => sha256(new Uint8Array(bytes))),
    new Response(unpacked.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'content-type': 'application/wasm' },
    }).blob(),
  ]);
  return { wasm, digest };
}
