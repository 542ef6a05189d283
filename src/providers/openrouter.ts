import type { MediaLimits, ModelProvider, ModelRequest } from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';
import { toDataUrl } from './base64.ts';
import { bodyParameters, type JsonObject } from './call-parameters.ts';
import { chatMessages, imagePart, readChatReply } from './chat.ts';
import { bearer, type Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';
import { type ProviderHosts, serverOf } from './reach.ts';

const HOSTS: ProviderHosts = { label: 'OpenRouter', hosts: /(?:^|\.)openrouter\.ai$/, answersBrowsers: true };

/** The request body for `POST {base}/chat/completions`. Parameters go through, such as `reasoning.effort`, `provider.sort`. */
export function toBody(request: ModelRequest): JsonObject {
  return {
    model: request.modelId,
    messages: chatMessages(request, (part) =>
      part.kind === 'frames'
        ? part.images.map(imagePart)
        : [{ type: 'video_url', video_url: { url: toDataUrl('video/mp4', part.bytes) } }],
    ),
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
    ...bodyParameters(request.parameters, ['frames_per_second']),
  };
}

/** @throws {SonoscoreError} `malformed-reply` */
export const fromReply: (json: unknown, latencyMs: number) => ModelReply = readChatReply;

/** OpenRouter, which passes a call on to whoever serves the model. */
export function openRouter({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'openrouter',
    mediaLimits: (): MediaLimits => ({ form: 'video' }),
    async ask(request, key, signal) {
      const manner = {
        path: 'chat/completions',
        headers: bearer(key),
        body: toBody(request),
        server: serverOf(HOSTS, request.baseUrl),
      };
      const answer = await postQuestion({ fetch, request, key, signal }, manner);
      return fromReply(answer.json, answer.latencyMs);
    },
  };
}
