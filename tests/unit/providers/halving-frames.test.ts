import { describe, expect, test } from 'vitest';

import type { RequestPart } from '../../../src/app/index.ts';
import { answering, failureOf, framesPart, KEY, providerNamed, type SentCall, textRequest } from './answering.ts';
import { anthropicRecords } from './recorded/anthropic.ts';
import { openAiRecords } from './recorded/responses.ts';

const text: RequestPart = { kind: 'text', text: 'Which way does the probe move?' };

describe('halving the frames', () => {
  const tooLarge = openAiRecords.tooLarge;
  const imagesOf = (call: SentCall) => JSON.stringify(call.json).split('input_image').length - 1;

  test.each([
    [0, undefined, [40]],
    [1, 'sent every 2nd of 40 frames, since all were too many', [40, 20]],
    [3, 'sent every 8th of 40 frames, since all were too many', [40, 20, 10, 5]],
  ])('%d times, and the reply says so', async (times, note, counts) => {
    const { fetch, sent: calls } = answering(
      ...Array.from({ length: times }, () => tooLarge),
      openAiRecords.normal.reply,
    );
    const request = textRequest({ parts: [framesPart(40), text] });
    const reply = await providerNamed('openai', fetch).ask(request, KEY, new AbortController().signal);
    expect(calls.map(imagesOf)).toEqual(counts);
    expect(reply.notes).toEqual(note === undefined ? undefined : [note]);
  });

  test('ends after an eighth, with the provider’s own error', async () => {
    const { fetch, sent: calls } = answering(tooLarge);
    const request = textRequest({ parts: [framesPart(40), text] });
    const failure = await failureOf(providerNamed('openai', fetch).ask(request, KEY, new AbortController().signal));
    expect(failure.kind).toBe('too-large');
    expect(calls).toHaveLength(4);
  });

  test('stops at one frame, and does not try text again', async () => {
    const { fetch, sent: calls } = answering(tooLarge);
    const provider = providerNamed('openai', fetch);
    await failureOf(provider.ask(textRequest({ parts: [framesPart(3), text] }), KEY, new AbortController().signal));
    expect(calls.map(imagesOf)).toEqual([3, 2]);
    await failureOf(provider.ask(textRequest(), KEY, new AbortController().signal));
    expect(calls).toHaveLength(3);
  });

  test('no other failure is tried again', async () => {
    const { fetch, sent: calls } = answering(openAiRecords.server);
    await failureOf(
      providerNamed('openai', fetch).ask(
        textRequest({ parts: [framesPart(9), text] }),
        KEY,
        new AbortController().signal,
      ),
    );
    expect(calls).toHaveLength(1);
  });

  test('Anthropic’s hundred images are kept from the start', async () => {
    const { fetch, sent: calls } = answering(anthropicRecords.normal.reply);
    const reply = await providerNamed('anthropic', fetch).ask(
      textRequest({ parts: [framesPart(250), text] }),
      KEY,
      new AbortController().signal,
    );
    expect(JSON.stringify(calls[0]!.json).split('"image/jpeg"').length - 1).toBe(63);
    expect(reply.notes?.[0]).toMatch(/every 4th of 250/);
  });
});
