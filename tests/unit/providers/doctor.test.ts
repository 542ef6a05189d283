import { afterAll, beforeEach, expect, test } from 'vitest';

import { type Examination, type Finding, testConnection } from '../../../src/app/doctor/index.ts';
import type { MediaLimits, RequestPart } from '../../../src/app/index.ts';
import { type ParsedCall, type Reply, startStandInModel } from '../../servers/stand-in-model.ts';
import { tinyMp4 } from '../../servers/tiny-mp4.ts';
import { answering, framesPart, KEY, providerNamed } from './answering.ts';

const server = await startStandInModel();
afterAll(() => server.close());
beforeEach(() => {
  server.expect({ key: KEY });
  server.answerWith((call) => counted(call, 40, 260));
});

/** Counts so many tokens for text, and so many more for each video. */
function counted(call: ParsedCall, text: number, perMedia: number): Reply {
  const media = call.videos.length + (call.images.length > 0 ? 1 : 0);
  return { kind: 'text', text: 'A', usage: { inputTokens: text + media * perMedia, outputTokens: 10 } };
}

const makeClip = async (): Promise<RequestPart> => ({ kind: 'video', bytes: await tinyMp4(), durationSeconds: 1 });

function examination(over: Partial<Examination> = {}): Examination {
  return {
    provider: providerNamed('openai-compatible', fetch),
    baseUrl: server.baseUrl,
    modelId: 'some-vlm',
    parameters: {},
    key: KEY,
    price: { inputPerMillion: 2, outputPerMillion: 12 },
    makeMedia: makeClip,
    usual: { mediaSeconds: 10, textCharacters: 800 },
    ...over,
  };
}

async function examine(over: Partial<Examination> = {}) {
  const heard: Finding[] = [];
  const report = await testConnection(
    examination({ onFinding: (finding) => heard.push(finding), ...over }),
    AbortSignal.timeout(20_000),
  );
  expect(heard).toEqual(report.findings);
  // Every check once, in order, with one sentence.
  expect(report.findings.map(({ check }) => check)).toEqual(['connection', 'key', 'text', 'media', 'price']);
  for (const finding of report.findings) {
    expect(finding.message).toMatch(/^[^\n]+\.$/);
    expect(finding.message).not.toContain(KEY);
  }
  const states = Object.fromEntries(report.findings.map(({ check, state }) => [check, state]));
  const messages = Object.fromEntries(report.findings.map(({ check, message }) => [check, message]));
  return { ...report, states, messages };
}

test('all is well: two calls, the tokens of the clip by their difference, and the price of a usual question', async () => {
  const before = server.calls.length;
  const report = await examine();
  expect(report.states).toEqual({
    connection: 'passed',
    key: 'passed',
    text: 'passed',
    media: 'passed',
    price: 'passed',
  });
  expect(report.messages['media']).toMatch(/takes a video: 260 tokens for 1\.0 s/);
  const [text, clip, ...more] = server.calls.slice(before);
  expect(more).toEqual([]);
  expect(text?.videos).toHaveLength(0);
  expect(clip?.videos[0]?.facts).toMatchObject({ codec: 'avc', durationSeconds: 1 });
  expect(clip?.text).toBe(text?.text);
  // 800 characters are 200 tokens; 10 s of clip are 2600; 10 out.
  expect(report.questionCostUsd).toBeCloseTo((2800 * 2 + 10 * 12) / 1e6, 12);
  expect(report.messages['price']).toMatch(/\$0\.0057 \(2800 tokens in, 10 out\)/);
  expect(report.textLatencyMs).toBeGreaterThan(0);
});

test('a server that overlooks the video is found out by its tokens', async () => {
  server.answerWith((call) => counted(call, 40, 0));
  expect(await examine()).toMatchObject({ states: { text: 'passed', media: 'doubtful' } });
});

test('a server that counts nothing leaves media and price open', async () => {
  server.answerWith(() => ({
    kind: 'raw',
    body: { choices: [{ message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }] },
  }));
  const report = await examine();
  expect(report.states).toMatchObject({ text: 'passed', media: 'doubtful', price: 'doubtful' });
  expect(report.questionCostUsd).toBeUndefined();
});

test('a model without video says so, and text still has its price', async () => {
  server.answerWith((call) =>
    call.videos.length === 0
      ? counted(call, 40, 0)
      : { kind: 'raw', status: 400, body: { error: { message: 'this model does not support video' } } },
  );
  const report = await examine();
  expect(report.states).toMatchObject({ text: 'passed', media: 'failed', price: 'passed' });
  expect(report.messages['media']).toMatch(/does not support video/);
  expect(report.messages['price']).toMatch(/of text alone/);
});

const json = (status: number, body: unknown): Reply => ({ kind: 'raw', status, body });
test.each<readonly [string, Reply, object]>([
  ['bad key', json(401, { error: 'no' }), { connection: 'passed', key: 'failed', text: 'skipped' }],
  ['no credit', json(402, { error: 'no' }), { connection: 'passed', key: 'passed', text: 'failed' }],
  ['too fast', json(429, { error: 'no' }), { connection: 'passed', key: 'passed', text: 'failed' }],
  ['no such model', json(404, { error: 'no' }), { connection: 'passed', key: 'doubtful', text: 'failed' }],
  ['a web page', { kind: 'raw', body: '<html></html>' }, { connection: 'failed', key: 'skipped', text: 'skipped' }],
  ['a dropped line', { kind: 'drop' }, { connection: 'failed', key: 'skipped', text: 'skipped' }],
])('%s: one call, and nothing is tried after it', async (_, reply, expected) => {
  server.answerWith(() => reply);
  const before = server.calls.length;
  const report = await examine();
  expect(report.states).toEqual({ ...expected, media: 'skipped', price: 'skipped' });
  expect(server.calls.length - before).toBe(1);
});

test.each<readonly [string, string, RegExp]>([
  ['length', '', /max_tokens/],
  ['content_filter', '', /would not answer/],
  ['stop', '  ', /answered with nothing/],
])('a text that ends by %s is doubtful', async (finishReason, text, words) => {
  server.answerWith(() => ({ kind: 'text', text, finishReason }));
  const report = await examine({ makeMedia: undefined });
  expect(report.states).toMatchObject({ text: 'doubtful', media: 'skipped' });
  expect(report.messages['text']).toMatch(words);
});

test('no price, no key, no clip', async () => {
  server.expect({ key: null });
  const report = await examine({ key: undefined, price: undefined, makeMedia: undefined });
  expect(report.states).toMatchObject({ key: 'passed', media: 'skipped', price: 'doubtful' });
  expect(report.messages['key']).toMatch(/No key was needed/);
  expect(report.messages['price']).toMatch(/no price is set/);
});

test('the limits of the provider reach whoever makes the media: frames for those that take frames', async () => {
  const heard: MediaLimits[] = [];
  const { fetch } = answering({ status: 200, body: { output: [], status: 'completed' } });
  await examine({
    provider: providerNamed('openai', fetch),
    baseUrl: 'https://api.openai.com/v1',
    makeMedia: (limits) => {
      heard.push(limits);
      return Promise.resolve(framesPart(5));
    },
  });
  expect(heard).toMatchObject([{ form: 'frames', framesPerSecond: 5 }]);
});

test('cancel ends it with the caller’s reason', async () => {
  server.answerWith(() => ({ kind: 'hang' }));
  const controller = new AbortController();
  const before = server.calls.length;
  const tested = testConnection(examination(), controller.signal);
  await expect.poll(() => server.calls.length).toBe(before + 1);
  controller.abort();
  await expect(tested).rejects.toMatchObject({ name: 'AbortError' });
});
