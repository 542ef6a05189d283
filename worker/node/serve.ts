import http from 'node:http';

import type { Relay } from '../relay.ts';
import { pump, toWebStream } from './web-stream.ts';

export interface RunningRelay {
  readonly port: number;
  /** Requests that are being served. */
  readonly open: () => number;
  /** Takes no more requests, and resolves when the open ones have ended. */
  readonly close: () => Promise<void>;
  /** Cuts off what is still open. */
  readonly cutOff: () => void;
}

/** Serves the relay on 127.0.0.1. @param port 0 for any free one @throws {Error} EADDRINUSE */
export async function serveRelay(relay: Relay, port: number): Promise<RunningRelay> {
  let open = 0;
  let isClosing = false;
  const server = http.createServer((incoming, outgoing) => {
    open += 1;
    outgoing.once('close', () => {
      open -= 1;
      // Browsers keep connections for their next request, which there will not be.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    answer(relay, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Uploads and replies take as long as they take; only the head of a request must come soon.
  server.requestTimeout = 0;
  // Longer than between two questions, or a page's next call may meet a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    open: () => open,
    close: () => {
      isClosing = true;
      return new Promise((resolve) => server.close(() => resolve()));
    },
    cutOff: () => server.closeAllConnections(),
  };
}

async function answer(relay: Relay, incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
  const controller = new AbortController();
  outgoing.once('close', () => controller.abort());
  const request = toRequest(incoming);
  if (request === undefined) {
    outgoing.writeHead(421).end();
    return;
  }
  const address = incoming.socket.remoteAddress;
  const response = await relay(request, { ...(address === undefined ? {} : { address }), signal: controller.signal });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // The head goes out now: a stream's first byte may be minutes away.
  outgoing.flushHeaders();
  if (response.body === null || incoming.method === 'HEAD') {
    await response.body?.cancel();
    outgoing.end();
  } else {
    await pump(response.body, outgoing);
  }
}

/** Undefined for a request that was meant for another host: its name was made to point here. */
function toRequest(incoming: http.IncomingMessage): Request | undefined {
  const { method = 'GET', url = '' } = incoming;
  const base = `http://${incoming.headers.host ?? ''}`;
  if (!/^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(base) || !url.startsWith('/')) return undefined;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const hasBody =
    method !== 'GET' && method !== 'HEAD' && (headers.has('content-length') || headers.has('transfer-encoding'));
  // `duplex` is what Node wants with a stream; the DOM's types do not know it.
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (hasBody) Object.assign(init, { body: toWebStream(incoming), duplex: 'half' });
  return new Request(`${base}${url}`, init);
}
