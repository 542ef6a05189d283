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
    const wasm = await fetchCompressed();
    const digest = await sha256(new Uint8Array(wasm));
    if (digest !== expectedSha256) throw new Error(`The core's digest is ${digest}.`);
    return {
      // The engine's worker loads this script by itself: from the site, as the page's content security policy wants it.
      coreURL: new URL(coreScriptUrl, import.meta.url).href,
      wasmURL: URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' })),
    };
  } catch (cause) {
    throw clipAccident(
      'The ffmpeg engine could not be loaded from this site: check the connection and try again.',
      cause,
    );
  }
}

async function fetchCompressed(): Promise<ArrayBuffer> {
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
  return new Response(response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
