import { sha256, type Clip, type Clipper, type ClipProgress, type ClipSpec, type SourceFile } from '../app/index.ts';
import { type Fetch, RangeReader } from './range-reader.ts';

/**
 * A source at an address, to be read by Range requests.
 * @throws {SonoscoreError} kind `clip`, where the server does not give parts of a file
 */
export async function openRemoteSource(url: string, fetch: Fetch, signal: AbortSignal): Promise<SourceFile> {
  const reader = new RangeReader(url, fetch, signal);
  const sizeBytes = await reader.size();
  const told = new TextEncoder().encode(JSON.stringify([url, sizeBytes, reader.version]));
  return { name: url, blob: new Blob(), offsetSeconds: 0, remote: { url, sizeBytes }, identity: await sha256(told) };
}

/**
 * Lets any clipper cut sources at an address: what covers the window (its groups of pictures, not decoded) is fetched into a
 * small file of its own first, and cut from there.
 */
export function createRemoteClipper({ clipper, fetch }: { readonly clipper: Clipper; readonly fetch: Fetch }): Clipper {
  return {
    cut: async (
      source: SourceFile,
      spec: ClipSpec,
      signal: AbortSignal,
      onProgress?: (progress: ClipProgress) => void,
    ): Promise<Clip> => {
      if (source.remote === undefined) return clipper.cut(source, spec, signal, onProgress);
      const { fetchWindow } = await import('./fetch-window.ts');
      const part = await fetchWindow(new RangeReader(source.remote.url, fetch, signal), spec);
      const local: SourceFile = {
        name: source.name,
        blob: part.blob,
        offsetSeconds: 0,
        ...(source.identity === undefined ? {} : { identity: source.identity }),
      };
      const clip = await clipper.cut(local, { ...spec, startSeconds: part.startSeconds }, signal, onProgress);
      return { ...clip, record: { ...clip.record, startSeconds: spec.startSeconds } };
    },
    dispose: () => clipper.dispose(),
  };
}
