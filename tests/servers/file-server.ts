import { createServer } from 'node:http';

/** How a file is answered; by default as it is. `wrong`: other bytes of the same length. */
export type FileFault = 'status-500' | 'status-404' | 'cut' | 'wrong' | 'hang';

export interface FileServerOptions {
  /** Content by path, as it is after decoding; undefined: 404. */
  readonly files: (path: string) => Uint8Array | undefined;
  /** @param tries how often the path was asked for before */
  readonly fault?: (path: string, tries: number) => FileFault | undefined;
}

export interface FileServer {
  /** With a slash at its end. */
  readonly url: string;
  /** Paths as they were asked for, undecoded, oldest first. */
  readonly asked: readonly string[];
  readonly mostAtOnce: () => number;
  readonly close: () => Promise<void>;
}

/** Serves files to any page, as mirrors of public repositories do, with the faults that real ones have. */
export async function startFileServer({ files, fault }: FileServerOptions): Promise<FileServer> {
  const asked: string[] = [];
  const tries = new Map<string, number>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    response.setHeader('access-control-allow-origin', '*');
    const raw = (request.url ?? '/').slice(1);
    asked.push(raw);
    const path = decodeURIComponent(raw);
    const before = tries.get(path) ?? 0;
    tries.set(path, before + 1);
    const wrong = fault?.(path, before);
    const bytes = files(path);
    if (wrong === 'hang') return;
    if (wrong === 'status-500') return void response.writeHead(500).end('out of order');
    if (bytes === undefined || wrong === 'status-404') return void response.writeHead(404).end('404: Not Found');
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': bytes.length });
    if (wrong === 'cut') return void response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    response.end(wrong === 'wrong' ? bytes.map((byte) => byte ^ 1) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    asked,
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
