import * as v from 'valibot';

import type { MediaLimits, ModelProvider, ModelRequest } from '../app/index.ts';
import type { FinishReason, ModelReply } from '../domain/run/index.ts';
import { toBase64 } from './base64.ts';
import { bodyParameters, type JsonObject, numberParameter } from './call-parameters.ts';
import { askHalvingFrames } from './frames.ts';
import type { Fetch } from './http.ts';
import { postQuestion } from './post-question.ts';
import { malformedReply, videoNotTaken, youTubeNotRead } from './mistakes.ts';
import { type ProviderHosts, serverOf } from './reach.ts';
import { side, sideCount, sideWords } from './side-data.ts';

const LABEL = 'Anthropic';
const HOSTS: ProviderHosts = { label: LABEL, hosts: /(?:^|\.)anthropic\.com$/, answersBrowsers: true };

/** The most images that one request may hold for every model. */
const MAX_FRAMES = 100;
/** Larger images are refused in a request with more than 20. */
const MAX_SIDE_PIXELS = 2000;
/** Of a whole request; a little is left for the text. */
const MAX_REQUEST_BYTES = 31 * 1024 * 1024;
/** The API has no default; enough for an answer, or a judge's verdict, without thinking. */
const DEFAULT_MAX_TOKENS = 4096;

/**
 * The request body for `POST {base}/messages`. Parameters go through, such as `thinking.type`. There is no JSON mode without a
 * schema, so a request for JSON rests on its prompt.
 */
export function toBody(request: ModelRequest): JsonObject {
  const content = request.parts.flatMap((part): readonly JsonObject[] => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text }];
    if (part.kind === 'youtube') throw youTubeNotRead();
    if (part.kind === 'video') throw videoNotTaken(LABEL);
    return part.images.map((image) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/jpeg', data: toBase64(image) },
    }));
  });
  return {
    model: request.modelId,
    max_tokens: numberParameter(request.parameters, 'max_tokens') ?? DEFAULT_MAX_TOKENS,
    ...(request.system === undefined ? {} : { system: request.system }),
    messages: [{ role: 'user', content }],
    ...bodyParameters(request.parameters, ['max_tokens', 'frames_per_second']),
  };
}

const messageSchema = v.looseObject({
  model: sideWords,
  stop_reason: sideWords,
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.nullable(v.string())), thinking: sideWords })),
  usage: side(
    v.looseObject({
      input_tokens: sideCount,
      output_tokens: sideCount,
      cache_read_input_tokens: sideCount,
      cache_creation_input_tokens: sideCount,
    }),
  ),
});

/** @throws {SonoscoreError} `malformed-reply` */
export function fromReply(json: unknown, latencyMs: number): ModelReply {
  const parsed = v.safeParse(messageSchema, json);
  if (!parsed.success) throw malformedReply(LABEL, 'is not a message');
  const { content, usage, stop_reason: stopReason, model } = parsed.output;
  const thinking = content.map((block) => block.thinking ?? '').join('');
  const input = usage?.input_tokens ?? undefined;
  return {
    text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
    thinking: thinking === '' ? undefined : thinking,
    finishReason: finishReasonOf(stopReason),
    rawFinishReason: stopReason ?? undefined,
    usage: {
      // Its own `input_tokens` leaves out what the cache took and gave.
      inputTokens:
        input === undefined
          ? undefined
          : input + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0),
      outputTokens: usage?.output_tokens ?? undefined,
      thinkingTokens: undefined,
      cachedTokens: usage?.cache_read_input_tokens ?? undefined,
    },
    modelVersion: model ?? undefined,
    latencyMs,
  };
}

/** Anthropic's Messages API. Takes no video: frames are halved until they fit. */
export function anthropic({ fetch }: { readonly fetch: Fetch }): ModelProvider {
  return {
    name: 'anthropic',
    mediaLimits: (): MediaLimits => ({
      form: 'frames',
      framesPerSecond: 5,
      maxBase64Bytes: MAX_REQUEST_BYTES,
      maxFrames: MAX_FRAMES,
      maxFrameSidePixels: MAX_SIDE_PIXELS,
    }),
    ask: (request, key, signal) =>
      askHalvingFrames(request, MAX_FRAMES, async (thinned) => {
        const manner = {
          path: 'messages',
          headers: headersFor(key),
          body: toBody(thinned),
          server: serverOf(HOSTS, request.baseUrl),
        };
        const answer = await postQuestion({ fetch, request, key, signal }, manner);
        return fromReply(answer.json, answer.latencyMs);
      }),
  };
}

/** The version is required, and without the last header the service sends no CORS headers at all. */
function headersFor(key: string | undefined): Readonly<Record<string, string>> {
  const trimmed = key?.trim() ?? '';
  return {
    ...(trimmed === '' ? {} : { 'x-api-key': trimmed }),
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
  };
}

function finishReasonOf(reason: string | null | undefined): FinishReason {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refused';
    default:
      return 'other';
  }
}
