import type { ProviderRecords } from './records.ts';

export const geminiRecords: ProviderRecords = {
  provider: 'gemini',
  normal: {
    reply: {
      status: 200,
      body: {
        candidates: [
          {
            content: { parts: [{ text: 'C', thoughtSignature: 'c2lnbmF0dXJl' }], role: 'model' },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: 900,
          candidatesTokenCount: 2,
          totalTokenCount: 1002,
          cachedContentTokenCount: 64,
          promptTokensDetails: [{ modality: 'VIDEO', tokenCount: 700 }],
          thoughtsTokenCount: 100,
        },
        modelVersion: 'gemini-3.1-pro-preview',
        responseId: 'r1',
      },
    },
    expected: {
      text: 'C',
      thinking: undefined,
      finishReason: 'stop',
      rawFinishReason: 'STOP',
      usage: { inputTokens: 900, outputTokens: 102, thinkingTokens: 100, cachedTokens: 64 },
      modelVersion: 'gemini-3.1-pro-preview',
    },
  },
  thinking: {
    parameters: { include_thoughts: true },
    reply: {
      status: 200,
      body: {
        candidates: [
          {
            content: {
              parts: [{ text: 'The shadow ends.', thought: true }, { text: 'A' }, { text: '.' }],
              role: 'model',
            },
            finishReason: 'STOP',
          },
        ],
      },
    },
    expected: { text: 'A.', thinking: 'The shadow ends.', finishReason: 'stop' },
  },
  truncated: {
    reply: {
      status: 200,
      // The thoughts took all that was allowed: there is a candidate without parts.
      body: {
        candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }],
        usageMetadata: { promptTokenCount: 900, thoughtsTokenCount: 64 },
      },
    },
    expected: {
      text: '',
      finishReason: 'length',
      rawFinishReason: 'MAX_TOKENS',
      usage: { inputTokens: 900, outputTokens: 64, thinkingTokens: 64, cachedTokens: undefined },
    },
  },
  blocked: {
    reply: {
      status: 200,
      body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 900 } },
    },
    // Google's JSON leaves out what is 0: a cap could not be kept any more if nothing were known of the output.
    expected: {
      text: '',
      finishReason: 'blocked',
      rawFinishReason: 'PROHIBITED_CONTENT',
      usage: { inputTokens: 900, outputTokens: 0, thinkingTokens: undefined, cachedTokens: undefined },
    },
  },
  refusal: {
    reply: {
      status: 200,
      body: { candidates: [{ content: { parts: [], role: 'model' }, finishReason: 'UNEXPECTED_TOOL_CALL' }] },
    },
    expected: { text: '', finishReason: 'other', rawFinishReason: 'UNEXPECTED_TOOL_CALL' },
  },
  tooLarge: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'Request payload size exceeds the limit: 104857600 bytes.',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
  badKey: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
        ],
      },
    },
  },
  server: { status: 503, body: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } },
};
