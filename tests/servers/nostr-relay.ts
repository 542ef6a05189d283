import { type WebSocket, WebSocketServer } from 'ws';

export interface NostrRelay {
  readonly url: string;
  /** Everything that went through, as it was sent. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

interface Filter {
  readonly kinds?: readonly number[];
  readonly '#x'?: readonly string[];
}

/** A Nostr relay (NIP-01) for short-lived events: what comes goes to whoever has asked for its kind and topic, and nothing is kept. */
export async function startNostrRelay(): Promise<NostrRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const wanted = new Map<WebSocket, Map<string, readonly Filter[]>>();
  const seen: string[] = [];
  server.on('connection', (socket) => {
    const own = new Map<string, readonly Filter[]>();
    wanted.set(socket, own);
    socket.on('close', () => wanted.delete(socket));
    socket.on('message', (data) => {
      const text = String(data);
      seen.push(text);
      const [type, first, ...rest] = JSON.parse(text);
      if (type === 'REQ') {
        own.set(first, rest);
        socket.send(JSON.stringify(['EOSE', first]));
      } else if (type === 'CLOSE') own.delete(first);
      else if (type === 'EVENT') {
        socket.send(JSON.stringify(['OK', first.id, true, '']));
        const topics: readonly string[] = first.tags
          .filter(([name]: string[]) => name === 'x')
          .map(([, topic]: string[]) => topic);
        for (const [listener, filters] of wanted) {
          for (const [id, all] of filters) {
            if (
              all.some(
                ({ kinds, '#x': x }) =>
                  (kinds?.includes(first.kind) ?? true) && (x?.some((topic) => topics.includes(topic)) ?? true),
              )
            )
              listener.send(JSON.stringify(['EVENT', id, first]));
          }
        }
      }
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
  return {
    url: `ws://127.0.0.1:${address.port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of wanted.keys()) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
