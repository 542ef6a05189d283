import * as v from 'valibot';

import { type ClipPart, type ModelRequest, SonoscoreError } from '../app/index.ts';
import type { FinishReason, ModelReply } from '../domain/run/index.ts';
import type { JsonObject } from './call-parameters.ts';
import { toDataUrl } from './base64.ts';
import { youTubeNotRead } from './mistakes.ts';
import { side, sideCount, sideWords } from './side-data.ts';
import { splitThinking } from './thinking.ts';

/** What chat completions of OpenAI's form share among the providers that speak it. */
export type ContentPart = JsonObject;

/**
 * System and user messages; a request without media sends its text as a plain string, which every server takes.
 * @throws {SonoscoreError} `bad-request` for what the service would have to read from YouTube
 */
export function chatMessages(
  request: ModelRequest,
  toPart: (part: ClipPart) => readonly ContentPart[],
): readonly JsonObject[] {
  const system = request.system === undefined ? [] : [{ role: 'system', content: request.system }];
  const texts = request.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const content =
    texts.length === request.parts.length
      ? texts.join('\n\n')
      : request.parts.flatMap((part) => {
          if (part.kind === 'youtube') throw youTubeNotRead();
          return part.kind === 'text' ? [{ type: 'text', text: part.text }] : toPart(part);
        });
  return [...system, { role: 'user', content }];
}

export function imagePart(image: Uint8Array): ContentPart {
  return { type: 'image_url', image_url: { url: toDataUrl('image/jpeg', image) } };
}

const words = v.optional(v.nullable(v.string()));
const contentSchema = v.optional(
  v.nullable(v.union([v.string(), v.array(v.union([v.string(), v.looseObject({ text: words })]))])),
);
const usageSchema = v.looseObject({
  prompt_tokens: sideCount,
  completion_tokens: sideCount,
  prompt_tokens_details: side(v.looseObject({ cached_tokens: sideCount })),
  completion_tokens_details: side(v.looseObject({ reasoning_tokens: sideCount })),
});
const choiceSchema = v.looseObject({
  message: v.looseObject({
    content: contentSchema,
    reasoning_content: sideWords,
    reasoning: sideWords,
    refusal: sideWords,
  }),
  finish_reason: sideWords,
  native_finish_reason: sideWords,
});
const replySchema = v.looseObject({
  model: sideWords,
  choices: v.pipe(v.array(v.unknown()), v.minLength(1)),
  usage: side(usageSchema),
});

/**
 * Reads a chat completion.
 * @throws {SonoscoreError} `malformed-reply` where there is no choice, or no message in it that can be read
 */
export function readChatReply(json: unknown, latencyMs: number): ModelReply {
  const parsed = v.safeParse(replySchema, json);
  if (!parsed.success) throw malformedChat('it holds no choice');
  const { model, usage, choices } = parsed.output;
  const read = v.safeParse(choiceSchema, choices[0]);
  if (!read.success) throw malformedChat('its choice holds no message with a readable text');
  const choice = read.output;
  const { message } = choice;
  const split = splitThinking(contentText(message.content));
  const refusal = message.refusal ?? '';
  const raw = choice.native_finish_reason ?? choice.finish_reason ?? undefined;
  return {
    text: split.text === '' ? refusal : split.text,
    thinking: message.reasoning_content ?? message.reasoning ?? split.thinking,
    finishReason: refusal === '' ? chatFinishReason(choice.finish_reason, raw) : 'refused',
    rawFinishReason: raw,
    usage: {
      inputTokens: usage?.prompt_tokens ?? undefined,
      outputTokens: usage?.completion_tokens ?? undefined,
      thinkingTokens: usage?.completion_tokens_details?.reasoning_tokens ?? undefined,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? undefined,
    },
    modelVersion: model ?? undefined,
    latencyMs,
  };
}

/** The unified word for OpenAI's finish reasons, and for the upstream ones that routers pass on beside them. */
export function chatFinishReason(reason: string | null | undefined, raw: string | undefined): FinishReason {
  for (const word of [reason, raw]) {
    switch (word?.toLowerCase()) {
      case 'content_filter':
      case 'safety':
      case 'prohibited_content':
      case 'blocklist':
      case 'recitation':
        return 'blocked';
      case 'length':
      case 'max_tokens':
        return 'length';
      case 'refusal':
        return 'refused';
    }
  }
  return reason === 'stop' || reason === 'eos' || reason === 'end_turn' ? 'stop' : 'other';
}

function contentText(content: v.InferOutput<typeof contentSchema>): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('');
}

function malformedChat(what: string): SonoscoreError {
  return new SonoscoreError({
    kind: 'malformed-reply',
    retryable: false,
    message: `The reply is not a chat completion (${what}): check that the base URL is that of a chat completions server.`,
  });
}
