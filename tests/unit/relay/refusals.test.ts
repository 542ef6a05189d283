import { expect, test } from 'vitest';
import * as v from 'valibot';

import {
  createRelay,
  type RelayOptions,
  requireOrigin,
  UPSTREAMS,
  type UpstreamRequest,
} from '../../../worker/index.ts';
import { ORIGIN } from './running.ts';

const BASE = 'http://127.0.0.1:8787';
const CALL = '/api/qwen-singapore/chat/completions';
const errorBody = v.object({ error: v.object({ message: v.string(), type: v.literal('relay'), code: v.number() }) });

function relayWith(options: Partial<RelayOptions> = {}, answer: () => Response = () => new Response('{}')) {
  const sent: UpstreamRequest[] = [];
  const relay = createRelay({
    transport: async (request) => {
      sent.push(request);
      return answer();
    },
    ...options,
  });
  const ask = (path: string, init: RequestInit = {}, origin: string | undefined = ORIGIN) => {
    const headers = new Headers(init.headers);
    if (origin !== undefined) headers.set('Origin', origin);
    return relay(new Request(`${BASE}${path}`, { method: 'POST', ...init, headers }), { address: '192.0.2.7' });
  };
  return { sent, relay, ask };
}

async function refusal(response: Response): Promise<string> {
  const body = v.parse(errorBody, await response.json());
  expect(body.error.code).toBe(response.status);
  return body.error.message;
}

test.each([
  ['https://evil.example', 'another site'],
  ['http://localhost.evil.example:5173', 'a name that begins like this machine'],
  ['http://localhost:5173.evil.example', 'a port that is none'],
  ['http://evil.example?http://localhost:5173', 'an address inside an address'],
  ['https://localhost:5173', 'another scheme'],
  ['null', 'a sandboxed page or a file'],
  ['', 'an empty one'],
])('the origin %s (%s) is refused, and told nothing', async (origin) => {
  const { ask, sent } = relayWith();
  for (const method of ['POST', 'OPTIONS', 'GET']) {
    const response = await ask(CALL, { method }, origin);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toBe('Origin');
  }
  expect(sent).toEqual([]);
});

test('a request without an origin is refused: no page’s fetch sends one', async () => {
  const { relay, sent } = relayWith();
  const response = await relay(new Request(`${BASE}${CALL}`, { method: 'POST' }));
  expect(response.status).toBe(403);
  expect(sent).toEqual([]);
});

test('pages of this machine may call by default, and only named ones where origins are named', async () => {
  for (const origin of ['http://localhost', 'http://localhost:4173', 'http://127.0.0.1:8080']) {
    const response = await relayWith().ask(CALL, {}, origin);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  }
  const { ask } = relayWith({ origins: ['https://name.github.io'] });
  expect((await ask(CALL, {}, 'https://name.github.io')).status).toBe(200);
  expect((await ask(CALL, {}, 'https://name.github.io:8443')).status).toBe(403);
  expect((await ask(CALL, {}, ORIGIN)).status).toBe(403);
});

test.each([
  'https://name.github.io/',
  'https://name.github.io/sonoscore',
  'name.github.io',
  '*',
  'https://NAME.github.io',
])('an origin written as %s is refused at the start', (origin) => {
  expect(() => requireOrigin(origin)).toThrow('is not an origin');
});

test('methods other than POST and OPTIONS are refused', async () => {
  const { ask, sent } = relayWith();
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
    const response = await ask(CALL, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  }
  expect(sent).toEqual([]);
});

test.each([
  ['/', 'no such address'],
  ['/api', 'no such address'],
  ['/api/', 'knows no service ""'],
  ['/api/elsewhere/v1/chat/completions', 'knows no service "elsewhere"'],
  ['/api/__proto__/x', 'knows no service'],
  ['/api/constructor/x', 'knows no service'],
  ['/api/https://evil.example/x', 'knows no service "https:"'],
  ['/?url=https://evil.example', 'no such address'],
  ['/api/openai', 'not forward this path'],
  ['/api/openai/', 'not forward this path'],
  ['/api/openai//evil.example/x', 'not forward this path'],
  ['/api/openai/a%2f..%2f..%2fadmin', 'not forward this path'],
  ['/api/openai/a%5cb', 'not forward this path'],
  ['/api/openai/a;b', 'not forward this path'],
  ['/api/openai/../../admin', 'no such address'],
  ['/api/openai/%2e%2e/%2e%2e/admin', 'no such address'],
  ['/api/qwen-workspace/chat', 'not forward this path'],
  ['/api/qwen-workspace/a.b.c/chat/completions', 'comes the workspace'],
  ['/api/qwen-workspace/evil.example%23/chat', 'comes the workspace'],
  ['/api/qwen-workspace/x@evil/chat', 'comes the workspace'],
  ['/api/qwen-workspace/-a/chat', 'comes the workspace'],
])('the path %s is refused: %s', async (path, why) => {
  const { ask, sent } = relayWith();
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(await refusal(response)).toContain(why);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(sent).toEqual([]);
});

test('calls go to the map’s hosts and path prefixes, by https', async () => {
  const { ask, sent } = relayWith();
  for (const name of Object.keys(UPSTREAMS)) {
    await ask(`/api/${name}${name === 'qwen-workspace' ? '/ws-1.ap-southeast-1' : ''}/chat/completions`);
  }
  expect(sent.map(({ url }) => url.href)).toEqual([
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
    'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
    'https://dashscope-us.aliyuncs.com/compatible-mode/v1/chat/completions',
    'https://ws-1.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1/chat/completions',
    'https://ark.cn-beijing.volces.com/api/v3/chat/completions',
    'https://ark.ap-southeast.bytepluses.com/api/v3/chat/completions',
    'https://openrouter.ai/api/v1/chat/completions',
    'https://api.openai.com/v1/chat/completions',
    'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    'https://api.anthropic.com/v1/chat/completions',
  ]);
});

test('a map that leaves https is refused at the start, this machine aside', () => {
  const relayOf = (base: string) => () => relayWith({ upstreams: { model: { kind: 'fixed', base } } });
  expect(relayOf('http://models.example.org/v1')).toThrow('must begin with https://');
  expect(relayOf('http://127.0.0.1.evil.example/v1')).toThrow('must begin with https://');
  expect(relayOf('http://127.0.0.1:9000/v1')).not.toThrow();
});

test('every answer of a preflight says what a page may send, and no more', async () => {
  const { ask, sent } = relayWith({ token: 'right' });
  const headers = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Private-Network': 'true' };
  const response = await ask(CALL, { method: 'OPTIONS', headers });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, Range');
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
  expect(response.headers.get('access-control-allow-private-network')).toBe('true');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  const plain = await ask(CALL, { method: 'OPTIONS' });
  expect(plain.headers.get('access-control-allow-private-network')).toBeNull();
  expect(sent).toEqual([]);
});

test('the token is required where there is one', async () => {
  const { ask, sent } = relayWith({ token: 'abcdefgh' });
  for (const path of [
    CALL,
    `/t${CALL}`,
    `/t/${CALL}`,
    `/t/abcdefg${CALL}`,
    `/t/abcdefgi${CALL}`,
    `/t/abcdefghabcdefgh${CALL}`,
  ]) {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await refusal(response)).toContain('token');
  }
  expect(sent).toEqual([]);
  expect((await ask(`/t/abcdefgh${CALL}`)).status).toBe(200);
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/compatible-mode/v1/chat/completions']);
});

test('each client has a rate of its own, told how long to wait, and served again after it', async () => {
  let nowMs = 0;
  const { relay, sent } = relayWith({ rateLimit: { requests: 3, perSeconds: 60 }, now: () => nowMs });
  const ask = (address: string) =>
    relay(new Request(`${BASE}${CALL}`, { method: 'POST', headers: { Origin: ORIGIN } }), { address });
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await ask('192.0.2.1')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const limited = await ask('192.0.2.1');
  expect(limited.headers.get('retry-after')).toBe('20');
  expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after');
  expect(limited.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect((await ask('192.0.2.2')).status).toBe(200);
  nowMs = 19_000;
  expect((await ask('192.0.2.1')).status).toBe(429);
  nowMs = 20_000;
  expect((await ask('192.0.2.1')).status).toBe(200);
  expect((await ask('192.0.2.1')).status).toBe(429);
  expect(sent).toHaveLength(5);
});

test('waits and rates of a service reach the page, readable, on errors too; its cookies do not', async () => {
  const { ask } = relayWith({}, () => {
    const headers = new Headers({
      'Content-Type': 'application/json',
      'Retry-After': '7',
      'retry-after-ms': '6500',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6s',
      'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:00Z',
      RateLimit: 'limit=1',
      'x-request-id': 'r-1',
      Server: 'x',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
      'Content-Security-Policy': 'x',
      Location: 'https://evil.example',
    });
    headers.append('Set-Cookie', 'a=b');
    headers.append('Set-Cookie', 'x-ratelimit=c');
    return new Response('{"error":{"message":"slower"}}', { status: 429, headers });
  });
  const response = await ask(CALL);
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({ error: { message: 'slower' } });
  expect(Object.fromEntries(response.headers)).toEqual({
    'access-control-allow-origin': ORIGIN,
    'access-control-expose-headers':
      'anthropic-ratelimit-requests-reset, ratelimit, retry-after, retry-after-ms, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, x-request-id',
    'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:00Z',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'application/json',
    ratelimit: 'limit=1',
    'retry-after': '7',
    'retry-after-ms': '6500',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': '6s',
    'x-request-id': 'r-1',
  });
});

test('a service that points elsewhere is not followed, and the page is not sent there', async () => {
  const { ask, sent } = relayWith(
    {},
    () => new Response(null, { status: 307, headers: { Location: 'https://evil.example' } }),
  );
  const response = await ask(CALL, { headers: { Authorization: 'Bearer sk-1' } });
  expect(response.status).toBe(502);
  expect(response.headers.get('location')).toBeNull();
  expect(sent).toHaveLength(1);
});

test('a fault of the platform is told without its words, which may quote a key', async () => {
  const { ask } = relayWith({}, () => {
    throw new Error('Invalid header: Bearer sk-secret');
  });
  const response = await ask(CALL);
  expect(response.status).toBe(502);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(await refusal(response)).not.toContain('sk-secret');
});
