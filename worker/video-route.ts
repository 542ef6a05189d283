import { passedHeaders } from './cors.ts';
import { Refusal } from './refusal.ts';
import type { Transport } from './transport.ts';
import { requireVideoUrl, type VideoPolicy } from './video-address.ts';

const MOST_REDIRECTS = 5;
/** Some hours of 720p. */
const DEFAULT_MAX_BYTES = 8 * 1024 ** 3;
const REDIRECTS = [301, 302, 303, 307, 308];
/** One range, as players and readers ask; several would come back in a form that none of them reads. */
const ONE_RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;
/** What a server sends in place of a video: a page to log in, an error, a picture. */
const NO_VIDEO = /^(?:text\/(?:html|xml|css|javascript)|image\/|application\/(?:json|xml|xhtml\+xml|javascript|pdf))/i;

/**
 * Passes a video, or a range of it, on while it arrives. Redirects are followed one by one and checked like the first address.
 * @param address what the page asked for
 */
export async function forwardVideo(
  request: Request,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
  { policy, transport }: { readonly policy: VideoPolicy; readonly transport: Transport },
): Promise<Response> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Refusal(405, 'Videos are read by GET or HEAD only.', { Allow: 'GET, HEAD, OPTIONS' });
  }
  const headers = new Headers({ 'User-Agent': 'sonoscore-relay', 'Accept-Encoding': 'identity' });
  const range = request.headers.get('range');
  if (range !== null) {
    if (!ONE_RANGE.test(range)) throw new Refusal(416, 'The relay passes on one range of bytes at a time.');
    headers.set('Range', range);
  }
  let url = requireVideoUrl(address, policy);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await transport({ url, method, headers, body: null, signal });
    if (!REDIRECTS.includes(answer.status)) return passOn(answer, url, method, policy.maxBytes ?? DEFAULT_MAX_BYTES);
    await answer.body?.cancel();
    const location = answer.headers.get('location');
    if (location === null) throw new Refusal(502, `${url.host} points elsewhere without saying where.`);
    url = requireVideoUrl(location, policy, url);
  }
  throw new Refusal(502, `${url.host} points elsewhere again and again.`);
}

async function passOn(answer: Response, url: URL, method: string, maxBytes: number): Promise<Response> {
  const headers = passedHeaders(answer.headers, 'video');
  const refuse = async (status: number, message: string) => {
    await answer.body?.cancel();
    const contentRange = headers.get('content-range');
    return new Refusal(status, message, contentRange === null ? {} : { 'Content-Range': contentRange });
  };
  const { status } = answer;
  if (status !== 200 && status !== 206) {
    const passed = status >= 400 && status < 600 ? status : 502;
    throw await refuse(passed, `${url.host} answered ${status} where a video was expected.`);
  }
  if (NO_VIDEO.test(headers.get('content-type') ?? '')) {
    throw await refuse(
      502,
      `${url.host} sent ${headers.get('content-type')?.split(';')[0] ?? ''}, not a video: check the address.`,
    );
  }
  if (method === 'HEAD') {
    await answer.body?.cancel();
    return new Response(null, { status, headers });
  }
  const length = headers.get('content-length');
  if (Number(length) > maxBytes) {
    throw await refuse(
      413,
      `This body is larger than the relay passes on (${maxBytes} bytes): ask for a smaller range.`,
    );
  }
  // A stated length is kept to by HTTP itself.
  const body = answer.body === null || length !== null ? answer.body : capped(answer.body, maxBytes);
  return new Response(body, { status, headers });
}

/** The same bytes; breaks off where they outgrow the limit. */
function capped(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new Error('The body is larger than the relay passes on.'));
      else controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(count);
}
