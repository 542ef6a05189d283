import type { RequestListener } from 'node:http';

import { afterEach, expect, test } from 'vitest';

import type { VideoPolicy } from '../../../worker/index.ts';
import { closeAll, fromPage, listen, ORIGIN, relayTo } from './running.ts';
import { pinTo } from './video-server.ts';

afterEach(closeAll);

const VIDEO = Buffer.from(Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256));
const PUBLIC = '93.184.215.14';

/** As static servers do it. */
const serveVideo: RequestListener = (request, response) => {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const shared = { 'Content-Type': 'video/mp4', 'Accept-Ranges': 'bytes', ETag: '"v1"', 'Set-Cookie': 'a=b' };
  if (range === null) {
    response.writeHead(200, { ...shared, 'Content-Length': VIDEO.length });
    response.end(request.method === 'HEAD' ? undefined : VIDEO);
    return;
  }
  const [, from = '', to = ''] = range;
  const start = from === '' ? VIDEO.length - Number(to) : Number(from);
  const end = from === '' || to === '' ? VIDEO.length - 1 : Number(to);
  if (start >= VIDEO.length) {
    response
      .writeHead(416, { 'Content-Range': `bytes */${VIDEO.length}`, 'Content-Type': 'text/html' })
      .end('<p>no</p>');
    return;
  }
  const slice = VIDEO.subarray(start, end + 1);
  response.writeHead(206, {
    ...shared,
    'Content-Length': slice.length,
    'Content-Range': `bytes ${start}-${end}/${VIDEO.length}`,
  });
  response.end(request.method === 'HEAD' ? undefined : slice);
};

async function videoRelay(
  listener: RequestListener,
  options: { policy?: Partial<VideoPolicy>; resolve?: (hostname: string) => readonly string[] } = {},
) {
  const { url } = await listen(listener);
  const pinned = pinTo(url, options.resolve ?? (() => [PUBLIC]));
  const videos = { hosts: ['videos.example.org', '*.cdn.example'], ...options.policy };
  const relay = await relayTo(url, { pin: pinned.pin, videos });
  const read = (address: string, init?: RequestInit) =>
    fromPage(`${relay.baseUrl}/video?u=${encodeURIComponent(address)}`, init);
  return { ...pinned, relay, read };
}

const ADDRESS = 'https://videos.example.org/a%20b.mp4?x=1&y=2';

test('a video is read by ranges, whose headers the page may read', async () => {
  const seen: (string | undefined)[] = [];
  const { read, connected } = await videoRelay((request, response) => {
    seen.push(request.url);
    serveVideo(request, response);
  });
  const response = await read(ADDRESS, { headers: { Range: 'bytes=100-199', Cookie: 'a=b' } });
  expect(response.status).toBe(206);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(VIDEO.subarray(100, 200));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-range': 'bytes 100-199/5000',
    'content-length': '100',
    'accept-ranges': 'bytes',
    'content-type': 'video/mp4',
    etag: '"v1"',
    'access-control-allow-origin': ORIGIN,
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
  });
  expect(response.headers.get('set-cookie')).toBeNull();
  const last = await read(ADDRESS, { headers: { Range: 'bytes=-10' } });
  expect(Buffer.from(await last.arrayBuffer())).toEqual(VIDEO.subarray(-10));
  const rest = await read(ADDRESS, { headers: { Range: 'bytes=4990-' } });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(VIDEO.subarray(-10));
  expect(seen).toEqual(Array(3).fill('/a%20b.mp4?x=1&y=2'));
  expect(connected[0]).toEqual({ hostname: 'videos.example.org', addresses: [PUBLIC], port: 443, secure: true });
  // One connection served all three.
  expect(connected).toHaveLength(1);
});

test('a whole video and its head', async () => {
  const { read } = await videoRelay(serveVideo);
  const whole = await read(ADDRESS);
  expect(whole.status).toBe(200);
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(VIDEO);
  const head = await read(ADDRESS, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe('5000');
  expect(await head.text()).toBe('');
  const part = await read(ADDRESS, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
  expect(part.headers.get('content-range')).toBe('bytes 0-1/5000');
});

test('a range past the end tells the length', async () => {
  const { read } = await videoRelay(serveVideo);
  const response = await read(ADDRESS, { headers: { Range: 'bytes=6000-' } });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */5000');
  expect(response.headers.get('access-control-expose-headers')).toContain('content-range');
});

test('a range that is not one plain range is refused', async () => {
  const { read, connected } = await videoRelay(serveVideo);
  for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=-', 'bytes=a-b']) {
    expect((await read(ADDRESS, { headers: { Range: range } })).status).toBe(416);
  }
  expect(connected).toHaveLength(0);
});

test('only GET and HEAD read videos', async () => {
  const { read, connected } = await videoRelay(serveVideo);
  const response = await read(ADDRESS, { method: 'POST', body: 'x' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(connected).toHaveLength(0);
});

test('the token is required of videos too', async () => {
  const { relay, connected } = await videoRelay(serveVideo);
  const { origin } = new URL(relay.baseUrl);
  expect((await fromPage(`${origin}/video?u=${encodeURIComponent(ADDRESS)}`)).status).toBe(404);
  expect(connected).toHaveLength(0);
});

test('no host is allowed unless somebody named it', async () => {
  const { read, connected } = await videoRelay(serveVideo, { policy: { hosts: [] } });
  const response = await read(ADDRESS);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('may not read from videos.example.org');
  expect(connected).toHaveLength(0);
});

test('an allowed redirect is followed, by its relative or whole address', async () => {
  const { read, resolved } = await videoRelay((request, response) => {
    if (request.url === '/start') response.writeHead(302, { Location: '/next' }).end('moved');
    else if (request.url === '/next') response.writeHead(307, { Location: 'https://a.cdn.example/v.mp4' }).end();
    else if (request.headers.host === 'a.cdn.example') serveVideo(request, response);
    else response.writeHead(404).end();
  });
  const response = await read('https://videos.example.org/start', { headers: { Range: 'bytes=0-9' } });
  expect(response.status).toBe(206);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(VIDEO.subarray(0, 10));
  expect(resolved).toContain('a.cdn.example');
});

test.each([
  ['https://127.0.0.1/v.mp4', 'loopback'],
  ['https://169.254.169.254/latest/meta-data/', 'metadata'],
  ['https://[::ffff:10.0.0.1]/', 'private'],
  ['https://2130706433/', 'loopback'],
  ['//localhost/v.mp4', 'private'],
  ['http://videos.example.org/v.mp4', 'https:// only'],
  ['https://videos.example.org:8443/v.mp4', 'not on 8443'],
  ['https://elsewhere.example/v.mp4', 'may not read from elsewhere.example'],
  ['file:///etc/passwd', 'https:// only'],
])('a redirect to %s is not followed', async (location, why) => {
  let asked = 0;
  const { read } = await videoRelay((_request, response) => {
    asked += 1;
    response.writeHead(302, { Location: location }).end();
  });
  const response = await read(ADDRESS);
  expect(response.status).toBe(403);
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(await response.text()).toContain(why);
  expect(asked).toBe(1);
});

test('redirects without end, or without an address, are given up', async () => {
  let asked = 0;
  const endless = await videoRelay((_request, response) => {
    asked += 1;
    response.writeHead(302, { Location: `/${asked}` }).end();
  });
  expect((await endless.read(ADDRESS)).status).toBe(502);
  expect(asked).toBe(6);
  const nowhere = await videoRelay((_request, response) => response.writeHead(302).end());
  expect((await nowhere.read(ADDRESS)).status).toBe(502);
});

test.each([
  [['127.0.0.1'], 'loopback'],
  [['10.0.0.8'], 'private'],
  [['169.254.169.254'], 'metadata'],
  [['::1'], 'loopback'],
  [['::ffff:192.168.0.1'], 'private'],
  [['fe80::1%eth0'], 'unreadable'],
  [[PUBLIC, '127.0.0.1'], 'loopback'],
  [['not-an-address'], 'unreadable'],
])('a name that resolves to %s is not read', async (addresses, why) => {
  const { read, connected } = await videoRelay(serveVideo, { resolve: () => addresses });
  const response = await read(ADDRESS);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain(why);
  expect(connected).toHaveLength(0);
});

test('a name that turns private after its check gains nothing: it is resolved once, and that address is used', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']];
  const { read, resolved, connected } = await videoRelay(serveVideo, {
    resolve: () => answers.shift() ?? ['127.0.0.1'],
  });
  expect((await read(ADDRESS)).status).toBe(200);
  expect(resolved).toEqual(['videos.example.org']);
  expect(connected.map(({ addresses }) => addresses)).toEqual([[PUBLIC]]);
});

test('a redirect to a name that resolves to a private address is not followed', async () => {
  const { read, connected } = await videoRelay(
    (_request, response) => response.writeHead(302, { Location: 'https://a.cdn.example/v.mp4' }).end(),
    { resolve: (hostname) => (hostname === 'a.cdn.example' ? ['10.0.0.1'] : [PUBLIC]) },
  );
  const response = await read(ADDRESS);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain('private');
  expect(connected.map(({ hostname }) => hostname)).toEqual(['videos.example.org']);
});

test('a name without an address is an error that the page can read', async () => {
  const { read } = await videoRelay(serveVideo, {
    resolve: () => {
      throw new Error('ENOTFOUND');
    },
  });
  const response = await read(ADDRESS);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('found no address of videos.example.org');
});

test('a body over the limit is refused by its stated length, and broken off without one', async () => {
  const { read } = await videoRelay(serveVideo, { policy: { maxBytes: 1000 } });
  expect((await read(ADDRESS)).status).toBe(413);
  expect((await read(ADDRESS, { headers: { Range: 'bytes=0-1000' } })).status).toBe(413);
  expect((await read(ADDRESS, { headers: { Range: 'bytes=0-999' } })).status).toBe(206);
  expect((await read(ADDRESS, { method: 'HEAD' })).status).toBe(200);
  const chunked = await videoRelay(
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4' });
      for (let at = 0; at < 5; at += 1) response.write(VIDEO.subarray(at * 1000, (at + 1) * 1000));
      response.end();
    },
    { policy: { maxBytes: 1000 } },
  );
  const response = await chunked.read(ADDRESS);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test.each([
  [404, {}, 404, 'answered 404'],
  [403, {}, 403, 'answered 403'],
  [500, {}, 500, 'answered 500'],
  [304, {}, 502, 'answered 304'],
  [200, { 'Content-Type': 'text/html; charset=utf-8' }, 502, 'sent text/html'],
  [200, { 'Content-Type': 'image/svg+xml' }, 502, 'sent image/svg+xml'],
])('what is no video (%s %o) is said to be none, and its body kept back', async (status, headers, passed, why) => {
  const { read } = await videoRelay((_request, response) =>
    response.writeHead(status, headers).end(status === 304 ? undefined : '<script>secret</script>'),
  );
  const response = await read(ADDRESS);
  expect(response.status).toBe(passed);
  const text = await response.text();
  expect(text).toContain(why);
  expect(text).not.toContain('secret');
});

test('plain http is read where that is allowed, on port 80', async () => {
  const { read, connected } = await videoRelay(serveVideo, { policy: { allowHttp: true } });
  expect((await read('http://videos.example.org/v.mp4')).status).toBe(200);
  expect(connected).toMatchObject([{ port: 80, secure: false }]);
});

test('a connection that the server closed meanwhile is replaced', async () => {
  let asked = 0;
  const { read, connected } = await videoRelay((request, response) => {
    asked += 1;
    // The second request finds the kept connection cut.
    if (asked === 2) request.socket.destroy();
    else serveVideo(request, response);
  });
  for (let at = 0; at < 2; at += 1) {
    const response = await read(ADDRESS, { headers: { Range: 'bytes=0-9' } });
    expect((await response.arrayBuffer()).byteLength).toBe(10);
  }
  expect(connected).toHaveLength(2);
});
