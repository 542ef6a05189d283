import * as v from 'valibot';

import type { Server } from './classify.ts';
import { brokenOff } from './http.ts';
import { sideWords } from './side-data.ts';

const words = v.optional(v.nullable(v.string()));
const chunkSchema = v.looseObject({
  model: sideWords,
  choices: v.optional(
    v.nullable(
      v.array(
        v.looseObject({
          delta: v.optional(
            v.nullable(v.looseObject({ content: words, reasoning_content: sideWords, reasoning: sideWords })),
          ),
          // Whatever is there ends the choice, readable or not.
          finish_reason: v.optional(v.unknown()),
        }),
      ),
    ),
  ),
  usage: v.optional(v.nullable(v.unknown())),
});

/**
 * The chat completion that a stream of chunks amounts to, in the shape of one that came whole.
 * @throws {SonoscoreError} `malformed-reply`, to be tried again, where the stream broke off before a finish reason
 */
export function joinChatStream(events: unknown, server: Server): unknown {
  let content = '';
  let thinking = '';
  let finishReason: unknown;
  let model: string | undefined;
  let usage: unknown;
  for (const event of Array.isArray(events) ? events : []) {
    const parsed = v.safeParse(chunkSchema, event);
    if (!parsed.success) continue;
    model = parsed.output.model ?? model;
    usage = parsed.output.usage ?? usage;
    const choice = parsed.output.choices?.[0];
    content += choice?.delta?.content ?? '';
    thinking += choice?.delta?.reasoning_content ?? choice?.delta?.reasoning ?? '';
    finishReason = choice?.finish_reason ?? finishReason;
  }
  if (finishReason === undefined || finishReason === null) throw brokenOff(server);
  const message = { content, reasoning_content: thinking === '' ? undefined : thinking };
  return { model, choices: [{ message, finish_reason: finishReason }], usage };
}
