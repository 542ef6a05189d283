import { expect, test } from 'vitest';

import { batchSize, readBatch, waitingCalls, writeBatch } from '../../../src/app/batch/index.ts';
import { createRuns, type ModelRequest, SonoscoreError } from '../../../src/app/index.ts';
import type { Attempt, JudgeChoice, RunConfig } from '../../../src/domain/run/index.ts';
import { batchBody, readChatReply } from '../../../src/providers/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion, aReply, aRunConfig } from '../builders.ts';
import { aWorld, MemoryStore, type World } from './memory-ports.ts';

const benchmark = aBenchmark([
  aQuestion({ number: 1 }),
  aQuestion({ number: 2, videoKey: 'a Video (with) a_long/name' }),
  aFreeQuestion(),
]);
const never = new AbortController().signal;
const JUDGE: JudgeChoice = {
  model: {
    kind: 'provider',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9',
    modelId: 'judge',
    parameters: {},
  },
  protocol: { id: 'sonoscore', version: '1' },
  strict: false,
};
const silent = () => undefined;

function world(): World {
  return aWorld({ ask: () => Promise.reject(new Error('A batch calls nobody.')) });
}

async function written(of: World, config: Partial<RunConfig> = {}) {
  const ports = { ...of.ports, chatBody: batchBody };
  const result = await writeBatch(aRunConfig(config), benchmark, ports, never, silent);
  const text = await result.blob.text();
  const lines = text.split('\n').filter((line) => line !== '');
  return { ...result, lines: lines.map((line) => JSON.parse(line)) };
}

function answered(customId: string, content: string) {
  const body = {
    model: 'stand-in-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 7 },
  };
  return { id: 'line', custom_id: customId, response: { status_code: 200, request_id: 'r', body }, error: null };
}

function read(of: World, lines: readonly unknown[], path = 'output.jsonl') {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\r\n');
  const ports = {
    store: of.store,
    runs: createRuns(of.ports),
    findBenchmark: (digest: string) => Promise.resolve(digest === benchmark.digest ? benchmark : undefined),
    readChatReply,
  };
  return readBatch([{ path, blob: new Blob([text]) }], ports, never);
}

async function attemptsOf(of: World, runId: string): Promise<readonly Attempt[]> {
  return of.store.listAttempts(runId);
}

test('each call is a line with its clip, under an id of its own, and the run waits for the output', async () => {
  const here = world();
  const { run, lines, lineCount, problems } = await written(here, { epochs: 2 });
  expect(problems).toEqual([]);
  expect(lineCount).toBe(6);
  expect(new Set(lines.map(({ custom_id }) => custom_id)).size).toBe(6);
  for (const line of lines) {
    expect(line).toMatchObject({ method: 'POST', url: '/v1/chat/completions', body: { model: 'stand-in' } });
    expect(line.custom_id.length).toBeLessThanOrEqual(64);
    const parts = line.body.messages.at(-1).content;
    expect(parts[0].video_url.url).toMatch(/^data:video\/mp4;base64,/);
    expect(line.body).not.toHaveProperty('stream');
  }
  expect(here.store.runs.get(run.id)?.status.kind).toBe('paused');
  const attempts = await attemptsOf(here, run.id);
  expect(attempts.every(({ state, prompt, clip }) => state.kind === 'queued' && prompt && clip)).toBe(true);
});

test('the output is scored as any reply; errors fail, usage is kept, and nothing is taken twice', async () => {
  const here = world();
  const { run, lines } = await written(here);
  const [first, second, free] = lines.map(({ custom_id }): string => custom_id);
  const tooMany = {
    custom_id: second,
    response: { status_code: 429, body: { error: { message: 'Slow down.' } } },
    error: null,
  };
  const part = await read(here, [tooMany, answered(first!, 'Answer: B'), '{"custom_id": "cut sh']);
  expect(part.runs.map(({ id, status }) => [id, status.kind])).toEqual([[run.id, 'paused']]);
  expect(part.problems).toEqual([{ file: 'output.jsonl', message: expect.stringMatching(/^1 line is no output/) }]);

  const rest = await read(here, [answered(free!, 'It gives way.'), answered(first!, 'Answer: C')]);
  expect(rest.runs[0]?.status.kind).toBe('finished');
  expect(rest.problems[0]?.message).toMatch(/^1 line is of questions that have an answer already/);
  const attempts = await attemptsOf(here, run.id);
  const outcomes = attempts.map(({ state }) => (state.kind === 'done' ? state.outcome : state.kind));
  expect(outcomes).toEqual(['correct', 'failed', 'unjudged']);
  expect(attempts[0]?.reply).toMatchObject({
    text: 'Answer: B',
    usage: { inputTokens: 900 },
    modelVersion: 'stand-in-1',
  });
  expect(attempts[1]?.failure).toMatchObject({
    kind: 'rate-limited',
    message: expect.stringMatching(/\(429\): Slow down\./),
  });
});

test('calls that wait for the output are known, whatever endpoint, judge or choice of questions would make them again', async () => {
  const here = world();
  const waiting = (config: Partial<RunConfig> = {}) => waitingCalls(aRunConfig(config), benchmark, here.store);
  expect(await waiting()).toBeUndefined();
  const { run, lines } = await written(here);
  const { model } = run.config;
  if (model.kind !== 'provider') throw new Error('A batch asks a model.');
  const all = { callCount: 3, writtenAt: run.createdAt, runIds: [run.id] };
  expect(await waiting()).toEqual(all);
  expect(await waiting({ model: { ...model, baseUrl: 'http://127.0.0.1:8' }, judge: JUDGE, epochs: 3 })).toEqual(all);
  expect(await waiting({ kinds: ['free-response'] })).toMatchObject({ callCount: 1 });
  // Only an order that is drawn depends on the seed.
  expect(await waiting({ seed: 77 })).toEqual(all);
  expect(await waiting({ seed: 77, optionOrder: 'seeded' })).toBeUndefined();
  expect(await waiting({ condition: 'text-only' })).toBeUndefined();
  expect(await waiting({ model: { ...model, modelId: 'another' } })).toBeUndefined();
  expect(await waiting({ model: { ...model, parameters: { temperature: 0.5 } } })).toBeUndefined();
  expect(await waiting({ model: { ...model, parameters: { ...model.parameters, timeout_seconds: 9 } } })).toEqual(all);
  // Written twice, they are no more calls.
  await written(here);
  expect(await waiting()).toMatchObject({ callCount: 3 });

  const [first, second, free] = lines.map(({ custom_id }): string => custom_id);
  const another = [...here.store.runs.values()].find(({ id }) => id !== run.id)!;
  await here.store.putRun({ ...another, deletedAt: run.createdAt });
  await read(here, [answered(first!, 'Answer: B')]);
  expect(await waiting()).toMatchObject({ callCount: 2 });
  // Also where judging was broken off, or the batch was written before the date of it was kept.
  await here.store.putRun({ ...run, status: { kind: 'running' } });
  expect(await waiting()).toMatchObject({ callCount: 2 });
  await here.store.putRun({ ...run, batchedAt: undefined });
  expect(await waiting()).toMatchObject({ callCount: 2 });
  await read(here, [answered(second!, 'Answer: B'), answered(free!, 'It gives way.')]);
  expect(await waiting()).toBeUndefined();
  // What is answered and still to be judged waits for the judge alone.
  const judging = (await attemptsOf(here, run.id)).map((attempt) => ({
    ...attempt,
    state: { kind: 'judging' } as const,
  }));
  await here.store.putAttempts(judging);
  expect(await waiting()).toBeUndefined();
});

test('an output without its run or benchmark, or of no batch at all, gets a sentence', async () => {
  const here = world();
  const { lines } = await written(here);
  const output = [answered(lines[0].custom_id, 'B')];
  const elsewhere = await read(world(), output);
  expect(elsewhere.runs).toEqual([]);
  expect(elsewhere.problems[0]?.message).toMatch(/not in this browser: import its run file first/);
  expect((await read(here, [{ custom_id: 'request-1' }, 'x'])).problems[0]?.message).toMatch(/^2 lines are no output/);
});

test('a clip that cannot be cut is told and failed, the rest is written; a cancelled one leaves nothing', async () => {
  const here = world();
  const cut = here.clipper.cut.bind(here.clipper);
  here.clipper.cut = (source, spec, signal) =>
    source.name.includes('long')
      ? Promise.reject(new SonoscoreError({ kind: 'clip', retryable: false, message: 'The file has no picture.' }))
      : cut(source, spec, signal);
  const { run, lineCount, problems } = await written(here);
  expect([lineCount, problems.map(({ message }) => message)]).toEqual([2, ['The file has no picture.']]);
  const attempts = await attemptsOf(here, run.id);
  expect(attempts.filter(({ failure }) => failure?.kind === 'clip')).toHaveLength(1);

  const empty = aWorld({ ask: () => Promise.reject(new Error('no')) }, { store: new MemoryStore() });
  const controller = new AbortController();
  const ports = { ...empty.ports, chatBody: batchBody };
  const writing = writeBatch(aRunConfig(), benchmark, ports, controller.signal, (done) => {
    if (done === 1) controller.abort();
  });
  await expect(writing).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(empty.store.runs.size).toBe(0);
});

test('other dialects’ parameters do not go along, and OpenAI’s get their names in chat completions', () => {
  const bodyOf = (provider: string, parameters: ModelRequest['parameters']) =>
    batchBody(provider, {
      baseUrl: 'http://127.0.0.1:9',
      modelId: 'm',
      system: undefined,
      parts: [{ kind: 'text', text: 'Hm?' }],
      parameters,
      json: false,
    });
  expect(bodyOf('gemini', { temperature: 0, media_resolution: 'high' })).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hm?' }],
    temperature: 0,
  });
  expect(bodyOf('openai', { 'reasoning.effort': 'low', max_tokens: 99, image_detail: 'high' })).toMatchObject({
    reasoning_effort: 'low',
    max_completion_tokens: 99,
  });
  expect(bodyOf('qwen', { enable_thinking: 'true' })).not.toHaveProperty('stream');
  const { lineCount, bytes } = batchSize(aRunConfig(), benchmark, world().ports.providers);
  expect(lineCount).toBe(3);
  expect(bytes).toBeGreaterThan(batchSize(aRunConfig({ condition: 'text-only' }), benchmark, new Map()).bytes);
});

test('free answers of a batch are judged in the run itself, and nobody asks for what has not come', async () => {
  const asked: ModelRequest[] = [];
  const here = aWorld({
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(aReply('{"score": 2, "error_type": "none", "explanation": "As it is."}'));
    },
  });
  const { run, lines } = await written(here);
  const ids = lines.map(({ custom_id }): string => custom_id);
  await read(here, [answered(ids[0] ?? '', 'B'), answered(ids[2] ?? '', 'Flow away from the probe.')]);
  const runs = createRuns(here.ports);
  await runs.judge(run.id, benchmark, JUDGE, { key: undefined });
  await expect.poll(() => here.store.runs.get(run.id)?.status.kind).toBe('paused');
  expect(asked.map(({ modelId }) => modelId)).toEqual(['judge']);
  const attempts = await attemptsOf(here, run.id);
  expect(attempts.map(({ state }) => (state.kind === 'done' ? state.outcome : state.kind)).sort()).toEqual([
    'correct',
    'correct',
    'queued',
  ]);
  const other = { ...JUDGE, strict: true };
  await expect(runs.judge(run.id, benchmark, other, { key: undefined })).rejects.toThrow(/Another judge/);
  await read(here, [answered(ids[1] ?? '', 'A')]);
  expect(here.store.runs.get(run.id)?.status.kind).toBe('finished');
});
