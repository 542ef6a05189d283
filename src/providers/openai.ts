import type { MediaLimits, ModelProvider, ModelRequest } from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';
import { toDataUrl } from './base64.ts';
import { bodyParameters, type JsonObject, textParameter } from './call-parameters.ts';
import { askHalvingFrames } from './frames.ts';
import { bearer, type Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';
import { videoNotTaken } from './mistakes.ts';
import { type ProviderHosts, serverOf } from './reach.ts';
import { readResponse, responsesInput } from './responses.ts';

const LABEL = 'OpenAI';
const HOSTS: ProviderHosts = { label: LABEL, hosts: /(?:^|\.)openai\.com$/, answersBrowsers: true };

/**
 * The request body for `POST {base}/responses`. Own parameters: `image_detail` (low, high, auto), `max_tokens`,
 * `frames_per_second` (for whoever makes the frames); others go through, such as `reasoning.effort`.
 */
export function toBody(request: ModelRequest): JsonObject {
  const { parameters } = request;
  const detail = textParameter(parameters, 'image_detail');
  const maxTokens = parameters['max_tokens'];
  return {
    ...responsesInput(request, (part) => {
      if (part.kind === 'video') throw videoNotTaken(LABEL);
      return part.images.map((image) => ({
        type: 'input_image',
        image_url: toDataUrl('image/jpeg', image),
        ...(detail === undefined ? {} : { detail }),
      }));
    }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...bodyParameters(parameters, ['image_detail', 'max_tokens', 'frames_per_second']),
  };
}

/** @throws {SonoscoreError} `malformed-reply` */
export function fromReply(json: unknown, latencyMs: number): ModelReply {
  return readResponse(json, latencyMs, LABEL);
}

/** OpenAI's Responses API. Takes no video: frames are halved until they fit. */
export function openAi({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'openai',
    mediaLimits: (): MediaLimits => ({ form: 'frames', framesPerSecond: 5 }),
    ask: (request, key, signal) =>
      askHalvingFrames(request, undefined, async (thinned) => {
        const manner = {
          path: 'responses',
          headers: bearer(key),
          body: toBody(thinned),
          server: serverOf(HOSTS, request.baseUrl),
        };
        const answer = await postQuestion({ fetch, request, key, signal }, manner);
        return fromReply(answer.json, answer.latencyMs);
      }),
  };
}
