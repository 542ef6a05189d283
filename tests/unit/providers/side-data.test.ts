import { describe, expect, test } from 'vitest';

import { answering, failureOf, KEY, providerNamed, textRequest } from './answering.ts';

/** What may stand where a count or a word is expected. */
const ODD: readonly unknown[] = [-3, '12', 1.5, true, [], {}, null];
const UNKNOWN = { inputTokens: undefined, outputTokens: undefined, thinkingTokens: undefined, cachedTokens: undefined };

function ask(provider: string, body: unknown, headers: Readonly<Record<string, string>> = {}, parameters = {}) {
  const reply = { status: 200, body, headers };
  return providerNamed(provider, answering(reply).fetch).ask(
    textRequest({ parameters }),
    KEY,
    new AbortController().signal,
  );
}

const stream = (events: readonly unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const EVENT_STREAM = { 'content-type': 'text/event-stream' };

/** Replies whose answer is B, with `odd` in the place of everything that stands beside the answer. */
const forms: Readonly<Record<string, (odd: unknown) => unknown>> = {
  'openai-compatible': (odd) => ({
    model: odd,
    choices: [
      {
        message: { content: 'B', reasoning_content: odd, reasoning: odd, refusal: odd },
        finish_reason: odd,
        native_finish_reason: odd,
      },
      odd,
    ],
    usage: {
      prompt_tokens: odd,
      completion_tokens: odd,
      prompt_tokens_details: { cached_tokens: odd },
      completion_tokens_details: odd,
    },
  }),
  openai: (odd) => ({
    model: odd,
    status: odd,
    incomplete_details: { reason: odd },
    output: [
      { type: 'reasoning', summary: odd, content: [odd, { text: odd }] },
      { type: 'web_search_call', content: odd },
      { type: 'message', content: [{ type: 'output_text', text: 'B' }] },
    ],
    usage: { input_tokens: odd, output_tokens: odd, input_tokens_details: odd, output_tokens_details: odd },
  }),
  gemini: (odd) => ({
    candidates: [{ content: { parts: [{ text: 'B', thought: false }] }, finishReason: odd }],
    promptFeedback: odd,
    usageMetadata: { promptTokenCount: odd, candidatesTokenCount: odd, thoughtsTokenCount: odd },
    modelVersion: odd,
  }),
  anthropic: (odd) => ({
    model: odd,
    stop_reason: odd,
    content: [
      { type: 'thinking', thinking: odd },
      { type: 'text', text: 'B' },
    ],
    usage: { input_tokens: odd, output_tokens: odd, cache_read_input_tokens: odd },
  }),
};

describe.each(Object.entries(forms))('%s: an answer is not thrown away', (provider, form) => {
  // Text is odd for counts alone: elsewhere it is a word.
  test.each(ODD.filter((odd) => odd !== '12').map((odd) => [odd]))('over %j beside it', async (odd) => {
    const reply = await ask(provider, form(odd));
    expect(reply).toMatchObject({ text: 'B', finishReason: 'other', usage: UNKNOWN });
    expect([reply.modelVersion, reply.thinking, reply.rawFinishReason]).toEqual([undefined, undefined, undefined]);
  });

  test('over counts in text', async () => {
    expect(await ask(provider, form('12'))).toMatchObject({ modelVersion: '12', usage: UNKNOWN });
  });
});

test.each(ODD.map((odd) => [odd]))('usage that is %j altogether counts nothing', async (odd) => {
  const body = { choices: [{ message: { content: 'B' }, finish_reason: 'stop' }], usage: odd };
  expect(await ask('openai-compatible', body)).toMatchObject({ text: 'B', finishReason: 'stop', usage: UNKNOWN });
});

test('a streamed answer keeps its words and its end, whatever stands beside them', async () => {
  const events = [
    { model: 7, choices: [{ delta: { content: 'B', reasoning_content: 7 }, finish_reason: null }] },
    { model: 7, choices: [{ delta: { content: ', surely' }, finish_reason: 1 }], usage: { prompt_tokens: '9' } },
  ];
  const reply = await ask('qwen', stream(events), EVENT_STREAM, { enable_thinking: true });
  expect(reply).toMatchObject({ text: 'B, surely', finishReason: 'other', usage: UNKNOWN });
});

describe('what is missing is told by its name', () => {
  test.each([
    [{ choices: [] }, /holds no choice/],
    [{ model: 'm' }, /holds no choice/],
    [{ choices: [{ finish_reason: 'stop' }] }, /its choice holds no message/],
    [{ choices: [{ message: { content: 7 }, finish_reason: 'stop' }] }, /its choice holds no message/],
  ])('%j', async (body, words) => {
    const failure = await failureOf(ask('openai-compatible', body));
    expect(failure).toMatchObject({ kind: 'malformed-reply', retryable: false });
    expect(failure.message).toMatch(words);
  });

  test.each([
    ['openai', { output: [{ type: 'message', content: [{ type: 'output_text', text: 7 }] }] }],
    ['gemini', { candidates: [{ content: { parts: [{ text: 7 }] } }] }],
    ['anthropic', { content: [{ type: 'text', text: 7 }] }],
  ])('an answer of %s that is no text is malformed, not empty', async (provider, body) => {
    expect((await failureOf(ask(provider, body))).kind).toBe('malformed-reply');
  });
});
