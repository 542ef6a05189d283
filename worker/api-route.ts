import { passedHeaders } from './cors.ts';
import { Refusal } from './refusal.ts';
import type { Transport } from './transport.ts';
import { type Upstreams, upstreamUrl } from './upstreams.ts';

/** The headers of a page's call that go on: no cookie, no origin, no address of the client. */
const FORWARDED = ['authorization', 'content-type', 'content-length'] as const;

/**
 * Passes one call on to a service of the map, and its answer back, while both still run.
 * @param path the part of the path after `/api`
 */
export async function forwardCall(
  request: Request,
  { path, search, signal }: { readonly path: string; readonly search: string; readonly signal: AbortSignal },
  { upstreams, transport }: { readonly upstreams: Upstreams; readonly transport: Transport },
): Promise<Response> {
  const url = upstreamUrl(upstreams, path, search);
  if (request.method !== 'POST') {
    throw new Refusal(405, 'The relay forwards POST only.', { Allow: 'POST, OPTIONS' });
  }
  const headers = new Headers({ 'User-Agent': 'sonoscore-relay', 'Accept-Encoding': 'identity' });
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const answer = await transport({ url, method: 'POST', headers, body: request.body, signal });
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    // Following it could carry the key elsewhere.
    throw new Refusal(502, `${url.host} points to another address, which the relay does not follow.`);
  }
  return new Response(answer.body, { status: answer.status, headers: passedHeaders(answer.headers, 'api') });
}
