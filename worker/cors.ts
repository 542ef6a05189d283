/** What pages may read of an answer besides its body. Everything else of it, cookies above all, stays behind. */
const API_ANSWER =
  /^(?:content-type|content-length|content-encoding|retry-after|retry-after-ms|(?:x-)?request-id)$|rate-?limit/;
const VIDEO_ANSWER =
  /^(?:content-type|content-length|content-encoding|content-range|accept-ranges|etag|last-modified)$/;

/** The headers of an upstream's answer that the page gets. */
export function passedHeaders(from: Headers, route: 'api' | 'video'): Headers {
  const pattern = route === 'api' ? API_ANSWER : VIDEO_ANSWER;
  const passed = new Headers();
  for (const [name, value] of from) {
    if (pattern.test(name) && name !== 'set-cookie') passed.append(name, value);
  }
  return passed;
}

/** The answer to a browser that asks what it may send. */
export function preflight(request: Request): Response {
  const headers = new Headers({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
    'Access-Control-Max-Age': '600',
  });
  // Chromium asks this before a public page may call this machine.
  if (request.headers.get('access-control-request-private-network') === 'true') {
    headers.set('Access-Control-Allow-Private-Network', 'true');
  }
  return new Response(null, { status: 204, headers });
}

/**
 * The answer with the headers that every one carries, errors too: readable for the allowed origin, and harmless should
 * somebody open it as a page.
 * @param origin undefined: the page may not read it
 */
export function sealed(response: Response, origin: string | undefined): Response {
  const headers = new Headers(response.headers);
  const exposed = [...headers.keys()].filter((name) => !name.startsWith('access-control-') && name !== 'content-type');
  if (origin !== undefined) {
    headers.set('Access-Control-Allow-Origin', origin);
    if (exposed.length > 0) headers.set('Access-Control-Expose-Headers', exposed.join(', '));
  }
  headers.set('Vary', 'Origin');
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  return new Response(response.body, { status: response.status, headers });
}
