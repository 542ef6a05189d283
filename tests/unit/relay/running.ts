import { createServer, type RequestListener, type Server } from 'node:http';

import type { Upstreams } from '../../../worker/index.ts';
import { startRelay, type StartedRelay, type StartOptions } from '../../../worker/node/start.ts';

export const ORIGIN = 'http://localhost:5173';

const closers: (() => Promise<void>)[] = [];

/** Ends everything that the tests of a file started. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** A server on 127.0.0.1, and its address. */
export async function listen(listener: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}` };
}

/** A relay on a free port whose service `model` is at `base`. Without yt-dlp, unless a test brings one. */
export async function relayTo(base: string, options: Partial<StartOptions> = {}): Promise<StartedRelay> {
  const upstreams: Upstreams = { model: { kind: 'fixed', base } };
  const relay = await startRelay({
    port: 0,
    ytDlp: 'no-such-command',
    ...options,
    relay: { upstreams, ...options.relay },
  });
  closers.push(async () => {
    relay.cutOff();
    await relay.close();
  });
  return relay;
}

/** As a page on this machine does it. */
export function fromPage(url: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Origin', ORIGIN);
  return fetch(url, { ...init, headers });
}
