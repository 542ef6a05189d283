import { createServer } from 'node:http';

export interface RangeServerOptions {
  readonly bytes: Uint8Array;
  /** Without: the whole file to every request. Default: true. */
  readonly ranges?: boolean;
  /** The first request goes to another address first. */
  readonly redirect?: boolean;
  /** From the so-manieth request on (from 0), the address has expired: 403. */
  readonly expiresAt?: number;
  /** Of these requests (from 0) the connection breaks in the middle of the body. */
  readonly breaks?: readonly number[];
}

export interface RangeServer {
  readonly url: string;
  /** Bytes of bodies that were sent. */
  sentBytes(): number;
  requests(): number;
  close(): Promise<void>;
}

/** Serves one file by ranges, across origins, with the faults that real ones have. */
export async function startRangeServer(options: RangeServerOptions): Promise<RangeServer> {
  const { bytes, ranges = true, redirect = false, expiresAt = Infinity, breaks = [] } = options;
  let sent = 0;
  let count = 0;
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'range');
    response.setHeader('access-control-expose-headers', 'content-range, etag');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (redirect && request.url === '/video') return void response.writeHead(302, { location: '/moved' }).end();
    const index = count;
    count += 1;
    if (index >= expiresAt) return void response.writeHead(403).end('expired');
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const start = ranges && range !== null ? Number(range[1]) : 0;
    const end = ranges && range?.[2] ? Math.min(Number(range[2]) + 1, bytes.length) : bytes.length;
    const body = bytes.subarray(start, end);
    const partial = ranges && range !== null;
    response.writeHead(partial ? 206 : 200, {
      'content-length': body.length,
      etag: '"1"',
      ...(partial ? { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` } : {}),
    });
    if (breaks.includes(index)) {
      const half = body.subarray(0, body.length >> 1);
      sent += half.length;
      return void response.write(half, () => response.destroy());
    }
    sent += body.length;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/video`,
    sentBytes: () => sent,
    requests: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
