import { afterAll, beforeEach, expect, test } from 'vitest';

import type { ModelRequest, RequestPart } from '../../../src/app/index.ts';
import { SonoscoreError } from '../../../src/app/index.ts';
import { createProviders } from '../../../src/providers/index.ts';
import { startStandInModel } from '../../servers/stand-in-model.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';

const KEY = 'sk-test-0123456789abcdef';
const server = await startStandInModel();
afterAll(() => server.close());
beforeEach(() => {
  server.expect({ key: KEY, modelId: 'some-vlm', textIncludes: ['Which way'], systemIncludes: ['one letter'] });
  server.answerWith(() => ({ kind: 'text', text: 'B' }));
});

const provider = createProviders({ fetch }).get('openai-compatible')!;

function request(parts: readonly RequestPart[], parameters: ModelRequest['parameters'] = {}): ModelRequest {
  return {
    baseUrl: `${server.baseUrl}/`,
    modelId: 'some-vlm',
    system: 'Answer by one letter.',
    parts: [...parts, { kind: 'text', text: 'Which way does the probe move?' }],
    parameters,
    json: false,
  };
}

test('a video goes out as a data URL of the whole MP4, before the text, with the parameters beside it', async () => {
  const bytes = await tinyMp4({ widthPixels: 64, heightPixels: 48, durationSeconds: 1.5 });
  server.expect({ key: KEY, media: 'one', widthPixels: 64, heightPixels: 48, durationSeconds: 1.5 });
  const ask = request([{ kind: 'video', bytes, durationSeconds: 1.5 }], {
    temperature: 0,
    max_tokens: 64,
    seed: 7,
    'chat_template_kwargs.enable_thinking': false,
    video_part: 'video_url',
    timeout_seconds: 20,
  });
  const reply = await provider.ask(ask, KEY, AbortSignal.timeout(20_000));
  const call = server.calls.at(-1)!;
  expect(call.problems).toEqual([]);
  expect(call.videos[0]!.bytes).toEqual(bytes);
  expect(call.body).toMatchObject({
    temperature: 0,
    max_tokens: 64,
    seed: 7,
    chat_template_kwargs: { enable_thinking: false },
  });
  expect(Object.keys(call.body!)).not.toContain('video_part');
  expect(Object.keys(call.body!)).not.toContain('timeout_seconds');
  expect(call.body).toMatchObject({
    messages: [{ role: 'system' }, { content: [{ type: 'video_url' }, { type: 'text' }] }],
  });
  expect(reply).toMatchObject({ text: 'B', finishReason: 'stop', rawFinishReason: 'stop', modelVersion: 'some-vlm' });
  expect(reply.usage).toEqual({ inputTokens: 100, outputTokens: 5, thinkingTokens: 0, cachedTokens: 0 });
});

test('text alone goes out as a plain string', async () => {
  server.expect({ key: KEY, media: 'none', textIncludes: ['Which way'] });
  await provider.ask(request([]), KEY, AbortSignal.timeout(20_000));
  expect(server.calls.at(-1)!.body).toMatchObject({
    messages: [{}, { role: 'user', content: 'Which way does the probe move?' }],
  });
});

test.each(['frames', 'images'])('frames go out as %s, in order', async (style) => {
  const images = [1, 2, 3].map((shade) => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, shade]));
  server.expect({ key: KEY, media: 'frames' });
  await provider.ask(
    request([{ kind: 'frames', images, framesPerSecond: 1 }], { video_part: style }),
    KEY,
    AbortSignal.timeout(20_000),
  );
  expect(server.calls.at(-1)!.images.map((image) => image.bytes)).toEqual(images);
  expect(provider.mediaLimits?.({ video_part: style })).toMatchObject({ form: 'frames' });
});

test('a server without a key gets no Authorization header', async () => {
  server.expect({ key: null });
  await provider.ask(request([]), undefined, AbortSignal.timeout(20_000));
  await provider.ask(request([]), '  ', AbortSignal.timeout(20_000));
});

test('cancel is the caller’s own reason, not a failure, and hangs up', async () => {
  server.answerWith(() => ({ kind: 'hang' }));
  const controller = new AbortController();
  const asked = provider.ask(request([]), KEY, controller.signal);
  const before = server.calls.length;
  await expect.poll(() => server.calls.length).toBe(before + 1);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => server.calls.at(-1)!.ending()).toBe('client-left');
});

test('silence ends by the time allowed, as a timeout that may be tried again', async () => {
  server.answerWith(() => ({ kind: 'hang' }));
  const asked = provider.ask(request([], { timeout_seconds: 0.05 }), KEY, new AbortController().signal);
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SonoscoreError);
  expect(error).toMatchObject({ kind: 'timeout', retryable: true });
});
