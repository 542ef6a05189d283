import { type Dialect, type DialectCall, isObject, listOf, parseBase64 } from './dialect.ts';

const VERSION = '2023-06-01';

/** Anthropic's Messages API. A call that does not claim direct browser access would get no CORS headers there; here it is a problem. */
export const anthropicDialect: Dialect = {
  basePath: '/v1',
  isQuestion: (method, path) => method === 'POST' && path.endsWith('/messages'),
  allowedHeaders: ['x-api-key', 'anthropic-version', 'anthropic-dangerous-direct-browser-access'],
  keyOf: (headers) => headers['x-api-key'],
  parse: parseMessages,
  render: (reply, modelId) => ({
    id: 'msg_stand_in',
    type: 'message',
    role: 'assistant',
    model: modelId,
    content: [
      ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking: reply.thinking, signature: 'c2ln' }]),
      { type: 'text', text: reply.text },
    ],
    stop_reason: reply.finishReason ?? 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: (reply.usage?.inputTokens ?? 100) - (reply.usage?.cachedTokens ?? 0),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: reply.usage?.cachedTokens ?? 0,
      output_tokens: reply.usage?.outputTokens ?? 5,
    },
  }),
  renderStream: () => [],
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', message },
  }),
};

function parseMessages(body: unknown, _path: string, headers: Readonly<Record<string, string>>): DialectCall {
  const texts: string[] = [];
  const images: DialectCall['images'][number][] = [];
  const problems: string[] = [];
  const root = isObject(body) ? body : {};
  if (headers['anthropic-version'] !== VERSION) problems.push('anthropic-version is missing');
  if (headers['anthropic-dangerous-direct-browser-access'] !== 'true')
    problems.push('direct browser access is not claimed');
  if (typeof root['max_tokens'] !== 'number') problems.push('max_tokens is missing');
  for (const message of listOf(root['messages'])) {
    const { role, content } = isObject(message) ? message : {};
    if (role !== 'user') problems.push(`a message has the role ${String(role)}`);
    for (const part of listOf(content)) {
      const { type, text, source } = isObject(part) ? part : {};
      if (type === 'text' && typeof text === 'string') {
        texts.push(text);
        continue;
      }
      const image = isObject(source) && source['type'] === 'base64' ? source : {};
      const bytes = parseBase64(image['data']);
      if (type === 'image' && bytes !== undefined) images.push({ mimeType: String(image['media_type']), bytes });
      else problems.push(`a part of type ${String(type)} is not understood`);
    }
  }
  return {
    modelId: typeof root['model'] === 'string' ? root['model'] : undefined,
    system: typeof root['system'] === 'string' ? root['system'] : undefined,
    texts,
    videos: [],
    images,
    problems,
    wantsStream: root['stream'] === true,
    // The service has no such field.
    wantsJson: false,
  };
}
