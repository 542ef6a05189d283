import type { MediaLimits, ModelProvider, ModelRequest } from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';
import { toDataUrl } from './base64.ts';
import {
  bodyParameters,
  type CallParameters,
  flagParameter,
  type JsonObject,
  numberParameter,
} from './call-parameters.ts';
import { bearer, type Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';
import { badRequest } from './mistakes.ts';
import { type ProviderHosts, serverOf } from './reach.ts';
import { finalResponse, readResponse, responsesInput } from './responses.ts';

const LABEL = 'Seed (Ark)';
const HOSTS: ProviderHosts = {
  label: LABEL,
  hosts: /(?:^|\.)(?:volces\.com|volcengine\.com|bytepluses\.com|byteplus\.com)$/,
  answersBrowsers: false,
};
/** Replies of over 1000 s have been seen. */
const DEFAULT_TIMEOUT_SECONDS = 1800;
/** Of a whole request, 64 MB; a little is left for the text. */
const MAX_BASE64_BYTES = 63 * 1000 * 1000;
const MIN_FPS = 0.2;
const MAX_FPS = 5;

/**
 * The request body for `POST {base}/responses`. Own parameters: `fps` (frames a second that the service samples),
 * `max_tokens`, `stream`; others go through, such as `thinking.type`.
 * @throws {SonoscoreError} `bad-request` for an fps out of range
 */
export function toBody(request: ModelRequest): JsonObject {
  const { parameters } = request;
  const fps = fpsOf(parameters);
  const maxTokens = parameters['max_tokens'];
  return {
    ...responsesInput(request, (part) => {
      if (part.kind === 'frames') {
        return part.images.map((image) => ({ type: 'input_image', image_url: toDataUrl('image/jpeg', image) }));
      }
      const video = { type: 'input_video', video_url: toDataUrl('video/mp4', part.bytes) };
      return [fps === undefined ? video : { ...video, fps }];
    }),
    // Minutes of silence are cut off by whatever lies between; a stream keeps talking.
    stream: flagParameter(parameters, 'stream') ?? true,
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...bodyParameters(parameters, ['fps', 'max_tokens', 'stream']),
  };
}

/** @throws {SonoscoreError} `malformed-reply` */
export function fromReply(json: unknown, latencyMs: number): ModelReply {
  return readResponse(json, latencyMs, LABEL);
}

/** ByteDance's Seed models on Volcengine Ark or BytePlus. Browsers need the relay. */
export function seed({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'seed',
    mediaLimits: (): MediaLimits => ({ form: 'video', maxBase64Bytes: MAX_BASE64_BYTES }),
    async ask(request, key, signal) {
      const server = serverOf(HOSTS, request.baseUrl);
      const manner = {
        path: 'responses',
        headers: bearer(key),
        body: toBody(request),
        server,
        defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
      };
      const answer = await postQuestion({ fetch, request, key, signal }, manner);
      return fromReply(answer.isEventStream ? finalResponse(answer.json, server) : answer.json, answer.latencyMs);
    },
  };
}

function fpsOf(parameters: CallParameters): number | undefined {
  const fps = numberParameter(parameters, 'fps');
  if (fps === undefined || (fps >= MIN_FPS && fps <= MAX_FPS)) return fps;
  throw badRequest(`Seed samples ${MIN_FPS} to ${MAX_FPS} frames a second: change the parameter fps, or leave it out.`);
}
