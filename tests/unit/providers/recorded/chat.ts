import type { ProviderRecords } from './records.ts';

const base = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_790_000_000 };

function completion(model: string, choice: object, usage: object | undefined = undefined): object {
  return {
    ...base,
    model,
    choices: [{ index: 0, logprobs: null, ...choice }],
    ...(usage === undefined ? {} : { usage }),
  };
}

const usage = { prompt_tokens: 1200, completion_tokens: 40, total_tokens: 1240 };

/** vLLM and its like: a reasoning parser may be off, so that thinking comes inside the content. */
export const openAiCompatibleRecords: ProviderRecords = {
  provider: 'openai-compatible',
  normal: {
    reply: {
      status: 200,
      body: completion('served-vlm', { message: { role: 'assistant', content: 'C' }, finish_reason: 'stop' }, usage),
    },
    expected: {
      text: 'C',
      thinking: undefined,
      finishReason: 'stop',
      rawFinishReason: 'stop',
      usage: { inputTokens: 1200, outputTokens: 40, thinkingTokens: undefined, cachedTokens: undefined },
      modelVersion: 'served-vlm',
    },
  },
  thinking: {
    reply: {
      status: 200,
      body: completion('served-vlm', {
        message: {
          role: 'assistant',
          content: '<think>\nThe vein flattens, so A.\n</think>\n\nA',
          reasoning_content: null,
        },
        finish_reason: 'stop',
      }),
    },
    expected: { text: 'A', thinking: 'The vein flattens, so A.', finishReason: 'stop' },
  },
  truncated: {
    reply: {
      status: 200,
      body: completion(
        'served-vlm',
        { message: { role: 'assistant', content: '<think>The vein' }, finish_reason: 'length' },
        usage,
      ),
    },
    expected: { text: '', thinking: 'The vein', finishReason: 'length' },
  },
  blocked: {
    reply: {
      status: 200,
      body: completion('served-vlm', { message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' }),
    },
    expected: { text: '', finishReason: 'blocked', rawFinishReason: 'content_filter' },
  },
  refusal: {
    reply: {
      status: 200,
      body: completion('served-vlm', {
        message: { role: 'assistant', content: null, refusal: 'I cannot help with medical images.' },
        finish_reason: 'stop',
      }),
    },
    expected: { text: 'I cannot help with medical images.', finishReason: 'refused' },
  },
  tooLarge: {
    status: 400,
    body: {
      object: 'error',
      message:
        "This model's maximum context length is 32768 tokens. However, you requested 41000 tokens in the messages.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  },
  badKey: { status: 401, body: { error: 'Unauthorized' } },
  server: { status: 500, body: 'Internal Server Error' },
};

/** DashScope in compatible mode. */
export const qwenRecords: ProviderRecords = {
  provider: 'qwen',
  normal: {
    reply: {
      status: 200,
      body: completion(
        'qwen3.5-397b-a17b',
        { message: { role: 'assistant', content: 'B', reasoning_content: '' }, finish_reason: 'stop' },
        {
          ...usage,
          prompt_tokens_details: { text_tokens: 200, video_tokens: 1000, cached_tokens: 128 },
          completion_tokens_details: { text_tokens: 40 },
        },
      ),
    },
    expected: {
      text: 'B',
      finishReason: 'stop',
      usage: { inputTokens: 1200, outputTokens: 40, thinkingTokens: undefined, cachedTokens: 128 },
    },
  },
  thinking: {
    parameters: { enable_thinking: true },
    reply: {
      status: 200,
      headers: { 'content-type': 'text/event-stream;charset=UTF-8' },
      body: [
        {
          choices: [
            {
              delta: { content: null, role: 'assistant', reasoning_content: 'The probe ' },
              index: 0,
              finish_reason: null,
            },
          ],
          model: 'qwen3.5-397b-a17b',
          usage: null,
        },
        {
          choices: [{ delta: { content: null, reasoning_content: 'tilts.' }, index: 0, finish_reason: null }],
          usage: null,
        },
        { choices: [{ delta: { content: 'D', reasoning_content: null }, index: 0, finish_reason: null }], usage: null },
        {
          choices: [{ delta: { content: '', reasoning_content: null }, index: 0, finish_reason: 'stop' }],
          usage: null,
        },
        { choices: [], usage: { ...usage, completion_tokens_details: { reasoning_tokens: 38 } } },
      ]
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .concat('data: [DONE]\n\n')
        .join(''),
    },
    expected: {
      text: 'D',
      thinking: 'The probe tilts.',
      finishReason: 'stop',
      modelVersion: 'qwen3.5-397b-a17b',
      usage: { inputTokens: 1200, outputTokens: 40, thinkingTokens: 38, cachedTokens: undefined },
    },
  },
  truncated: {
    reply: {
      status: 200,
      body: completion('qwen3.5-397b-a17b', {
        message: { role: 'assistant', content: 'The answer' },
        finish_reason: 'length',
      }),
    },
    expected: { text: 'The answer', finishReason: 'length' },
  },
  blocked: {
    reply: {
      status: 400,
      body: {
        error: {
          code: 'data_inspection_failed',
          param: null,
          message: 'Input data may contain inappropriate content.',
          type: 'data_inspection_failed',
        },
        request_id: '0f3c',
      },
    },
    failure: 'blocked',
  },
  refusal: undefined,
  tooLarge: {
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter_error',
        param: null,
        message: '<400> InternalError.Algo.InvalidParameter: Exceeded limit on max bytes per data-uri item : 10485760',
        type: 'invalid_request_error',
      },
      request_id: '0f3d',
    },
  },
  badKey: {
    status: 401,
    body: {
      error: {
        message: 'Incorrect API key provided. ',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
      request_id: '0f3e',
    },
  },
  server: {
    status: 500,
    body: { error: { code: 'internal_error', message: 'An internal error has occured.', type: 'internal_error' } },
  },
};

/** OpenRouter, which keeps the upstream's own finish reason. */
export const openRouterRecords: ProviderRecords = {
  provider: 'openrouter',
  normal: {
    reply: {
      status: 200,
      body: completion(
        'google/gemini-3.1-pro-preview',
        {
          message: { role: 'assistant', content: 'A', refusal: null, reasoning: null },
          finish_reason: 'stop',
          native_finish_reason: 'STOP',
        },
        {
          ...usage,
          cost: 0.0042,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 30 },
        },
      ),
    },
    expected: {
      text: 'A',
      finishReason: 'stop',
      rawFinishReason: 'STOP',
      usage: { inputTokens: 1200, outputTokens: 40, thinkingTokens: 30, cachedTokens: 0 },
    },
  },
  thinking: {
    reply: {
      status: 200,
      body: completion('qwen/qwen3.5-397b-a17b', {
        message: { role: 'assistant', content: 'A', reasoning: 'Gain goes up.', reasoning_details: [] },
        finish_reason: 'stop',
        native_finish_reason: 'stop',
      }),
    },
    expected: { text: 'A', thinking: 'Gain goes up.', finishReason: 'stop' },
  },
  truncated: {
    reply: {
      status: 200,
      body: completion('google/gemini-3.1-pro-preview', {
        message: { role: 'assistant', content: '' },
        finish_reason: 'length',
        native_finish_reason: 'MAX_TOKENS',
      }),
    },
    expected: { text: '', finishReason: 'length', rawFinishReason: 'MAX_TOKENS' },
  },
  blocked: {
    reply: {
      status: 403,
      body: {
        error: {
          code: 403,
          message: 'Your chosen model requires moderation and your input was flagged.',
          metadata: { reasons: ['violence'], flagged_input: 'Which way', provider_name: 'OpenAI', model_slug: 'x' },
        },
      },
    },
    failure: 'blocked',
  },
  refusal: {
    reply: {
      status: 200,
      body: completion('anthropic/claude', {
        message: { role: 'assistant', content: '' },
        finish_reason: 'stop',
        native_finish_reason: 'refusal',
      }),
    },
    expected: { finishReason: 'refused', rawFinishReason: 'refusal' },
  },
  tooLarge: {
    status: 400,
    body: {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          provider_name: 'Google',
        },
      },
    },
  },
  badKey: { status: 401, body: { error: { message: 'User not found.', code: 401 } } },
  server: { status: 200, body: { error: { message: 'Upstream error', code: 502, metadata: { provider_name: 'X' } } } },
};
