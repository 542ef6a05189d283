import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SonoscoreError } from '../../src/app/index.ts';
import { extractRobust } from '../../src/domain/extraction/index.ts';
import { parseReply } from '../../src/domain/run/index.ts';
import { answering, KEY, providerNamed, type Recorded, textRequest } from '../unit/providers/answering.ts';
import { anthropicRecords } from '../unit/providers/recorded/anthropic.ts';
import { openAiCompatibleRecords, openRouterRecords, qwenRecords } from '../unit/providers/recorded/chat.ts';
import { geminiRecords } from '../unit/providers/recorded/gemini.ts';
import { openAiRecords, seedRecords } from '../unit/providers/recorded/responses.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedJsonText, changedText } from './mutations.ts';

const all = [
  geminiRecords,
  openAiRecords,
  qwenRecords,
  seedRecords,
  openRouterRecords,
  anthropicRecords,
  openAiCompatibleRecords,
].flatMap(({ provider, normal, thinking, truncated, blocked, tooLarge, badKey, server }) =>
  [normal.reply, thinking.reply, truncated.reply, blocked.reply, tooLarge, badKey, server].map((reply) => ({
    provider,
    reply,
  })),
);

const status = fc.constantFrom(200, 200, 200, 200, 201, 206, 400, 401, 403, 404, 413, 429, 500, 503, 529, 599);
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'retry-after', 'retry-after-ms', 'x-request-id'),
  fc.constantFrom('text/event-stream', 'text/html', '-1', '1e308', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', '{'),
);

const hostile = fc.constantFrom(...all).chain(({ provider, reply }) => {
  if (!('body' in reply)) return fc.constant({ provider, reply });
  const body = typeof reply.body === 'string' ? changedText(reply.body) : changedJsonText(reply.body);
  const answer = fc.record({ status: fc.oneof(fc.constant(reply.status), status), headers, body });
  return answer.map((changed): { readonly provider: string; readonly reply: Recorded } => ({
    provider,
    reply: { ...changed, headers: { ...reply.headers, ...changed.headers } },
  }));
});

test('a changed reply is read, or fails in a sentence without the key, and waits for no year', async () => {
  const signal = new AbortController().signal;
  await forCases(hostile, async ({ provider, reply }) => {
    const echo =
      'body' in reply && typeof reply.body === 'string'
        ? { ...reply, body: reply.body.replace('message', KEY) }
        : reply;
    try {
      const read = await providerNamed(provider, answering(echo).fetch).ask(textRequest(), KEY, signal);
      expect(parseReply(JSON.parse(JSON.stringify(read)))).toEqual(read);
      extractRobust(read.text, []);
    } catch (error) {
      if (!(error instanceof SonoscoreError)) throw error;
      expect(error.message).toMatch(SENTENCE);
      expect(error.message).not.toContain(KEY);
      expect(error.waitMs ?? 0).toBeGreaterThanOrEqual(0);
      expect(Number.isFinite(error.waitMs ?? 0)).toBe(true);
    }
  });
});
