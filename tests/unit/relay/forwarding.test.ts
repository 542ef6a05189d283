import { afterEach, expect, test } from 'vitest';

import { closeAll, fromPage, listen, ORIGIN, relayTo } from './running.ts';

afterEach(closeAll);

test('a call reaches the service with its body, its key and nothing else of the page', async () => {
  const seen: { url?: string; headers?: Record<string, unknown>; body?: string } = {};
  const { url } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    Object.assign(seen, { url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b', Server: 'x' })
      .end('{"ok":true}');
  });
  const relay = await relayTo(`${url}/compatible-mode/v1`);
  const response = await fromPage(`${relay.baseUrl}/api/model/chat/completions?alt=sse`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer sk-test',
      'Content-Type': 'application/json',
      Cookie: 'session=1',
      'X-Own': '1',
      Referer: 'http://localhost:5173/page',
    },
    body: '{"model":"m"}',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: true });
  expect(seen.url).toBe('/compatible-mode/v1/chat/completions?alt=sse');
  expect(seen.body).toBe('{"model":"m"}');
  expect(seen.headers).toEqual({
    host: new URL(url).host,
    authorization: 'Bearer sk-test',
    'content-type': 'application/json',
    'content-length': '13',
    'accept-encoding': 'identity',
    'user-agent': 'sonoscore-relay',
    connection: 'keep-alive',
  });
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('server')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(response.headers.get('vary')).toBe('Origin');
});
