import { commands } from 'vitest/browser';
import { afterAll, describe, expect, test } from 'vitest';

import type { ModelRequest, RequestPart } from '../../../src/app/index.ts';
import { SonoscoreError } from '../../../src/app/index.ts';
import { createProviders } from '../../../src/providers/index.ts';
import { dialogues, KEY, QUESTION, SYSTEM, video } from './dialogues.ts';
import type { DialectName } from './stand-in-commands.ts';

afterAll(() => commands.stopStandIns());

function providerNamed(name: string, fetchLike: typeof fetch = fetch) {
  const provider = createProviders({ fetch: (url, init) => fetchLike(url, init) }).get(name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}

function requestTo(baseUrl: string, over: Partial<ModelRequest> = {}): ModelRequest {
  const parts: readonly RequestPart[] = [video, { kind: 'text', text: QUESTION }];
  return { baseUrl, modelId: 'some-model', system: SYSTEM, parts, parameters: {}, json: false, ...over };
}

async function failureOf(promise: Promise<unknown>): Promise<SonoscoreError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SonoscoreError) return error;
  throw new Error(`not a SonoscoreError but ${String(error)}`);
}

/** What a browser sends of itself; anything else in a call is ours. */
const BROWSERS_OWN =
  /^(?:accept|accept-encoding|accept-language|cache-control|connection|content-length|host|origin|pragma|user-agent|sec-.*)$/;

describe.each(dialogues)('$name', ({ name, dialect, media, parameters, path, keyHeader, body }) => {
  const parts: readonly RequestPart[] = [media, { kind: 'text', text: QUESTION }];
  const expectation = {
    key: KEY,
    modelId: 'some-model',
    systemIncludes: [SYSTEM],
    textIncludes: [QUESTION],
    ...(media.kind === 'video'
      ? ({ media: 'one', widthPixels: 64, heightPixels: 48, durationSeconds: 2 } as const)
      : ({ media: 'frames' } as const)),
  };

  test('asks one question across origins; path, headers and body are what the service expects', async () => {
    const baseUrl = await commands.startStandIn({
      dialect,
      expect: expectation,
      replies: [
        { kind: 'text', text: 'B', thinking: 'It slides to the right.', usage: { inputTokens: 70, outputTokens: 9 } },
      ],
    });
    const reply = await providerNamed(name).ask(
      requestTo(baseUrl, { parts, parameters }),
      KEY,
      AbortSignal.timeout(20_000),
    );
    const [call, ...more] = await commands.standInCalls(baseUrl);
    expect(more).toEqual([]);
    expect(call?.problems).toEqual([]);
    expect(call?.method).toBe('POST');
    expect(call?.path).toBe(path);
    expect(call?.body).toEqual(body);
    const ours = Object.fromEntries(
      Object.entries(call?.headers ?? {}).filter(([header]) => !BROWSERS_OWN.test(header)),
    );
    expect(ours).toEqual({ 'content-type': 'application/json', ...keyHeader });
    expect(reply).toMatchObject({
      text: 'B',
      thinking: 'It slides to the right.',
      finishReason: 'stop',
      modelVersion: 'some-model',
      usage: { inputTokens: 70, outputTokens: 9 },
    });
  });

  test('a wrong key is told as that, where the answer reaches the page', async () => {
    const baseUrl = await commands.startStandIn({ dialect, expect: { key: 'another' } });
    const asked = providerNamed(name).ask(requestTo(baseUrl, { parts, parameters }), KEY, AbortSignal.timeout(20_000));
    expect(await failureOf(asked)).toMatchObject({ kind: 'auth', retryable: false });
  });

  test('a wrong key whose answer has no CORS headers is a failure that says more than one thing', async () => {
    const baseUrl = await commands.startStandIn({
      dialect,
      replies: [{ kind: 'raw', status: 403, cors: false, body: { error: { message: 'no' } } }],
    });
    const asked = providerNamed(name).ask(requestTo(baseUrl, { parts, parameters }), KEY, AbortSignal.timeout(20_000));
    const failure = await failureOf(asked);
    expect(failure).toMatchObject({ kind: 'network-or-cors', retryable: true });
    expect(failure.message).toMatch(/lets? this page call it/);
    expect(`${failure.message}${String(failure.cause)}`).not.toContain(KEY);
  });

  test('a reply that breaks off, and a connection that is dropped', async () => {
    const baseUrl = await commands.startStandIn({ dialect, replies: [{ kind: 'cut', text: 'B' }, { kind: 'drop' }] });
    const ask = () =>
      providerNamed(name).ask(requestTo(baseUrl, { parts, parameters }), KEY, AbortSignal.timeout(20_000));
    expect(await failureOf(ask())).toMatchObject({ kind: 'malformed-reply', retryable: true });
    expect(await failureOf(ask())).toMatchObject({ kind: 'network-or-cors', retryable: true });
  });

  test('cancel hangs up', async () => {
    const baseUrl = await commands.startStandIn({ dialect, replies: [{ kind: 'hang' }] });
    const controller = new AbortController();
    const asked = providerNamed(name).ask(requestTo(baseUrl, { parts, parameters }), KEY, controller.signal);
    await expect.poll(async () => (await commands.standInCalls(baseUrl)).length).toBe(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(async () => (await commands.standInCalls(baseUrl))[0]?.ending).toBe('client-left');
  });
});

describe('a provider’s own hosts', () => {
  /** Calls the stand-in in place of a service that is not to be called by tests. */
  const redirected = async (name: string, dialect: DialectName, baseUrl: string) => {
    const standIn = await commands.startStandIn({ dialect, cors: false });
    const provider = providerNamed(name, (url, init) => fetch(String(url).replace(baseUrl, standIn), init));
    const { media } = dialogues.find((dialogue) => dialogue.name === name) ?? { media: video };
    return failureOf(
      provider.ask(
        requestTo(baseUrl, { parts: [media, { kind: 'text', text: QUESTION }] }),
        KEY,
        AbortSignal.timeout(20_000),
      ),
    );
  };

  test.each([
    ['qwen', 'chat', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'],
    ['qwen', 'chat', 'https://ws-1.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1'],
    ['seed', 'ark', 'https://ark.cn-beijing.volces.com/api/v3'],
  ] as const)('%s at %s: this provider does not answer browsers', async (name, dialect, baseUrl) => {
    const failure = await redirected(name, dialect, baseUrl);
    expect(failure.kind).toBe('network-or-cors');
    expect(failure.message).toMatch(/does not answer browsers: switch on the relay/);
  });

  test.each([
    ['gemini', 'gemini', 'https://generativelanguage.googleapis.com/v1alpha'],
    ['openai', 'responses', 'https://api.openai.com/v1'],
    ['openrouter', 'chat', 'https://openrouter.ai/api/v1'],
    ['anthropic', 'anthropic', 'https://api.anthropic.com/v1'],
  ] as const)('%s at %s: network or key, both are said', async (name, dialect, baseUrl) => {
    const failure = await redirected(name, dialect, baseUrl);
    expect(failure.kind).toBe('network-or-cors');
    expect(failure.message).toMatch(/network.*or the key is wrong/);
  });
});

test('Gemini: a large video is uploaded from the page, through CORS, and deleted', async () => {
  const baseUrl = await commands.startStandIn({
    dialect: 'gemini',
    expect: { key: KEY, media: 'one', durationSeconds: 2 },
  });
  const request = requestTo(baseUrl, { parameters: { upload_over_megabytes: 0.001 } });
  const reply = await providerNamed('gemini').ask(request, KEY, AbortSignal.timeout(30_000));
  expect(reply.text).toBe('B');
  const [call] = await commands.standInCalls(baseUrl);
  expect(call?.problems).toEqual([]);
  expect(call?.body).toMatchObject({ contents: [{ parts: [{ fileData: { mimeType: 'video/mp4' } }, {}] }] });
});

test('a worker can ask', async () => {
  const baseUrl = await commands.startStandIn({
    dialect: 'chat',
    expect: { key: null, media: 'one', durationSeconds: 2 },
  });
  const worker = new Worker(new URL('./ask-worker.ts', import.meta.url), { type: 'module' });
  const answered = new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.postMessage({ name: 'openai-compatible', request: requestTo(baseUrl) });
  expect(await answered).toBe('B');
  worker.terminate();
});

test('base64 is the same by the platform’s encoder and without it', async () => {
  const large = new Uint8Array(3_000_001).map((_, index) => (index * 31) & 255);
  const parts: readonly RequestPart[] = [{ kind: 'video', bytes: large, durationSeconds: 1 }];
  const encoded = async () => {
    let sent = '';
    const provider = providerNamed('openai-compatible', async (_url, init) => {
      sent = await new Response(init?.body).text();
      throw new TypeError('not sent');
    });
    await failureOf(
      provider.ask(requestTo('https://example.org/v1', { parts }), undefined, AbortSignal.timeout(20_000)),
    );
    return sent;
  };
  const native = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'toBase64');
  const first = await encoded();
  Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
  try {
    expect(first.length).toBeGreaterThan(4_000_000);
    expect((await encoded()) === first).toBe(true);
  } finally {
    if (native !== undefined) Object.defineProperty(Uint8Array.prototype, 'toBase64', native);
  }
});
