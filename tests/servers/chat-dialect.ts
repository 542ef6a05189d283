import {
  bearerKey,
  type Dialect,
  type DialectCall,
  isObject,
  listOf,
  parseDataUrl,
  type TextReply,
} from './dialect.ts';

/** OpenAI's chat completions, as vLLM, SGLang, OpenRouter, DashScope and many others take them. */
export const chatDialect: Dialect = {
  basePath: '/v1',
  isQuestion: (method, path) => method === 'POST' && path.endsWith('/chat/completions'),
  allowedHeaders: ['authorization'],
  keyOf: bearerKey,
  parse: parseChat,
  render: (reply, modelId) => ({
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: modelId,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          ...(reply.thinking === undefined ? {} : { reasoning_content: reply.thinking }),
        },
        finish_reason: reply.finishReason ?? 'stop',
      },
    ],
    usage: chatUsage(reply),
  }),
  renderStream: (reply, modelId) => {
    const chunk = (delta: object, finish_reason: string | null) =>
      JSON.stringify({
        id: 'chatcmpl-stand-in',
        object: 'chat.completion.chunk',
        model: modelId,
        choices: [{ index: 0, delta, finish_reason }],
      });
    const pieces = reply.text.match(/.{1,8}/gsu) ?? [];
    return [
      chunk({ role: 'assistant', content: '' }, null),
      ...(reply.thinking === undefined ? [] : [chunk({ reasoning_content: reply.thinking }, null)]),
      ...pieces.map((content) => chunk({ content }, null)),
      chunk({}, reply.finishReason ?? 'stop'),
      JSON.stringify({
        id: 'chatcmpl-stand-in',
        object: 'chat.completion.chunk',
        model: modelId,
        choices: [],
        usage: chatUsage(reply),
      }),
      '[DONE]',
    ];
  },
  error: (status, message) => ({ error: { message, type: 'stand_in_error', code: String(status) } }),
};

function chatUsage({ usage }: TextReply): object {
  const prompt = usage?.inputTokens ?? 100;
  const completion = usage?.outputTokens ?? 5;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: usage?.cachedTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage?.thinkingTokens ?? 0 },
  };
}

function parseChat(body: unknown): DialectCall {
  const system: string[] = [];
  const texts: string[] = [];
  const videos: DialectCall['videos'][number][] = [];
  const images: DialectCall['images'][number][] = [];
  const problems: string[] = [];
  const root = isObject(body) ? body : {};
  const messages = listOf(root['messages']);
  if (messages.length === 0) problems.push('there are no messages');
  for (const message of messages) {
    const { role, content } = isObject(message) ? message : {};
    if (role !== 'system' && role !== 'user') problems.push(`a message has the role ${String(role)}`);
    const into = role === 'system' ? system : texts;
    if (typeof content === 'string') into.push(content);
    else if (!Array.isArray(content)) problems.push('a message has no content');
    for (const part of listOf(content)) readPart(part, { texts: into, videos, images, problems });
  }
  return {
    modelId: typeof root['model'] === 'string' ? root['model'] : undefined,
    system: system.length === 0 ? undefined : system.join('\n\n'),
    texts,
    videos,
    images,
    problems,
    wantsStream: root['stream'] === true,
    wantsJson: isObject(root['response_format']) && root['response_format']['type'] === 'json_object',
  };
}

interface Sink {
  readonly texts: string[];
  readonly videos: DialectCall['videos'][number][];
  readonly images: DialectCall['images'][number][];
  readonly problems: string[];
}

function readPart(part: unknown, sink: Sink): void {
  const object = isObject(part) ? part : {};
  const type = String(object['type']);
  const held = object[type];
  if (type === 'text' && typeof held === 'string') {
    sink.texts.push(held);
    return;
  }
  const url = isObject(held) ? held['url'] : undefined;
  if (type === 'video_url' && typeof url === 'string' && url.startsWith('data:video/jpeg;base64,')) {
    // vLLM's list of frames: one base64 text for each, joined by commas.
    for (const text of url.slice(url.indexOf(',') + 1).split(',')) {
      const image = parseDataUrl(`data:image/jpeg;base64,${text}`);
      if (image === undefined) sink.problems.push('a frame is no base64');
      else sink.images.push(image);
    }
    return;
  }
  if (type === 'video' && Array.isArray(held)) {
    // DashScope's list of frames: one data URL for each.
    for (const frame of held) {
      const image = parseDataUrl(frame);
      if (image === undefined) sink.problems.push('a frame is no data URL');
      else sink.images.push(image);
    }
    return;
  }
  const media = parseDataUrl(url);
  if (media === undefined) sink.problems.push(`a part of type ${type} holds no data URL`);
  else if (type === 'video_url' || type === 'input_video') sink.videos.push(media);
  else if (type === 'image_url') sink.images.push(media);
  else sink.problems.push(`a part is of the unknown type ${type}`);
}
