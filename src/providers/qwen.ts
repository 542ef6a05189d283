import type { MediaLimits, ModelProvider, ModelRequest, ClipPart } from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';
import { toDataUrl } from './base64.ts';
import { bodyParameters, flagParameter, type JsonObject, numberParameter } from './call-parameters.ts';
import { chatMessages, type ContentPart, readChatReply } from './chat.ts';
import { joinChatStream } from './chat-stream.ts';
import { bearer, type Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';
import { type ProviderHosts, serverOf } from './reach.ts';

const HOSTS: ProviderHosts = { label: 'Qwen (DashScope)', hosts: /(?:^|\.)aliyuncs\.com$/, answersBrowsers: false };

/** "Exceeded limit on max bytes per data-uri item : 10485760" is what the service says above it. */
const MAX_DATA_URL_BYTES = 10 * 1024 * 1024;
const DATA_URL_HEAD_BYTES = 'data:video/mp4;base64,'.length;
/** "The video file is too short" is what it says below. */
const MIN_DURATION_SECONDS = 2;

/**
 * The request body for `POST {base}/chat/completions`. Own parameters: `fps` (goes beside the video's URL), `stream`; others
 * go through, such as `enable_thinking` and `thinking_budget`.
 */
export function toBody(request: ModelRequest): JsonObject {
  const { parameters } = request;
  const fps = numberParameter(parameters, 'fps');
  // Many of its models refuse to think in a call that does not stream.
  const stream = flagParameter(parameters, 'stream') ?? flagParameter(parameters, 'enable_thinking') ?? false;
  return {
    model: request.modelId,
    messages: chatMessages(request, (part) => [mediaPart(part, fps)]),
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...bodyParameters(parameters, ['fps', 'stream', 'frames_per_second']),
  };
}

/** @throws {SonoscoreError} `malformed-reply` */
export const fromReply: (json: unknown, latencyMs: number) => ModelReply = readChatReply;

/** Alibaba's Qwen models on DashScope, in compatible mode. Browsers need the relay. */
export function qwen({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'qwen',
    mediaLimits: (): MediaLimits => ({
      form: 'video',
      maxBase64Bytes: MAX_DATA_URL_BYTES - DATA_URL_HEAD_BYTES,
      minDurationSeconds: MIN_DURATION_SECONDS,
    }),
    async ask(request, key, signal) {
      const server = { ...serverOf(HOSTS, request.baseUrl), quotaCodeMeansPause: true };
      const manner = { path: 'chat/completions', headers: bearer(key), body: toBody(request), server };
      const answer = await postQuestion({ fetch, request, key, signal }, manner);
      return fromReply(answer.isEventStream ? joinChatStream(answer.json, server) : answer.json, answer.latencyMs);
    },
  };
}

function mediaPart(part: ClipPart, fps: number | undefined): ContentPart {
  if (part.kind === 'frames') {
    // Its form of a video that was taken apart already; `fps` is then the rate that the frames were taken at.
    const video = part.images.map((image) => toDataUrl('image/jpeg', image));
    return { type: 'video', video, fps: part.framesPerSecond };
  }
  const video = { type: 'video_url', video_url: { url: toDataUrl('video/mp4', part.bytes) } };
  return fps === undefined ? video : { ...video, fps };
}
