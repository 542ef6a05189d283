import * as v from 'valibot';

import { sha256, SonoscoreError, type SourceFile } from '../app/index.ts';
import { type Fetch, RangeReader } from './range-reader.ts';

/**
 * A source video of YouTube, read by ranges through the reader's own relay, which asks yt-dlp where it lies. Nothing of it is
 * stored but the clips.
 * @param relay its address, as the reader set it
 * @throws {SonoscoreError} in the relay's own words where it says why not
 */
export async function openYouTubeSource(
  youtubeId: string,
  relay: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<SourceFile> {
  const url = `${relay.replace(/\/+$/, '')}/youtube/${youtubeId}`;
  const reader = new RangeReader(url, fetch, signal);
  try {
    const sizeBytes = await reader.size();
    // Not the address: the relay's holds a token, which is new at every start.
    const told = new TextEncoder().encode(JSON.stringify(['youtube', youtubeId, sizeBytes, reader.version]));
    const name = `YouTube ${youtubeId}`;
    return { name, blob: new Blob(), offsetSeconds: 0, remote: { url, sizeBytes }, identity: await sha256(told) };
  } catch (error) {
    if (!(error instanceof SonoscoreError)) throw error;
    const message = await refusalOf(url, fetch, signal);
    throw message === undefined ? error : new SonoscoreError({ ...error.toFailure(), message }, { cause: error });
  }
}

const refusal = v.pipe(v.string(), v.parseJson(), v.object({ error: v.object({ message: v.string() }) }));

/** Why the relay gives nothing, as it says itself. */
async function refusalOf(url: string, fetch: Fetch, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers: { range: 'bytes=0-0' }, signal });
    if (!response.ok) {
      const said = v.safeParse(refusal, await response.text());
      return said.success ? `The relay says: ${said.output.error.message}` : undefined;
    }
    await response.body?.cancel();
    return undefined;
  } catch {
    signal.throwIfAborted();
    return 'The relay does not answer: start it by npm run relay, and write the address that it prints.';
  }
}
