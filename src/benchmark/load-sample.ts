import * as v from 'valibot';

import { SonoscoreError, type LoadResult, type PickedFile } from '../app/index.ts';
import type { Problem } from '../domain/benchmark/index.ts';
import { fileKind, isInside } from './file-kinds.ts';
import { understand } from './load-files.ts';

export type Fetch = typeof globalThis.fetch;

const index = v.object({
  formatVersion: v.literal(1),
  files: v.pipe(v.array(v.pipe(v.string(), v.check(isInside))), v.minLength(1)),
});

/**
 * The built-in sample: the files that `sample/index.json` below `baseUrl` lists.
 * @throws {SonoscoreError} `network-or-cors` where this site does not give its own files
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function loadSample(fetch: Fetch, baseUrl: string, signal: AbortSignal): Promise<LoadResult> {
  const folder = new URL('sample/', baseUrl);
  const get = async (path: string): Promise<Blob> => {
    try {
      const response = await fetch(new URL(path.split('/').map(encodeURIComponent).join('/'), folder), { signal });
      if (response.ok) return await response.blob();
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(path, error);
    }
    throw unavailable(path);
  };
  const listed = v.safeParse(v.pipe(v.string(), v.parseJson(), index), await (await get('index.json')).text());
  if (!listed.success) throw unavailable('index.json');
  const { files } = listed.output;
  const texts = files.filter((path) => fileKind(path) === 'text');
  const read = await Promise.all(texts.map(async (path) => ({ path, text: await (await get(path)).text() })));
  const problems: Problem[] = [];
  const videoFiles: PickedFile[] = [];
  const videos = await Promise.allSettled(
    files.filter((path) => fileKind(path) === 'video').map(async (path) => ({ path, blob: await get(path) })),
  );
  signal.throwIfAborted();
  for (const video of videos) {
    if (video.status === 'fulfilled') videoFiles.push(video.value);
    else if (video.reason instanceof SonoscoreError)
      problems.push({ file: 'sample/index.json', message: video.reason.message });
    else throw video.reason;
  }
  const result = await understand(read, { name: 'Built-in sample', origin: { kind: 'sample' } }, problems);
  return { ...result, videoFiles };
}

function unavailable(path: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError(
    {
      kind: 'network-or-cors',
      retryable: true,
      message: `The sample's file ${path} did not come from this site: check the connection, then try again.`,
    },
    { cause },
  );
}
