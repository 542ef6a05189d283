import { Refusal } from './refusal.ts';
import type { Transport } from './transport.ts';
import { forwardVideo } from './video-route.ts';

/** Finds where the file of a YouTube video lies at present. */
export interface YouTube {
  /**
   * The address of one MP4 file, and whether it was found just now or earlier.
   * @throws {Refusal} with what is wrong with that video, or with the helper
   */
  readonly resolve: (id: string) => Promise<{ readonly address: string; readonly isFresh: boolean }>;
  /** Makes the next `resolve` look anew. */
  readonly forget: (id: string) => void;
}

/** Where YouTube keeps its files. Whatever the helper says, nothing is read from elsewhere. */
const POLICY = { hosts: ['*.googlevideo.com'] };
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** An address is for a time, and for one network: these mean that it is good no longer. */
const STALE = [403, 404, 410];

/** Passes a YouTube video, or a range of it, on while it arrives. Nothing of it is kept. */
export async function forwardYouTube(
  request: Request,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  { youTube, transport }: { readonly youTube: YouTube | undefined; readonly transport: Transport },
): Promise<Response> {
  if (!VIDEO_ID.test(id)) throw new Refusal(400, 'A YouTube id has 11 letters, digits, hyphens or underscores.');
  if (youTube === undefined) {
    throw new Refusal(501, 'This relay does not read from YouTube: run it on your own machine, with yt-dlp installed.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Refusal(405, 'Videos are read by GET or HEAD only.', { Allow: 'GET, HEAD, OPTIONS' });
  }
  const found = await youTube.resolve(id);
  const read = (address: string) => forwardVideo(request, { address, signal }, { policy: POLICY, transport });
  try {
    return await read(found.address);
  } catch (error) {
    if (found.isFresh || !(error instanceof Refusal) || !STALE.includes(error.status)) throw error;
    youTube.forget(id);
    return read((await youTube.resolve(id)).address);
  }
}
