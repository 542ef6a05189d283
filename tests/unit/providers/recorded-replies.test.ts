import { describe, expect, test } from 'vitest';

import { answering, failureOf, KEY, providerNamed, type Recorded, textRequest } from './answering.ts';
import { anthropicRecords } from './recorded/anthropic.ts';
import { openAiCompatibleRecords, openRouterRecords, qwenRecords } from './recorded/chat.ts';
import { geminiRecords } from './recorded/gemini.ts';
import { openAiRecords, seedRecords } from './recorded/responses.ts';
import type { Case } from './recorded/records.ts';

const all = [
  geminiRecords,
  openAiRecords,
  qwenRecords,
  seedRecords,
  openRouterRecords,
  anthropicRecords,
  openAiCompatibleRecords,
];

describe.each(all)('$provider', (records) => {
  const ask = (reply: Recorded, parameters = {}) =>
    providerNamed(records.provider, answering(reply).fetch).ask(
      textRequest({ parameters }),
      KEY,
      new AbortController().signal,
    );

  const cases: readonly (readonly [string, Case | undefined])[] = [
    ['a normal reply', records.normal],
    ['thinking, kept apart', records.thinking],
    ['a reply cut by length', records.truncated],
    ['a blocked prompt', records.blocked],
    ['a refusal or tool call', records.refusal],
  ];
  test.each(cases.filter(([, recorded]) => recorded !== undefined))('reads %s', async (_, recorded) => {
    if (recorded === undefined) return;
    const asked = ask(recorded.reply, recorded.parameters);
    if ('failure' in recorded)
      expect(await failureOf(asked)).toMatchObject({ kind: recorded.failure, retryable: false });
    else expect(await asked).toMatchObject(recorded.expected);
  });

  test('latency is measured', async () => {
    expect((await ask(records.normal.reply, records.normal.parameters)).latencyMs).toBeGreaterThanOrEqual(0);
  });

  const failures: readonly (readonly [string, Recorded, object, RegExp])[] = [
    ['too large', records.tooLarge, { kind: 'too-large', retryable: false }, /smaller clip/],
    ['a bad key', records.badKey, { kind: 'auth', retryable: false }, /check that it is whole/],
    [
      '403',
      { status: 403, body: { error: { message: 'Forbidden' } } },
      { kind: 'auth', retryable: false },
      /may use this model/,
    ],
    ['a fault of the server', records.server, { kind: 'server', retryable: true }, /try again/],
    ['403 without CORS', { network: 'Failed to fetch' }, { kind: 'network-or-cors', retryable: true }, /No answer/],
    [
      '404',
      { status: 404, body: { error: { message: 'no such model' } } },
      { kind: 'bad-request', retryable: false },
      /model id/,
    ],
    ['a cut body', { cutAfter: '{"choices":[{"mess' }, { kind: 'malformed-reply', retryable: true }, /broke off/],
    [
      'JSON that ends early',
      { status: 200, body: '{"choices":[{"mess' },
      { kind: 'malformed-reply', retryable: true },
      /broke off/,
    ],
    [
      'a web page',
      { status: 200, body: '<!doctype html><title>Sign in</title>' },
      { kind: 'malformed-reply', retryable: false },
      /web page.*Sign in.*base URL/,
    ],
    [
      'a web page of a gateway',
      { status: 502, body: '<html><title>502 Bad Gateway</title>' },
      { kind: 'server', retryable: true },
      /502 Bad Gateway/,
    ],
    [
      'JSON of another kind',
      { status: 200, body: { hello: 'world' } },
      { kind: 'malformed-reply', retryable: false },
      /base URL/,
    ],
    [
      'JSON that is no object',
      { status: 200, body: 'null' },
      { kind: 'malformed-reply', retryable: false },
      /base URL/,
    ],
    ['an empty body', { status: 200, body: '' }, { kind: 'malformed-reply', retryable: false }, /not JSON/],
    [
      '429 with seconds',
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'slow down' } } },
      { kind: 'rate-limited', retryable: true, waitMs: 7000 },
      /: wait 7 seconds\.$/,
    ],
  ];
  test.each(failures)('tells %s apart', async (_, reply, expected, words) => {
    const failure = await failureOf(ask(reply));
    expect(failure).toMatchObject(expected);
    expect(failure.message).toMatch(words);
    // One sentence, whatever the server said.
    expect(failure.message).toMatch(/^[^\n]+\.$/);
  });

  test.each([undefined, '  '])('a service that wants a key is not said to refuse one (%j)', async (key) => {
    for (const reply of [records.badKey, { status: 401, body: 'Unauthorized' }, { status: 403, body: 'Forbidden' }]) {
      const provider = providerNamed(records.provider, answering(reply).fetch);
      const failure = await failureOf(provider.ask(textRequest(), key, new AbortController().signal));
      expect(failure).toMatchObject({ kind: 'auth', retryable: false });
      expect(failure.message).toMatch(/ wants a key, and none was given \(.+\): give a key of this provider\.$/);
    }
  });

  test('no error, whatever it holds, holds the key that the server echoes', async () => {
    const echoes = [
      KEY,
      encodeURIComponent(KEY),
      KEY.replaceAll('/', '\\/'),
      `Bearer ${KEY}`,
      Buffer.from(KEY).toString('base64'),
    ];
    const bodies: readonly Recorded[] = [
      ...echoes.flatMap((echo) =>
        [200, 400, 401, 403, 413, 429, 500].flatMap((status) => [
          { status, body: { error: { message: `bad ${echo} here`, code: echo, type: echo } } },
          { status, body: `<html><title>${echo}</title>${echo}` },
          { status, body: `plain ${echo}` },
        ]),
      ),
      ...echoes.map((echo) => ({ network: `cannot send header "${echo}"` })),
      { cutAfter: `{"error":"${KEY}` },
    ];
    for (const body of bodies) {
      const failure = await failureOf(ask(body));
      const everything = [
        failure.message,
        failure.stack,
        JSON.stringify(failure),
        JSON.stringify(failure.toFailure()),
        failure.cause instanceof Error ? `${failure.cause.message}${failure.cause.stack ?? ''}` : String(failure.cause),
      ].join('\n');
      for (const echo of echoes) expect(everything).not.toContain(echo);
    }
  });

  test('no reply holds the key that the server echoes', async () => {
    const reply = records.normal.reply;
    if (!('body' in reply)) throw new Error('the normal reply has a body');
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    const echoing = text.replace(/"(text|content)":"[A-D]"/g, `"$1":"B, by the way ${KEY}"`);
    expect(echoing).toContain(KEY);
    const read = await ask({ ...reply, body: echoing }, records.normal.parameters);
    expect(JSON.stringify(read)).toContain('by the way');
    expect(JSON.stringify(read)).not.toContain(KEY);
  });

  test('the key travels in its header alone, and nothing but it and Content-Type does', async () => {
    const { fetch, sent } = answering(records.normal.reply);
    await providerNamed(records.provider, fetch).ask(textRequest(), KEY, new AbortController().signal);
    const { url, init } = sent[0]!;
    expect(url).not.toContain('Test');
    expect(String(init.body)).not.toContain('0123456789+abc');
    const extra =
      { anthropic: ['anthropic-dangerous-direct-browser-access', 'anthropic-version'] }[records.provider] ?? [];
    const keyHeader = { gemini: 'x-goog-api-key', anthropic: 'x-api-key' }[records.provider] ?? 'authorization';
    const names = [...new Headers(init.headers).keys()];
    expect(names.toSorted()).toEqual(['content-type', keyHeader, ...extra].toSorted());
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  test.each(['ключ-0123456789', 'sk 0123456789', 'sk-012\n3456'])(
    'the key %j is refused before it is sent',
    async (key) => {
      const { fetch, sent } = answering(records.normal.reply);
      const asked = providerNamed(records.provider, fetch).ask(textRequest(), key, new AbortController().signal);
      const failure = await failureOf(asked);
      expect(failure.kind).toBe('auth');
      expect(failure.message).not.toContain(key);
      expect(sent).toEqual([]);
    },
  );

  test('an abort before the call sends nothing and is the caller’s own reason', async () => {
    const { fetch, sent } = answering(records.normal.reply);
    const asked = providerNamed(records.provider, fetch).ask(textRequest(), KEY, AbortSignal.abort());
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
  });
});
