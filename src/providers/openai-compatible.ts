import {
  type MediaLimits,
  type ModelProvider,
  type ModelRequest,
  type ClipPart,
  SonoscoreError,
} from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';
import { toBase64, toDataUrl } from './base64.ts';
import { bodyParameters, type CallParameters, type JsonObject, textParameter } from './call-parameters.ts';
import { chatMessages, type ContentPart, imagePart, readChatReply } from './chat.ts';
import type { Server } from './classify.ts';
import { bearer, type Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';

/**
 * How a server wants its video, by the parameter `video_part`:
 * - `video_url` (default; vLLM, SGLang, OpenRouter): one part with a data URL of the MP4
 * - `input_video`: the same URL in a part named so
 * - `frames`: all JPEG frames in one `video_url` part, joined by commas, as vLLM reads them
 * - `images`: one image part for each frame (LM Studio, Ollama, llama.cpp)
 */
export type VideoPartStyle = 'video_url' | 'input_video' | 'frames' | 'images';

const OWN_PARAMETERS = ['video_part', 'frames_per_second'];

/** The request body for `POST {base}/chat/completions`. */
export function toBody(request: ModelRequest): JsonObject {
  const style = videoPartStyle(request.parameters);
  return {
    model: request.modelId,
    messages: chatMessages(request, (part) => mediaParts(part, style)),
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
    ...bodyParameters(request.parameters, OWN_PARAMETERS),
  };
}

/** @throws {SonoscoreError} `malformed-reply` */
export const fromReply: (json: unknown, latencyMs: number) => ModelReply = readChatReply;

/** Any server that speaks OpenAI's chat completions: vLLM, SGLang, LM Studio, Ollama, llama.cpp and many hosts. */
export function openAiCompatible({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'openai-compatible',
    mediaLimits,
    async ask(request, key, signal) {
      const manner = {
        path: 'chat/completions',
        headers: bearer(key),
        body: toBody(request),
        server: serverAt(request.baseUrl),
      };
      const answer = await postQuestion({ fetch, request, key, signal }, manner);
      return fromReply(answer.json, answer.latencyMs);
    },
  };
}

function mediaLimits(parameters: CallParameters): MediaLimits {
  const style = textParameter(parameters, 'video_part');
  return { form: style === 'frames' || style === 'images' ? 'frames' : 'video' };
}

function videoPartStyle(parameters: CallParameters): VideoPartStyle {
  const style = textParameter(parameters, 'video_part');
  switch (style) {
    case undefined:
      return 'video_url';
    case 'video_url':
    case 'input_video':
    case 'frames':
    case 'images':
      return style;
    default:
      throw wrongMedia(`The parameter video_part is "${style}": choose video_url, input_video, frames or images.`);
  }
}

function mediaParts(part: ClipPart, style: VideoPartStyle): readonly ContentPart[] {
  if (part.kind === 'frames') return style === 'frames' ? [frameList(part.images)] : part.images.map(imagePart);
  const url = { url: toDataUrl('video/mp4', part.bytes) };
  if (style === 'video_url') return [{ type: 'video_url', video_url: url }];
  if (style === 'input_video') return [{ type: 'input_video', input_video: url }];
  throw wrongMedia(`This server takes ${style}, not a video: ask with the condition "frames".`);
}

/** vLLM's form of a video that was taken apart already: a data URL of type video/jpeg with one base64 text for each frame. */
function frameList(images: readonly Uint8Array[]): ContentPart {
  return { type: 'video_url', video_url: { url: `data:video/jpeg;base64,${images.map(toBase64).join(',')}` } };
}

function wrongMedia(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}

function serverAt(baseUrl: string): Server {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const own = /^(?:localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[^.]+(?::\d+)?$)/.test(host);
  return {
    label: host === '' ? 'the server' : host,
    unreachable: own
      ? 'check that the server runs and lets this page call it (Ollama: start it with OLLAMA_ORIGINS set to this page; LM Studio: `lms server start --cors`; vLLM: `--allowed-origins`), and allow the browser’s question about devices on your network'
      : 'the network may be down, the base URL wrong, or the server may not let browsers call it; some servers also hide a wrong key this way, so check the key too, or switch on the relay',
  };
}
