import { afterEach, expect, test } from 'vitest';

import type { ModelRequest } from '../../../src/app/index.ts';
import { createProviders, presets } from '../../../src/providers/index.ts';
import { type Reply, chatDialect, responsesDialect, startStandInModel } from '../../servers/stand-in-model.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';
import { UPSTREAMS } from '../../../worker/index.ts';
import { closeAll, fromPage, relayTo } from './running.ts';

const KEY = 'sk-Test/0123456789+abcdefghijklmnop';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(closers.splice(0).map((close) => close()));
});

const services = {
  qwen: { dialect: chatDialect, parameters: { enable_thinking: true, fps: 2 } },
  seed: { dialect: responsesDialect({ takesVideo: true }), parameters: { fps: 1 } },
} as const;

/** As the services do that need the relay, the stand-in sends no CORS headers. */
async function throughRelay(name: keyof typeof services, answer: Reply) {
  const { dialect, parameters } = services[name];
  const model = await startStandInModel({
    dialect,
    cors: false,
    answer: () => answer,
    expect: { key: KEY, media: 'one' },
  });
  closers.push(model.close);
  const relay = await relayTo(model.baseUrl);
  const provider = createProviders({ fetch: fromPage }).get(name)!;
  const bytes = await tinyMp4({ durationSeconds: 3 });
  const request: ModelRequest = {
    baseUrl: `${relay.baseUrl}/api/model`,
    parts: [
      { kind: 'video', bytes, durationSeconds: 3 },
      { kind: 'text', text: 'Which way does the probe move?' },
    ],
    parameters,
    modelId: 'some-model',
    system: 'Answer by one letter.',
    json: false,
  };
  const ask = (key: string = KEY, signal = new AbortController().signal) => provider.ask(request, key, signal);
  return { model, bytes, ask };
}

test.each(['qwen', 'seed'] as const)('%s answers a question about a clip through the relay', async (name) => {
  const { model, bytes, ask } = await throughRelay(name, {
    kind: 'text',
    text: 'It moves to the left. B',
    thinking: 'The picture shifts.',
    usage: { inputTokens: 900, outputTokens: 60, thinkingTokens: 40 },
    eventDelayMs: 1,
  });
  const reply = await ask();
  expect(reply).toMatchObject({
    text: 'It moves to the left. B',
    thinking: 'The picture shifts.',
    finishReason: 'stop',
    usage: { inputTokens: 900, outputTokens: 60, thinkingTokens: 40 },
  });
  const [call] = model.calls;
  expect(call?.problems).toEqual([]);
  expect(Buffer.compare(call!.videos[0]!.bytes, bytes)).toBe(0);
  expect(Object.keys(call!.headers).toSorted()).toEqual([
    'accept-encoding',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ]);
});

test.each(['qwen', 'seed'] as const)(
  'errors of %s come through with what they say and how long to wait',
  async (name) => {
    const busy = { error: { message: 'Requests rate limit exceeded', code: 'rate_limit' } };
    const headers = { 'Retry-After': '7' };
    const { ask } = await throughRelay(name, { kind: 'raw', status: 429, body: busy, headers });
    await expect(ask()).rejects.toMatchObject({ kind: 'rate-limited', waitMs: 7000 });
    await expect(ask('sk-wrong')).rejects.toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('the key is missing or wrong'),
    });
  },
);

test.each(['qwen', 'seed'] as const)('cancelling a call to %s ends it at the service', async (name) => {
  const { model, ask } = await throughRelay(name, { kind: 'hang' });
  const controller = new AbortController();
  const asking = ask(KEY, controller.signal).catch((error: unknown) => error);
  await expect.poll(() => model.calls.length).toBe(1);
  controller.abort();
  expect(await asking).toMatchObject({ name: 'AbortError' });
  await expect.poll(() => model.calls[0]?.ending()).toBe('client-left');
});

test('every preset that needs the relay has a service of its name there, at its own address', () => {
  const needing = presets.filter((preset) => preset.reach === 'relay');
  expect(needing.map(({ id }) => UPSTREAMS[id])).toEqual(
    needing.map(({ baseUrl }) => ({ kind: 'fixed', base: baseUrl })),
  );
  expect(needing).toHaveLength(5);
});
