import coreScriptUrl from '@ffmpeg/core?url';
import coreWasmUrl from '@ffmpeg/core/wasm?url';
import { toBlobURL } from '@ffmpeg/util';

import { clipAccident } from './clip-errors.ts';
import { untilAborted } from './race.ts';

/** Addresses that every instance in this page loads the core from, without fetching it again. */
export interface FfmpegCore {
  readonly coreURL: string;
  readonly wasmURL: string;
}

/** @param totalBytes undefined where the server does not say */
export type LoadListener = (loadedBytes: number, totalBytes: number | undefined) => void;

let loading: Promise<FfmpegCore> | undefined;
const listeners = new Set<LoadListener>();

/**
 * Fetches the ffmpeg core (32 MB, from this site itself), once per visit however many ask for it.
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
    const [coreURL, wasm] = await Promise.all([
      toBlobURL(coreScriptUrl, 'text/javascript'),
      fetchWithProgress(coreWasmUrl, 'application/wasm', (loadedBytes, totalBytes) => {
        for (const listener of listeners) listener(loadedBytes, totalBytes);
      }),
    ]);
    return { coreURL, wasmURL: URL.createObjectURL(wasm) };
  } catch (cause) {
    throw clipAccident(
      'The ffmpeg engine could not be loaded from this site: check the connection and try again.',
      cause,
    );
  }
}

/** @ffmpeg/util can tell the progress too, but takes an error page for the core, and fails where the server compresses. */
async function fetchWithProgress(url: string, type: string, onProgress: LoadListener): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  const length = Number(response.headers.get('content-length') ?? '');
  // Of a compressed reply the header counts other bytes than arrive here.
  const totalBytes = length > 0 && !response.headers.has('content-encoding') ? length : undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let loadedBytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loadedBytes += value.length;
    onProgress(loadedBytes, totalBytes);
  }
  return new Blob(chunks, { type });
}
