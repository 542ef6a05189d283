import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { closeAll, listen, ORIGIN } from './running.ts';

const folder = path.resolve(fileURLToPath(import.meta.url), '../../../../worker');

let code: string;
const running: Miniflare[] = [];
beforeAll(async () => {
  code = await bundle();
});
afterEach(async () => {
  await closeAll();
  await Promise.all(running.splice(0).map((worker) => worker.dispose()));
});

/** The relay in one file, as a deployment makes it. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: path.join(folder, 'workers-entry.ts'), formats: ['es'], fileName: 'relay' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('nothing was built');
  return output.output[0].code;
}

/** What wrangler.toml says, read as far as it goes. */
async function compatibility() {
  const text = await readFile(path.join(folder, 'wrangler.toml'), 'utf8');
  const date = /^compatibility_date = "([\d-]+)"$/m.exec(text)?.[1];
  const flags = /^compatibility_flags = (\[.*\])$/m.exec(text)?.[1];
  if (date === undefined || flags === undefined) throw new Error('wrangler.toml has another form');
  return { compatibilityDate: date, compatibilityFlags: JSON.parse(flags) };
}

/** The relay on workerd, the runtime of Workers. Wherever it sends a request to, a server of the test answers. */
async function workersRelay(listener: RequestListener, bindings: Readonly<Record<string, string>> = {}) {
  const sent: { readonly address: string; readonly headers: IncomingHttpHeaders }[] = [];
  const { url } = await listen((request, response) => {
    sent.push({ address: `${request.method} ${request.headers.host}${request.url}`, headers: request.headers });
    listener(request, response);
  });
  const worker = new Miniflare({
    modules: true,
    // Else it asks Cloudflare about this machine’s place.
    cf: false,
    script: code,
    ...(await compatibility()),
    bindings,
    outboundService: { external: { address: new URL(url).host, http: {} } },
  });
  running.push(worker);
  const base = await worker.ready;
  const ask = (address: string, init: RequestInit & { duplex?: 'half' } = {}, origin = ORIGIN) => {
    const headers = new Headers(init.headers);
    headers.set('Origin', origin);
    return fetch(new URL(address, base), { ...init, headers });
  };
  return { sent, ask };
}

const CALL = '/api/qwen-singapore/chat/completions';
const call = {
  method: 'POST',
  headers: { Authorization: 'Bearer sk-1', 'Content-Type': 'application/json', Cookie: 'a=b', 'X-Own': '1' },
  body: '{"model":"m"}',
} as const;

test('on workerd a call goes to the map’s host with its key and body, and its first words come before the last are sent', async () => {
  let letOn: () => void = () => undefined;
  const firstHasArrived = new Promise<void>((resolve) => (letOn = resolve));
  let body = '';
  const { sent, ask } = await workersRelay(async (request, response) => {
    for await (const chunk of request) body += chunk;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Set-Cookie': 'a=b', 'x-ratelimit-reset': '1' });
    response.write('data: first\n\n');
    await firstHasArrived;
    response.end('data: last\n\n');
  });
  const response = await ask(CALL, call);
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('data: first\n\n');
  letOn();
  expect((await reader.read()).value).toBe('data: last\n\n');
  expect(sent.map(({ address }) => address)).toEqual([
    'POST dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
  ]);
  expect(body).toBe('{"model":"m"}');
  expect(sent[0]?.headers).toMatchObject({
    authorization: 'Bearer sk-1',
    'content-type': 'application/json',
    'content-length': '13',
  });
  for (const name of ['cookie', 'x-own', 'origin', 'referer']) expect(sent[0]?.headers[name]).toBeUndefined();
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(response.headers.get('access-control-expose-headers')).toContain('x-ratelimit-reset');
  expect(response.headers.get('vary')).toBe('Origin');
});

test('on workerd a call’s first bytes arrive before its last are sent', async () => {
  let letOn: () => void = () => undefined;
  const firstHasArrived = new Promise<void>((resolve) => (letOn = resolve));
  const { ask } = await workersRelay(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
      letOn();
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"first":1,'));
      await firstHasArrived;
      controller.enqueue(new TextEncoder().encode('"last":2}'));
      controller.close();
    },
  });
  const response = await ask(CALL, { ...call, body, duplex: 'half' });
  expect(await response.json()).toEqual({ first: 1, last: 2 });
});

test('on workerd a page that goes away ends the reply', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { ask } = await workersRelay((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const timer = setInterval(() => response.write('data: more\n\n'), 10);
    response.once('close', () => {
      clearInterval(timer);
      end();
    });
  });
  const controller = new AbortController();
  const response = await ask(CALL, { ...call, signal: controller.signal });
  controller.abort();
  await expect(response.text()).rejects.toThrow();
  await ended;
});

test('on workerd errors carry CORS headers, and what is not allowed goes nowhere', async () => {
  const { sent, ask } = await workersRelay(
    (_request, response) => response.writeHead(429, { 'Retry-After': '7' }).end('{"error":{"message":"slower"}}'),
    { ORIGINS: 'https://name.github.io, https://other.example', TOKEN: 'secret', VIDEO_HOSTS: 'videos.example.org' },
  );
  const page = 'https://name.github.io';
  const limited = await ask(`/t/secret${CALL}`, call, page);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('access-control-allow-origin')).toBe(page);
  expect(limited.headers.get('retry-after')).toBe('7');
  expect(sent).toHaveLength(1);
  const video = (address: string) => `/t/secret/video?u=${encodeURIComponent(address)}`;
  for (const [address, init, origin, status] of [
    [`/t/secret${CALL}`, call, ORIGIN, 403],
    [`/t/secret${CALL}`, { method: 'GET' }, page, 405],
    [CALL, call, page, 404],
    [`/t/wrong${CALL}`, call, page, 404],
    ['/t/secret/api/elsewhere/x', call, page, 404],
    ['/t/secret/youtube/aB3xyz01234', {}, page, 501],
    [video('https://127.0.0.1/v.mp4'), {}, page, 403],
    [video('https://0x7f000001/v.mp4'), {}, page, 403],
    [video('https://[::ffff:169.254.169.254]/'), {}, page, 403],
    [video('https://other.example.org/v.mp4'), {}, page, 403],
    [video('https://videos.example.org:8443/v.mp4'), {}, page, 403],
  ] as const) {
    const response = await ask(address, init, origin);
    expect(response.status, address).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin === page ? page : null);
  }
  expect(sent).toHaveLength(1);
});

test('on workerd videos are read by ranges, redirects checked', async () => {
  const { sent, ask } = await workersRelay(
    (request, response) => {
      if (request.url === '/moved') response.writeHead(302, { Location: 'https://b.cdn.example/v.mp4' }).end();
      else if (request.url === '/trap') response.writeHead(302, { Location: 'https://169.254.169.254/' }).end();
      else if (request.headers.range === 'bytes=1-3') {
        const headers = { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 1-3/10', 'Content-Length': 3 };
        response.writeHead(206, headers).end('bcd');
      } else response.writeHead(400).end();
    },
    { VIDEO_HOSTS: 'videos.example.org,*.cdn.example' },
  );
  const read = (path: string) =>
    ask(`/video?u=${encodeURIComponent(`https://videos.example.org${path}`)}`, { headers: { Range: 'bytes=1-3' } });
  const moved = await read('/moved');
  expect(moved.status).toBe(206);
  expect(await moved.text()).toBe('bcd');
  expect(moved.headers.get('content-range')).toBe('bytes 1-3/10');
  expect(moved.headers.get('access-control-expose-headers')).toContain('content-range');
  const trap = await read('/trap');
  expect(trap.status).toBe(403);
  expect(await trap.text()).toContain('metadata');
  expect(sent.map(({ address }) => address)).toEqual([
    'GET videos.example.org/moved',
    'GET b.cdn.example/v.mp4',
    'GET videos.example.org/trap',
  ]);
});
