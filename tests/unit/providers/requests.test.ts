import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ModelRequest, RequestPart } from '../../../src/app/index.ts';
import { createProviders } from '../../../src/providers/index.ts';
import { answering, failureOf, framesPart, KEY, providerNamed, type SentCall, textRequest } from './answering.ts';
import { anthropicRecords } from './recorded/anthropic.ts';
import { openAiCompatibleRecords, qwenRecords } from './recorded/chat.ts';
import { geminiRecords } from './recorded/gemini.ts';
import { openAiRecords, seedRecords } from './recorded/responses.ts';

const records = {
  gemini: geminiRecords,
  openai: openAiRecords,
  qwen: qwenRecords,
  seed: seedRecords,
  openrouter: openAiCompatibleRecords,
  anthropic: anthropicRecords,
  'openai-compatible': openAiCompatibleRecords,
} as const;
type Name = keyof typeof records;

async function sent(name: Name, over: Partial<ModelRequest>): Promise<SentCall> {
  const { fetch, sent } = answering(records[name].normal.reply);
  await providerNamed(name, fetch).ask(textRequest(over), KEY, new AbortController().signal);
  return sent[0]!;
}

const text: RequestPart = { kind: 'text', text: 'Which way does the probe move?' };
const video: RequestPart = { kind: 'video', bytes: new TextEncoder().encode('not decoded here'), durationSeconds: 3 };
const base64 = btoa('not decoded here');
const frame = (index: number) => btoa(String.fromCharCode(0xff, 0xd8, index, 0xff, 0xd9));

test('every provider is in the registry under its name', () => {
  expect([...createProviders({ fetch }).keys()].toSorted()).toEqual(Object.keys(records).toSorted());
});

describe('Gemini', () => {
  const baseUrl = 'https://generativelanguage.googleapis.com/v1alpha';

  test('the whole request', async () => {
    const parameters = {
      temperature: 1,
      media_resolution: 'low',
      thinking_level: 'low',
      fps: 2,
      max_tokens: 300,
      seed: 7,
    };
    const call = await sent('gemini', { baseUrl, modelId: 'gemini-3.1-pro-preview', parts: [video, text], parameters });
    expect(call.url).toBe(`${baseUrl}/models/gemini-3.1-pro-preview:generateContent`);
    expect(call.json).toEqual({
      systemInstruction: { parts: [{ text: 'Answer by one letter.' }] },
      contents: [
        {
          role: 'user',
          parts: [
            {
              inlineData: { mimeType: 'video/mp4', data: base64 },
              mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' },
              videoMetadata: { fps: 2 },
            },
            { text: 'Which way does the probe move?' },
          ],
        },
      ],
      generationConfig: { temperature: 1, seed: 7, maxOutputTokens: 300, thinkingConfig: { thinkingLevel: 'LOW' } },
    });
  });

  test('outside v1alpha the resolution is that of the whole request; JSON is asked for by its type', async () => {
    const call = await sent('gemini', {
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/',
      parts: [framesPart(1), text],
      parameters: { media_resolution: 'medium' },
      json: true,
      system: undefined,
    });
    expect(call.url).toBe('https://generativelanguage.googleapis.com/v1beta/models/some-model:generateContent');
    expect(call.json).toEqual({
      contents: [
        { role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: frame(0) } }, { text: text.text }] },
      ],
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_MEDIUM', responseMimeType: 'application/json' },
    });
  });

  test.each([0, -1, 24.5, 100])('an fps of %d is refused before it is sent', async (fps) => {
    const { fetch, sent: calls } = answering(geminiRecords.normal.reply);
    const request = textRequest({ parts: [video, text], parameters: { fps } });
    const failure = await failureOf(
      Promise.resolve().then(() => providerNamed('gemini', fetch).ask(request, KEY, new AbortController().signal)),
    );
    expect(failure).toMatchObject({ kind: 'bad-request' });
    expect(failure.message).toMatch(/at most 24/);
    expect(calls).toEqual([]);
  });
});

test('OpenAI: frames as data URLs, nothing kept by the service', async () => {
  const parameters = { 'reasoning.effort': 'low', image_detail: 'low', max_tokens: 500, frames_per_second: 5 };
  const call = await sent('openai', {
    baseUrl: 'https://api.openai.com/v1',
    parts: [framesPart(2), text],
    parameters,
    json: true,
  });
  expect(call.url).toBe('https://api.openai.com/v1/responses');
  expect(call.json).toEqual({
    model: 'some-model',
    instructions: 'Answer by one letter.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: `data:image/jpeg;base64,${frame(0)}`, detail: 'low' },
          { type: 'input_image', image_url: `data:image/jpeg;base64,${frame(1)}`, detail: 'low' },
          { type: 'input_text', text: text.text },
        ],
      },
    ],
    store: false,
    text: { format: { type: 'json_object' } },
    max_output_tokens: 500,
    reasoning: { effort: 'low' },
  });
});

test('Qwen: fps beside the URL, and a stream where it thinks', async () => {
  const call = await sent('qwen', {
    parts: [video, text],
    parameters: { fps: 2, enable_thinking: true, temperature: 0 },
  });
  expect(call.json).toEqual({
    model: 'some-model',
    messages: [
      { role: 'system', content: 'Answer by one letter.' },
      {
        role: 'user',
        content: [
          { type: 'video_url', video_url: { url: `data:video/mp4;base64,${base64}` }, fps: 2 },
          { type: 'text', text: text.text },
        ],
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
    enable_thinking: true,
    temperature: 0,
  });
  const plain = await sent('qwen', { parts: [framesPart(2), text], parameters: { enable_thinking: false } });
  expect(plain.json).toMatchObject({
    messages: [
      {},
      { content: [{ type: 'video', video: [0, 1].map((i) => `data:image/jpeg;base64,${frame(i)}`), fps: 5 }, {}] },
    ],
  });
  expect(plain.json).not.toHaveProperty('stream');
});

test('Seed: input_video with fps, streamed unless told otherwise', async () => {
  const call = await sent('seed', { parts: [video, text], parameters: { fps: 1, 'thinking.type': 'enabled' } });
  expect(call.json).toEqual({
    model: 'some-model',
    instructions: 'Answer by one letter.',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_video', video_url: `data:video/mp4;base64,${base64}`, fps: 1 },
          { type: 'input_text', text: text.text },
        ],
      },
    ],
    store: false,
    stream: true,
    thinking: { type: 'enabled' },
  });
});

test.each([0, 0.1, 6])('Seed: an fps of %d is refused before it is sent', async (fps) => {
  const { fetch, sent: calls } = answering(seedRecords.normal.reply);
  const request = textRequest({ parts: [video, text], parameters: { fps } });
  const failure = await failureOf(providerNamed('seed', fetch).ask(request, KEY, new AbortController().signal));
  expect(failure).toMatchObject({ kind: 'bad-request', message: expect.stringMatching(/0\.2 to 5/) });
  expect(calls).toEqual([]);
});

test('OpenRouter: the video as a data URL, parameters as they are', async () => {
  const call = await sent('openrouter', { parts: [video, text], parameters: { 'reasoning.effort': 'low' } });
  expect(call.json).toMatchObject({
    messages: [
      {},
      { content: [{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${base64}` } }, { type: 'text' }] },
    ],
    reasoning: { effort: 'low' },
  });
});

test('Anthropic: frames as base64 sources, and always a limit of tokens', async () => {
  const call = await sent('anthropic', { parts: [framesPart(1), text], parameters: { 'output_config.effort': 'low' } });
  expect(call.json).toEqual({
    model: 'some-model',
    max_tokens: 4096,
    system: 'Answer by one letter.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: frame(0) } },
          { type: 'text', text: text.text },
        ],
      },
    ],
    output_config: { effort: 'low' },
  });
});

test.each(['openai', 'anthropic'] as const)('%s says that it takes frames, and refuses a video', async (name) => {
  const provider = providerNamed(name, answering(records[name].normal.reply).fetch);
  expect(provider.mediaLimits?.({})).toMatchObject({ form: 'frames', framesPerSecond: 5 });
  const asked = provider.ask(textRequest({ parts: [video, text] }), KEY, new AbortController().signal);
  expect(await failureOf(asked)).toMatchObject({
    kind: 'bad-request',
    message: expect.stringMatching(/condition "frames"/),
  });
});

test('Qwen names its limits, so that a clip can be made smaller before it is refused', () => {
  const limits = providerNamed('qwen', fetch).mediaLimits?.({});
  expect(limits).toMatchObject({ form: 'video', minDurationSeconds: 2 });
  expect(`data:video/mp4;base64,`.length + (limits?.maxBase64Bytes ?? 0)).toBe(10 * 1024 * 1024);
});

describe('base64 and addresses', () => {
  const encodedOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const call = await sent('openrouter', {
      parts: [{ kind: 'video', bytes, durationSeconds: 1 }, text],
      system: undefined,
    });
    return /base64,([^"]*)"/.exec(await new Response(call.init.body).text())?.[1] ?? '';
  };

  test('any bytes come back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(Buffer.from(await encodedOf(new Uint8Array(bytes)), 'base64').equals(bytes)).toBe(true);
      }),
    );
  });

  test.each([0, 1, 2, 3, 4, 0x6000, 0x6001])('%d bytes, whatever is left over after threes', async (length) => {
    const bytes = new Uint8Array(length).map((_, index) => (index * 31) & 255);
    expect(await encodedOf(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });

  test('32 MB neither overflow the stack nor lose a byte', async () => {
    const bytes = new Uint8Array(32 * 1024 * 1024 + 1).map((_, index) => (index * 7) & 255);
    expect((await encodedOf(bytes)) === Buffer.from(bytes).toString('base64')).toBe(true);
  });

  test.each([
    ['https://api.example.org/v1', 'https://api.example.org/v1/chat/completions'],
    [' https://api.example.org/v1// ', 'https://api.example.org/v1/chat/completions'],
    ['http://127.0.0.1:8787/api/x/v1?token=abc', 'http://127.0.0.1:8787/api/x/v1/chat/completions?token=abc'],
    ['http://[::1]:8000/v1#here', 'http://[::1]:8000/v1/chat/completions'],
  ])('%s leads to %s', async (baseUrl, url) => {
    expect((await sent('openai-compatible', { baseUrl })).url).toBe(url);
  });

  test('parameters reach the body under their own names, dotted ones inside objects, and never a prototype', async () => {
    const parameters = {
      temperature: 0.2,
      'chat_template_kwargs.enable_thinking': false,
      'chat_template_kwargs.depth': 2,
      '__proto__.polluted': true,
      'a.__proto__.polluted': true,
      empty: '',
      timeout_seconds: 5,
    };
    const call = await sent('openai-compatible', { parameters });
    expect(call.json).toMatchObject({ temperature: 0.2, chat_template_kwargs: { enable_thinking: false, depth: 2 } });
    expect(Object.keys(call.json!)).toEqual(['model', 'messages', 'temperature', 'chat_template_kwargs', 'a']);
    expect({}).not.toHaveProperty('polluted');
  });

  test('an unknown video_part is told with what there is to choose', async () => {
    const { fetch } = answering(openAiCompatibleRecords.normal.reply);
    const request = textRequest({ parts: [video, text], parameters: { video_part: 'gif' } });
    const failure = await failureOf(
      providerNamed('openai-compatible', fetch).ask(request, KEY, new AbortController().signal),
    );
    expect(failure.message).toMatch(/video_url, input_video, frames or images/);
  });
});
