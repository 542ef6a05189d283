import type { ProviderRecords } from './records.ts';

function response(over: object): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-6.1-sol-2026-09-29',
    usage: {
      input_tokens: 5000,
      input_tokens_details: { cached_tokens: 1024 },
      output_tokens: 210,
      output_tokens_details: { reasoning_tokens: 200 },
      total_tokens: 5210,
    },
    ...over,
  };
}

function message(...content: readonly object[]): object {
  return { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content };
}

export const openAiRecords: ProviderRecords = {
  provider: 'openai',
  normal: {
    reply: {
      status: 200,
      body: response({
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          message({ type: 'output_text', text: 'B', annotations: [] }),
        ],
      }),
    },
    expected: {
      text: 'B',
      thinking: undefined,
      finishReason: 'stop',
      rawFinishReason: 'completed',
      usage: { inputTokens: 5000, outputTokens: 210, thinkingTokens: 200, cachedTokens: 1024 },
      modelVersion: 'gpt-6.1-sol-2026-09-29',
    },
  },
  thinking: {
    reply: {
      status: 200,
      body: response({
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Depth changes.' }] },
          message({ type: 'output_text', text: 'A', annotations: [] }),
        ],
      }),
    },
    expected: { text: 'A', thinking: 'Depth changes.', finishReason: 'stop' },
  },
  truncated: {
    reply: {
      status: 200,
      body: response({
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'reasoning', summary: [] }],
      }),
    },
    expected: { text: '', finishReason: 'length', rawFinishReason: 'max_output_tokens' },
  },
  blocked: {
    reply: {
      status: 200,
      body: response({ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [] }),
    },
    expected: { text: '', finishReason: 'blocked', rawFinishReason: 'content_filter' },
  },
  refusal: {
    reply: { status: 200, body: response({ output: [message({ type: 'refusal', refusal: 'No.' })] }) },
    expected: { text: 'No.', finishReason: 'refused' },
  },
  tooLarge: {
    status: 400,
    body: {
      error: {
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    },
  },
  badKey: {
    status: 401,
    body: {
      error: {
        message: 'Incorrect API key provided: sk-te***mnop.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  },
  server: {
    status: 500,
    body: { error: { message: 'The server had an error.', type: 'server_error', param: null, code: null } },
  },
};

function stream(...events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const eventStream = { 'content-type': 'text/event-stream' };
const seedModel = { model: 'doubao-seed-2-0-pro-260215' };

export const seedRecords: ProviderRecords = {
  provider: 'seed',
  normal: {
    reply: {
      status: 200,
      headers: eventStream,
      body: stream(
        { type: 'response.created', ...{ response: response({ ...seedModel, status: 'in_progress', output: [] }) } },
        { type: 'response.output_text.delta', ...{ delta: 'B' } },
        {
          type: 'response.completed',
          ...{ response: response({ ...seedModel, output: [message({ type: 'output_text', text: 'B' })] }) },
        },
      ),
    },
    expected: {
      text: 'B',
      finishReason: 'stop',
      modelVersion: 'doubao-seed-2-0-pro-260215',
      usage: { inputTokens: 5000, outputTokens: 210, thinkingTokens: 200, cachedTokens: 1024 },
    },
  },
  thinking: {
    reply: {
      status: 200,
      headers: eventStream,
      body: stream({
        type: 'response.completed',
        ...{
          response: response({
            ...seedModel,
            output: [
              {
                type: 'reasoning',
                summary: [
                  { type: 'summary_text', text: 'First the' },
                  { type: 'summary_text', text: 'then the' },
                ],
              },
              message({ type: 'output_text', text: 'C' }),
            ],
          }),
        },
      }),
    },
    expected: { text: 'C', thinking: 'First the\n\nthen the', finishReason: 'stop' },
  },
  truncated: {
    parameters: { stream: false },
    reply: {
      status: 200,
      body: response({ status: 'incomplete', incomplete_details: { reason: 'length' }, output: [] }),
    },
    expected: { text: '', finishReason: 'length', rawFinishReason: 'length' },
  },
  blocked: {
    reply: {
      status: 400,
      body: {
        error: {
          code: 'InputVideoSensitiveContentDetected',
          message: 'The request failed because the input video may contain sensitive information.',
          param: '',
          type: 'BadRequest',
        },
      },
    },
    failure: 'blocked',
  },
  refusal: undefined,
  tooLarge: {
    status: 400,
    body: {
      error: {
        code: 'InvalidParameter',
        message: 'Total tokens of image and text exceed max message tokens. Input is too long.',
        param: 'input',
        type: 'BadRequest',
      },
    },
  },
  badKey: {
    status: 401,
    body: {
      error: {
        code: 'AuthenticationError',
        message: 'The API key format is incorrect.',
        param: '',
        type: 'Unauthorized',
      },
    },
  },
  server: {
    status: 200,
    headers: eventStream,
    body: stream({
      type: 'response.failed',
      ...{ response: response({ status: 'failed', error: { code: 'server_error', message: 'Failed.' }, output: [] }) },
    }),
  },
};
