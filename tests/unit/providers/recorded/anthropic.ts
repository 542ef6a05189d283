import type { ProviderRecords } from './records.ts';

function anthropicMessage(over: object): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    stop_sequence: null,
    usage: { input_tokens: 300, cache_creation_input_tokens: 50, cache_read_input_tokens: 20, output_tokens: 12 },
    ...over,
  };
}

export const anthropicRecords: ProviderRecords = {
  provider: 'anthropic',
  normal: {
    reply: { status: 200, body: anthropicMessage({ content: [{ type: 'text', text: 'D' }], stop_reason: 'end_turn' }) },
    expected: {
      text: 'D',
      finishReason: 'stop',
      rawFinishReason: 'end_turn',
      usage: { inputTokens: 370, outputTokens: 12, thinkingTokens: undefined, cachedTokens: 20 },
      modelVersion: 'claude-opus-5-5',
    },
  },
  thinking: {
    reply: {
      status: 200,
      body: anthropicMessage({
        content: [
          { type: 'thinking', thinking: 'The wall slides.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'ZGF0YQ==' },
          { type: 'text', text: 'B' },
        ],
        stop_reason: 'end_turn',
      }),
    },
    expected: { text: 'B', thinking: 'The wall slides.' },
  },
  truncated: {
    reply: {
      status: 200,
      body: anthropicMessage({ content: [{ type: 'text', text: 'The' }], stop_reason: 'max_tokens' }),
    },
    expected: { text: 'The', finishReason: 'length' },
  },
  blocked: {
    reply: {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
      },
    },
    failure: 'blocked',
  },
  refusal: {
    reply: { status: 200, body: anthropicMessage({ content: [], stop_reason: 'refusal' }) },
    expected: { text: '', finishReason: 'refused', rawFinishReason: 'refusal' },
  },
  tooLarge: {
    status: 413,
    body: { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  },
  badKey: {
    status: 401,
    body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' }, request_id: 'req_1' },
  },
  server: { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
};
