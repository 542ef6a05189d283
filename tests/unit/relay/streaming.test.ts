import { request as nodeRequest } from 'node:http';
import { connect } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { closeAll, fromPage, listen, ORIGIN, relayTo } from './running.ts';

afterEach(closeAll);

/** A promise and what settles it. */
function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open };
}

const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' } as const;

test('the first words of a reply arrive before the last are sent', async () => {
  const firstHasArrived = gate();
  const { url } = await listen(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: first\n\n');
    // Would wait for ever if the relay held the first back.
    await firstHasArrived.opened;
    response.end('data: last\n\n');
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, call);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('data: first\n\n');
  firstHasArrived.open();
  expect((await reader.read()).value).toBe('data: last\n\n');
  expect((await reader.read()).done).toBe(true);
});

test('the head of a reply arrives before its body begins', async () => {
  const headHasArrived = gate();
  const { url } = await listen(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'x-request-id': 'r-1' }).flushHeaders();
    await headHasArrived.opened;
    response.end('data: all\n\n');
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, call);
  expect(response.headers.get('x-request-id')).toBe('r-1');
  headHasArrived.open();
  expect(await response.text()).toBe('data: all\n\n');
});

test('the first bytes of a call reach the service before the last are sent', async () => {
  const firstHasArrived = gate();
  const { url } = await listen(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
      firstHasArrived.open();
    }
    response.end(text);
  });
  const relay = await relayTo(url);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('{"first":1,'));
      await firstHasArrived.opened;
      controller.enqueue(encoder.encode('"last":2}'));
      controller.close();
    },
  });
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, { ...call, body, duplex: 'half' });
  expect(await response.json()).toEqual({ first: 1, last: 2 });
});

test('a large clip arrives whole, with its length, both ways', async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).map((_, at) => (at * 31) % 251);
  let length: string | undefined;
  const { url } = await listen((request, response) => {
    length = request.headers['content-length'];
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    request.pipe(response);
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/echo`, { ...call, body: bytes });
  const echoed = new Uint8Array(await response.arrayBuffer());
  expect(length).toBe(String(bytes.length));
  expect(Buffer.compare(echoed, bytes)).toBe(0);
});

test('a reader that stops holds the sender up: the relay keeps no more than the sockets do', async () => {
  const megabyte = Buffer.alloc(1024 * 1024);
  let written = 0;
  const stalled = gate();
  const { url } = await listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    const write = () => {
      while (written < 512) {
        written += 1;
        if (!response.write(megabyte)) {
          const timer = setTimeout(stalled.open, 500);
          response.once('drain', () => {
            clearTimeout(timer);
            write();
          });
          return;
        }
      }
      response.end();
    };
    write();
  });
  const relay = await relayTo(url);
  const controller = new AbortController();
  const response = await fromPage(`${relay.baseUrl}/api/model/flood`, { ...call, signal: controller.signal });
  await stalled.opened;
  expect(response.status).toBe(200);
  // Of half a gigabyte; what has gone lies in the buffers of four sockets.
  expect(written).toBeLessThan(64);
  controller.abort();
});

test('a page that goes away ends the call at the service, in the midst of a reply and before it', async () => {
  for (const withHead of [true, false]) {
    const arrived = gate();
    const ended = gate();
    const { url } = await listen((_request, response) => {
      response.once('close', ended.open);
      if (withHead) response.writeHead(200).write('data: first\n\n');
      arrived.open();
    });
    const relay = await relayTo(url);
    const controller = new AbortController();
    const answer = fromPage(`${relay.baseUrl}/api/model/responses`, { ...call, signal: controller.signal });
    const failing = expect(answer.then((response) => response.text())).rejects.toThrow();
    await arrived.opened;
    if (withHead) await answer;
    controller.abort();
    await ended.opened;
    await failing;
  }
});

test('a reply that breaks off is not passed on as a whole one', async () => {
  const { url } = await listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"half":', () => response.socket?.destroy());
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, call);
  await expect(response.text()).rejects.toThrow();
});

test('a call that breaks off reaches the service as one that broke off', async () => {
  const cut = gate<boolean>();
  const begun = gate();
  const { url } = await listen((request) => {
    request.once('data', () => begun.open());
    request.on('error', () => undefined);
    request.once('close', () => cut.open(!request.complete));
  });
  const relay = await relayTo(url);
  const { pathname, port } = new URL(relay.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST ${pathname}/api/model/responses HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${ORIGIN}\r\nContent-Length: 100\r\n\r\n{"half":`,
  );
  await begun.opened;
  socket.destroy();
  expect(await cut.opened).toBe(true);
});

test('a refusal in the midst of a large upload reaches the page', async () => {
  const { url } = await listen((request, response) => {
    request.once('data', () => {
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":{"message":"bad key"}}');
      request.resume();
    });
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, { ...call, body: new Uint8Array(8_000_000) });
  expect(response.status).toBe(401);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(await response.json()).toEqual({ error: { message: 'bad key' } });
});

test('a service that is not there is an error that the page can read', async () => {
  const { url, server } = await listen(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, call);
  expect(response.status).toBe(502);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(await response.text()).toContain('could not reach');
});

test('a request for another host, whose name was made to point here, is refused', async () => {
  const relay = await relayTo('http://127.0.0.1:9');
  const { pathname, port } = new URL(relay.baseUrl);
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: host, Origin: ORIGIN };
      const path = `${pathname}/api/model/responses`;
      const sent = nodeRequest({ host: '127.0.0.1', port, method: 'OPTIONS', path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(204);
  expect(await statusFor(`localhost:${port}`)).toBe(204);
  expect(await statusFor(`rebound.example:${port}`)).toBe(421);
  expect(await statusFor('localhost.rebound.example')).toBe(421);
});

test('a relay that is told to end takes no new calls, and lets open ones end', async () => {
  const ending = gate();
  const { url } = await listen(async (_request, response) => {
    response.writeHead(200).write('first ');
    await ending.opened;
    response.end('last');
  });
  const relay = await relayTo(url);
  const response = await fromPage(`${relay.baseUrl}/api/model/responses`, call);
  expect(relay.open()).toBe(1);
  const closed = relay.close();
  await expect(fromPage(`${relay.baseUrl}/api/model/responses`, call)).rejects.toThrow();
  ending.open();
  expect(await response.text()).toBe('first last');
  await closed;
  expect(relay.open()).toBe(0);
});
