import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterEach, expect, test, vi } from 'vitest';

import { closeAll, fromPage, listen, relayTo } from './running.ts';
import { pinTo } from './video-server.ts';

afterEach(closeAll);

const CALL_BYTES = 64_000;
const REPLY = 'data: words\n\n'.repeat(1000);
const VIDEO = Buffer.alloc(100_000, 7);

test('1,000 requests leave nothing behind: no memory, no connection, not a word', { timeout: 300_000 }, async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');

  let served = 0;
  const { url, server } = await listen(async (request, response) => {
    served += 1;
    if (request.method === 'GET') {
      response.writeHead(206, { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 0-99999/200000' }).end(VIDEO);
      return;
    }
    for await (const chunk of request) void chunk;
    if (served % 10 === 0) response.writeHead(429, { 'Retry-After': '1' }).end('{}');
    else if (served % 11 === 0) response.writeHead(200).write('data: half', () => response.socket?.destroy());
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(REPLY);
  });
  const { pin, connected } = pinTo(url, () => ['93.184.215.14']);
  const said = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name)),
  ];
  const relay = await relayTo(url, {
    pin,
    videos: { hosts: ['videos.example.org'] },
    relay: { rateLimit: { requests: 1_000_000, perSeconds: 1 } },
  });
  const body = new Uint8Array(CALL_BYTES).fill(65);

  async function one(at: number): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const kind = at % 5;
    const response =
      kind === 0
        ? await fromPage(`${relay.baseUrl}/video?u=https://videos.example.org/v.mp4`, { signal })
        : kind === 1
          ? await fromPage(`${relay.baseUrl}/api/nobody/x`, { method: 'POST', body, signal })
          : await fromPage(`${relay.baseUrl}/api/model/x`, { method: 'POST', body, signal });
    // Every seventh page leaves without reading; some replies break off.
    if (at % 7 === 0) controller.abort();
    await response.arrayBuffer().catch(() => undefined);
  }
  async function many(count: number): Promise<number> {
    let next = 0;
    const worker = async () => {
      while (next < count) await one((next += 1));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    await expect.poll(() => relay.open(), { timeout: 5000 }).toBe(0);
    // Twice, since what is finalised in the first round is freed in the second.
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  }

  const warm = await many(200);
  const after = await many(1000);
  const spoken = said.flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();

  expect(served).toBeGreaterThan(800);
  // What 1,000 calls carried is 100 times as much; a leak of the smallest parts of each would still show.
  expect((after - warm) / 1e6).toBeLessThan(3);
  expect(spoken).toEqual([]);
  // Connections to the video server are shared; all but those kept for the next range are closed.
  expect(connected.length).toBeLessThan(300);
  const open = await new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
  expect(open).toBeLessThanOrEqual(8);
  console.log(`1,000 requests: ${((after - warm) / 1e6).toFixed(2)} MB more, ${open} connections kept.`);
});
