import {
  bearerKey,
  type Dialect,
  type DialectCall,
  isObject,
  listOf,
  parseDataUrl,
  type TextReply,
} from './dialect.ts';

/** The Responses API, as OpenAI (frames only) and Ark (videos too) take it. */
export function responsesDialect(options: { readonly takesVideo: boolean }): Dialect {
  return {
    basePath: options.takesVideo ? '/api/v3' : '/v1',
    isQuestion: (method, path) => method === 'POST' && path.endsWith('/responses'),
    allowedHeaders: ['authorization'],
    keyOf: bearerKey,
    parse: (body) => parseResponses(body, options.takesVideo),
    render: renderResponse,
    renderStream: (reply, modelId) => {
      const named = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}`;
      const pieces = reply.text.match(/.{1,8}/gsu) ?? [];
      const response = renderResponse(reply, modelId);
      return [
        named('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
        ...pieces.map((delta) => named('response.output_text.delta', { delta })),
        named(`response.${response.status}`, { response }),
      ];
    },
    error: (status, message) => ({
      error: { message, type: 'invalid_request_error', param: null, code: String(status) },
    }),
  };
}

function renderResponse(reply: TextReply, modelId: string) {
  const cut = reply.finishReason !== undefined && reply.finishReason !== 'completed';
  return {
    id: 'resp_stand_in',
    object: 'response',
    status: cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cut ? { reason: reply.finishReason } : null,
    model: modelId,
    output: [
      ...(reply.thinking === undefined
        ? []
        : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: reply.thinking }] }]),
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: reply.text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: reply.usage?.inputTokens ?? 100,
      input_tokens_details: { cached_tokens: reply.usage?.cachedTokens ?? 0 },
      output_tokens: reply.usage?.outputTokens ?? 5,
      output_tokens_details: { reasoning_tokens: reply.usage?.thinkingTokens ?? 0 },
      total_tokens: 105,
    },
  };
}

function parseResponses(body: unknown, takesVideo: boolean): DialectCall {
  const texts: string[] = [];
  const videos: DialectCall['videos'][number][] = [];
  const images: DialectCall['images'][number][] = [];
  const problems: string[] = [];
  const root = isObject(body) ? body : {};
  if (root['store'] !== false) problems.push('the request would be kept by the service');
  const input = listOf(root['input']);
  if (input.length === 0) problems.push('there is no input');
  for (const message of input) {
    const { role, content } = isObject(message) ? message : {};
    if (role !== 'user') problems.push(`a message has the role ${String(role)}`);
    for (const part of listOf(content)) {
      const { type, text, image_url: imageUrl, video_url: videoUrl } = isObject(part) ? part : {};
      if (type === 'input_text' && typeof text === 'string') {
        texts.push(text);
      } else if (type === 'input_image') {
        const image = parseDataUrl(imageUrl);
        if (image === undefined) problems.push('an image is no data URL');
        else images.push(image);
      } else if (type === 'input_video' && takesVideo) {
        const video = parseDataUrl(videoUrl);
        if (video === undefined) problems.push('a video is no data URL');
        else videos.push(video);
      } else {
        problems.push(`a part is of the unknown type ${String(type)}`);
      }
    }
  }
  return {
    modelId: typeof root['model'] === 'string' ? root['model'] : undefined,
    system: typeof root['instructions'] === 'string' ? root['instructions'] : undefined,
    texts,
    videos,
    images,
    problems,
    wantsStream: root['stream'] === true,
    wantsJson:
      isObject(root['text']) && isObject(root['text']['format']) && root['text']['format']['type'] === 'json_object',
  };
}
