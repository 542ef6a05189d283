import { createServer } from 'node:https';

import { afterEach, expect, test } from 'vitest';

import { type Destination, openSocket, resolvePublic } from '../../../worker/node/pinned-agents.ts';
import { closeAll, fromPage, relayTo } from './running.ts';
import { selfSigned } from './self-signed.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A relay to an https server with a certificate for `certified`, trusted or not; the name is said to be public. */
async function tlsRelay(certified: string, isTrusted: boolean) {
  const { cert, key } = selfSigned(certified);
  const hosts: (string | undefined)[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(200, { 'Content-Type': 'video/mp4' }).end('bytes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const relay = await relayTo('http://127.0.0.1:9', {
    videos: { hosts: ['videos.example.org'] },
    pin: {
      resolve: async () => ['93.184.215.14'],
      // Only where the connection goes is the test's; the pinned look-up and TLS are what a reader gets.
      connect: (to: Destination) =>
        openSocket({ ...to, addresses: ['127.0.0.1'], port }, isTrusted ? { ca: cert } : undefined),
    },
  });
  return { hosts, read: () => fromPage(`${relay.baseUrl}/video?u=https://videos.example.org/v.mp4`) };
}

test('TLS proves the name although the connection goes to a checked address', async () => {
  const { read, hosts } = await tlsRelay('videos.example.org', true);
  const response = await read();
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('bytes');
  expect(hosts).toEqual(['videos.example.org']);
});

test('a certificate for another name, or of nobody known, is refused', async () => {
  for (const [certified, isTrusted] of [
    ['other.example.org', true],
    ['videos.example.org', false],
  ] as const) {
    const { read, hosts } = await tlsRelay(certified, isTrusted);
    expect((await read()).status).toBe(502);
    expect(hosts).toEqual([]);
  }
});

test('addresses are tried in turn', async () => {
  const { cert, key } = selfSigned('videos.example.org');
  const server = createServer({ cert, key });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Nobody listens on the first, which is this machine too.
  const to = { hostname: 'videos.example.org', addresses: ['127.0.0.2', '127.0.0.1'], port, secure: true };
  const socket = openSocket(to, { ca: cert });
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  socket.destroy();
});

test('what this machine’s own resolver says of its own name is refused', async () => {
  const relay = await relayTo('http://127.0.0.1:9', {
    videos: { hosts: ['videos.example.org'] },
    pin: { resolve: async () => ['127.0.0.1', '::1'] },
  });
  const response = await fromPage(`${relay.baseUrl}/video?u=https://videos.example.org/v.mp4`);
  expect(response.status).toBe(403);
  const { lookup } = await import('node:dns/promises');
  const own = async (name: string) => (await lookup(name, { all: true })).map((found) => found.address);
  await expect(resolvePublic('localhost', own)).rejects.toThrow('its address is loopback');
});
