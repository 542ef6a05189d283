import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRelay, type UpstreamRequest, UPSTREAMS } from '../../worker/index.ts';
import { refusedAddress } from '../../worker/ip-address.ts';
import { forCases } from './cases.ts';

const TOKEN = 'a-token-of-tests';
const ORIGIN = 'http://localhost:5173';
const HOSTS = ['videos.example.org', '*.archive.example'];

/** What a server might answer, redirects to places within somebody's network among it. */
const location = fc.constantFrom(
  'https://videos.example.org/other.mp4',
  'https://127.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'https://[::ffff:7f00:1]/',
  'https://videos.example.org@evil.example/',
  '//evil.example/x',
  '\\\\evil.example\\x',
  'file:///etc/passwd',
  '',
);
const answer = fc.record({
  status: fc.constantFrom(200, 206, 301, 302, 307, 308, 401, 404, 416, 429, 500),
  headers: fc.dictionary(
    fc.constantFrom('content-type', 'content-length', 'content-range', 'set-cookie', 'retry-after', 'etag'),
    fc.constantFrom('video/mp4', 'text/html', '99999999999999999', '-1', 'bytes 0-1/2', 'a=b', '0'),
  ),
  location,
});

const piece = fc.oneof(
  fc.constantFrom(
    ...['api', 'video', 'youtube', 't', TOKEN, '..', '.', '', '%2e%2e', '%2F', '%00', '\\', '@', ':', '?u=', '#', '//'],
    ...['qwen-singapore', 'qwen-workspace', 'openai', 'chat', 'completions', 'evil.example', '127.0.0.1', '[::1]'],
    ...['https:', 'localhost', '__proto__', 'constructor', 'abcdefghij0', 'a.b', 'x.cn-1', '%E0%A4%A'],
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const path = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('/')}`),
  fc.array(piece, { maxLength: 8 }).map((pieces) => `/t/${TOKEN}/api/${pieces.join('/')}`),
  fc
    .oneof(
      fc.webUrl(),
      fc.array(piece, { maxLength: 5 }).map((pieces) => `https://videos.example.org/${pieces.join('/')}`),
      fc.array(piece, { maxLength: 5 }).map((pieces) => `https://${pieces.join('')}`),
      fc.ipV4().map((address) => `https://${address}/`),
      fc.ipV6().map((address) => `https://[${address}]/`),
    )
    .map((address) => `/t/${TOKEN}/video?u=${encodeURIComponent(address)}`),
  fc.array(piece, { maxLength: 3 }).map((pieces) => `/t/${TOKEN}/youtube/${pieces.join('')}`),
);
const hostile = fc.record({
  path,
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
  origin: fc.constantFrom(ORIGIN, ORIGIN, ORIGIN, 'null', 'https://evil.example', ''),
  range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'items=1', 'bytes=0-99999999999999999999'),
  answers: fc.array(answer, { minLength: 1, maxLength: 8 }),
});

const services = Object.values(UPSTREAMS).flatMap((upstream) => (upstream.kind === 'fixed' ? [upstream.base] : []));

function mayBeReached({ url }: UpstreamRequest): boolean {
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  if (refusedAddress(hostname) !== undefined) return false;
  return (
    services.some((base) => url.href.startsWith(`${base}/`)) ||
    /^(?:[a-z0-9-]+\.){1,2}maas\.aliyuncs\.com$/.test(hostname) ||
    hostname === 'videos.example.org' ||
    hostname.endsWith('.archive.example')
  );
}

test('whatever is asked of it, the relay answers, reaches only what it may, and passes no cookie on', async () => {
  await forCases(hostile, async ({ path: wanted, method, origin, range, answers }) => {
    const address = `http://127.0.0.1:8787${wanted}`;
    fc.pre(URL.canParse(address));
    const asked: UpstreamRequest[] = [];
    const relay = createRelay({
      token: TOKEN,
      videos: { hosts: HOSTS },
      transport: (request) => {
        const next = answers[asked.length % answers.length]!;
        asked.push(request);
        const redirect = next.status >= 300 && next.status < 400 ? { location: next.location } : {};
        return Promise.resolve(
          new Response('bytes', { status: next.status, headers: { ...next.headers, ...redirect } }),
        );
      },
    });
    const body = method === 'POST' || method === 'PUT' ? { body: '{}' } : {};
    const headers = { ...(origin === '' ? {} : { origin }), range, authorization: 'Bearer key' };
    const response = await relay(new Request(address, { method, headers, ...body }));
    expect(asked.filter((request) => !mayBeReached(request))).toEqual([]);
    // A redirect is followed five times at most.
    expect(asked.length).toBeLessThanOrEqual(6);
    if (origin !== ORIGIN) expect([response.status, asked.length]).toEqual([403, 0]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('location')).toBeNull();
    if (asked.length === 0 && response.status >= 400 && method !== 'HEAD') expect(await response.text()).toMatch(/\S/);
  });
});
