import * as v from 'valibot';

import type { ClipPart, ModelRequest } from '../app/index.ts';
import type { FinishReason, ModelReply } from '../domain/run/index.ts';
import type { JsonObject } from './call-parameters.ts';
import { brokenOff } from './http.ts';
import type { Server } from './classify.ts';
import { malformedReply, youTubeNotRead } from './mistakes.ts';
import { side, sideCount, sideWords } from './side-data.ts';

/** What the Responses API shares between OpenAI, who made it, and Ark, who took it over. */
export function responsesInput(request: ModelRequest, toParts: (part: ClipPart) => readonly JsonObject[]): JsonObject {
  const content = request.parts.flatMap((part) => {
    if (part.kind === 'youtube') throw youTubeNotRead();
    return part.kind === 'text' ? [{ type: 'input_text', text: part.text }] : toParts(part);
  });
  return {
    model: request.modelId,
    ...(request.system === undefined ? {} : { instructions: request.system }),
    input: [{ role: 'user', content }],
    // The clip is the reader's: it is not to be kept by the service for later turns.
    store: false,
    ...(request.json ? { text: { format: { type: 'json_object' } } } : {}),
  };
}

const words = v.optional(v.nullable(v.string()));
const answerPart = v.looseObject({ type: sideWords, text: words, refusal: words });
const messageItem = v.pipe(
  v.looseObject({ type: v.literal('message'), content: v.optional(v.nullable(v.array(answerPart))) }),
  v.transform(({ content }) => ({ answers: content ?? [], thoughts: [] })),
);
const thoughtList = side(v.array(v.fallback(v.looseObject({ text: sideWords }), {})));
const reasoningItem = v.pipe(
  v.looseObject({ type: v.literal('reasoning'), content: thoughtList, summary: thoughtList }),
  v.transform(({ summary, content }) => ({ answers: [], thoughts: [...(summary ?? []), ...(content ?? [])] })),
);
/** Calls of tools and whatever else is no answer. */
const otherItem = v.pipe(
  v.looseObject({ type: v.pipe(v.string(), v.notValue('message')) }),
  v.transform(() => ({ answers: [], thoughts: [] })),
);
const responseSchema = v.looseObject({
  model: sideWords,
  status: sideWords,
  incomplete_details: side(v.looseObject({ reason: sideWords })),
  output: v.array(v.union([messageItem, reasoningItem, otherItem])),
  usage: side(
    v.looseObject({
      input_tokens: sideCount,
      output_tokens: sideCount,
      input_tokens_details: side(v.looseObject({ cached_tokens: sideCount })),
      output_tokens_details: side(v.looseObject({ reasoning_tokens: sideCount })),
    }),
  ),
});

/**
 * Reads a response object.
 * @throws {SonoscoreError} `malformed-reply` where it is none
 */
export function readResponse(json: unknown, latencyMs: number, label: string): ModelReply {
  const parsed = v.safeParse(responseSchema, json);
  if (!parsed.success) throw malformedReply(label, 'is not a response object');
  const { output, usage, status, incomplete_details: incomplete, model } = parsed.output;
  const parts = output.flatMap(({ answers }) => answers);
  const answer = parts.map((part) => (part.type === 'output_text' ? (part.text ?? '') : '')).join('');
  const refusal = parts.map((part) => part.refusal ?? '').join('');
  const thinking = output.flatMap(({ thoughts }) => thoughts.flatMap(({ text }) => text ?? [])).join('\n\n');
  return {
    text: answer === '' ? refusal : answer,
    thinking: thinking === '' ? undefined : thinking,
    finishReason: refusal === '' ? finishReasonOf(status, incomplete?.reason) : 'refused',
    rawFinishReason: incomplete?.reason ?? status ?? undefined,
    usage: {
      inputTokens: usage?.input_tokens ?? undefined,
      outputTokens: usage?.output_tokens ?? undefined,
      thinkingTokens: usage?.output_tokens_details?.reasoning_tokens ?? undefined,
      cachedTokens: usage?.input_tokens_details?.cached_tokens ?? undefined,
    },
    modelVersion: model ?? undefined,
    latencyMs,
  };
}

function finishReasonOf(status: string | null | undefined, reason: string | null | undefined): FinishReason {
  if (status === 'completed') return 'stop';
  switch (reason) {
    case 'max_output_tokens':
    case 'length':
      return 'length';
    case 'content_filter':
      return 'blocked';
    default:
      return 'other';
  }
}

const finalEvent = v.looseObject({
  type: v.picklist(['response.completed', 'response.incomplete', 'response.failed']),
  response: v.unknown(),
});

/**
 * The response object that ends an event stream.
 * @throws {SonoscoreError} `malformed-reply`, to be tried again, where the stream broke off before it
 */
export function finalResponse(events: unknown, server: Server): unknown {
  for (const event of Array.isArray(events) ? events.toReversed() : []) {
    const parsed = v.safeParse(finalEvent, event);
    if (parsed.success) return parsed.output.response;
  }
  throw brokenOff(server);
}
