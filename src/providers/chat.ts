import * as v from 'valibot';

import { type ModelRequest, type RequestPart, SonoscoreError } from '../app/index.ts';
import type { FinishReason, ModelReply } from '../domain/run/index.ts';
import type { JsonObject } from './call-parameters.ts';
import { toDataUrl } from './base64.ts';
import { splitThinking } from './thinking.ts';

/** What chat completions of OpenAI's form share among the providers that speak it. */
export type ContentPart = JsonObject;

/** System and user messages; a request without media sends its text as a plain string, which every server takes. */
export function chatMessages(
  request: ModelRequest,
  toPart: (part: Exclude<RequestPart, { kind: 'text' }>) => readonly ContentPart[],
): readonly JsonObject[] {
  const system = request.system === undefined ? [] : [{ role: 'system', content: request.system }];
  const texts = request.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const content =
    texts.length === request.parts.length
      ? texts.join('\n\n')
      : request.parts.flatMap((part) => (part.kind === 'text' ? [{ type: 'text', text: part.text }] : toPart(part)));
  return [...system, { role: 'user', content }];
}

export function imagePart(image: Uint8Array): ContentPart {
  return { type: 'image_url', image_url: { url: toDataUrl('image/jpeg', image) } };
}

const count = v.optional(v.nullable(v.number()));
const words = v.optional(v.nullable(v.string()));
const contentSchema = v.optional(
  v.nullable(v.union([v.string(), v.array(v.looseObject({ type: words, text: words }))])),
);
const usageSchema = v.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: v.optional(v.nullable(v.looseObject({ cached_tokens: count }))),
  completion_tokens_details: v.optional(v.nullable(v.looseObject({ reasoning_tokens: count }))),
});
const choiceSchema = v.looseObject({
  message: v.looseObject({ content: contentSchema, reasoning_content: words, reasoning: words, refusal: words }),
  finish_reason: words,
  native_finish_reason: words,
});
const replySchema = v.looseObject({
  model: words,
  choices: v.array(choiceSchema),
  usage: v.optional(v.nullable(usageSchema)),
});

/**
 * Reads a chat completion.
 * @throws {SonoscoreError} `malformed-reply` where there is no choice to read
 */
export function readChatReply(json: unknown, latencyMs: number): ModelReply {
  const parsed = v.safeParse(replySchema, json);
  const choice = parsed.success ? parsed.output.choices[0] : undefined;
  if (!parsed.success || choice === undefined) throw noChoice();
  const { model, usage } = parsed.output;
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
  return content.map((part) => part.text ?? '').join('');
}

function noChoice(): SonoscoreError {
  return new SonoscoreError({
    kind: 'malformed-reply',
    retryable: false,
    message:
      'The reply is not a chat completion (it holds no choice): check that the base URL is that of a chat completions server.',
  });
}
