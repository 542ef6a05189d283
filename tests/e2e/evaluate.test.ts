import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';

import { readRunFile } from '../../src/share/index.ts';
import { startStandInModel } from '../servers/stand-in-model.ts';

const root = path.resolve(import.meta.dirname, '../..');
const builtPage = path.join(root, 'dist-e2e', 'some', 'folder');
const KEY = 'sk-of-a-script-0123456789';
const RESULTS = ['answers.csv', 'permalink.txt', 'report.json', 'run.json', 'upstream.zip'];

const server = await startStandInModel();
const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-evaluate-'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** As `npm run evaluate -- …` does, over the page that is built already. */
async function evaluate(out: string, ...options: readonly string[]) {
  const always = ['--page', builtPage, '--port', String(await port), '--out', out, '--condition', 'text-only'];
  const args = [path.join(root, 'scripts', 'evaluate.mjs'), ...always, ...options];
  const child = spawn(process.execPath, args, { env: { ...process.env, SONOSCORE_KEY: KEY } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** One that is free now: the page's address stays the same over all calls, or its storage would not be found. */
const port = new Promise<number>((resolve, reject) => {
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => {
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('There is no free port.'));
    });
  });
});

async function runIn(out: string) {
  const parsed = await readRunFile(await readFile(path.join(out, 'run.json'), 'utf8'));
  if (parsed.kind !== 'run') throw new Error(`run.json is no run file: ${JSON.stringify(parsed)}`);
  return parsed;
}

const requestLine = v.object({
  custom_id: v.string(),
  url: v.literal('/v1/chat/completions'),
  body: v.looseObject({ model: v.literal('stand-in') }),
});

test('a batch goes out as a file by command line, and its output comes in and is judged', async () => {
  const out = path.join(folder, 'batch');
  const requests = path.join(out, 'requests.jsonl');
  const options = ['--model', 'stand-in', '--limit', '5', '--judge', 'judge', '--judge-base-url', server.baseUrl];
  const written = await evaluate(out, ...options, '--batch-out', requests);
  expect(written).toMatchObject({ code: 0, said: expect.stringContaining('5 requests') });
  expect(server.calls).toHaveLength(0);
  const lines = (await readFile(requests, 'utf8')).trimEnd().split('\n');
  const ids = lines.map((line) => v.parse(requestLine, JSON.parse(line)).custom_id);
  expect(new Set(ids).size).toBe(5);

  // While the service is at them, the same command asks nobody: each call would be paid for twice. It names an endpoint now.
  const impatient = await evaluate(out, ...options, '--base-url', server.baseUrl);
  expect(impatient).toMatchObject({ code: 2, said: expect.stringMatching(/5 calls .* wait for .* --ask-again/) });
  expect(server.calls).toHaveLength(0);

  // The service failed the last request, and answered in an order of its own.
  const answers = ids.map((id, index) =>
    index === ids.length - 1
      ? { custom_id: id, response: null, error: { message: 'the machine went away' } }
      : { custom_id: id, response: { status_code: 200, body: completion('Answer: B') }, error: null },
  );
  const output = path.join(folder, 'output.jsonl');
  await writeFile(
    output,
    answers
      .reverse()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const read = await evaluate(out, ...options, '--batch-in', output);
  expect(read).toMatchObject({ code: 0, said: expect.stringContaining('The results are in') });
  expect(await readdir(out)).toEqual(expect.arrayContaining(RESULTS));
  const { run, attempts } = await runIn(out);
  expect(run.status).toEqual({ kind: 'finished' });
  expect(attempts).toHaveLength(5);
  const failed = attempts.filter(({ state }) => state.kind === 'done' && state.outcome === 'failed');
  expect(failed.map(({ failure }) => failure?.message)).toEqual([expect.stringContaining('the machine went away')]);
  // Nobody but the judge was asked, and only of free answers.
  const judged = attempts.filter(({ verdict }) => verdict !== undefined);
  expect(judged.length).toBeGreaterThan(0);
  expect(server.calls.map(({ modelId, wantsJson }) => [modelId, wantsJson])).toEqual(judged.map(() => ['judge', true]));
  expect(judged.every(({ state }) => state.kind === 'done' && state.outcome === 'partly-correct')).toBe(true);
});

test('calls that wait for a batch’s output are made by the explicit wish only', async () => {
  const out = path.join(folder, 'impatient');
  const before = server.calls.length;
  server.answerWith(() => ({ kind: 'text', text: 'Answer: B' }));
  const options = ['--model', 'stand-in', '--base-url', server.baseUrl, '--kinds', 'mcq', '--limit', '3'];
  expect(await evaluate(out, ...options, '--batch-out', path.join(out, 'requests.jsonl'))).toMatchObject({ code: 0 });
  expect(await evaluate(out, ...options, '--limit', '2')).toMatchObject({ code: 2 });
  expect(server.calls).toHaveLength(before);
  const again = path.join(out, 'again.jsonl');
  expect(await evaluate(out, ...options, '--batch-out', again)).toMatchObject({
    code: 2,
    said: expect.stringMatching(/3 calls .* nothing was written/),
  });
  await expect(readFile(again)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await evaluate(out, ...options, '--ask-again')).toMatchObject({ code: 0 });
  expect(server.calls).toHaveLength(before + 3);
});

test('a run that stopped goes on with the same command, and asks nothing twice', async () => {
  const out = path.join(folder, 'run');
  const before = server.calls.length;
  const since = () => server.calls.slice(before);
  const options = ['--model', 'stand-in', '--base-url', server.baseUrl, '--kinds', 'mcq', '--limit', '5'];
  server.answerWith(() =>
    since().length <= 2
      ? { kind: 'text', text: 'Answer: B' }
      : { kind: 'raw', status: 401, body: { error: { message: 'no such key' } } },
  );
  const stopped = await evaluate(out, ...options);
  expect(stopped.code).toBe(3);
  const half = await runIn(out);
  const answered = half.attempts.filter(({ reply }) => reply !== undefined);
  expect(answered).toHaveLength(2);

  const refused = since().length;
  server.answerWith(() => ({ kind: 'text', text: 'Answer: B' }));
  const done = await evaluate(out, ...options);
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('Going on with the unfinished run') });
  const whole = await runIn(out);
  expect(whole.run.id).toBe(half.run.id);
  expect(since().length - refused).toBe(3);
  expect(whole.attempts.every(({ reply, state }) => reply !== undefined && state.kind === 'done')).toBe(true);
  for (const name of RESULTS) expect(await readFile(path.join(out, name), 'latin1')).not.toContain(KEY);
});

function completion(content: string): unknown {
  const message = { role: 'assistant', content };
  return { model: 'stand-in', choices: [{ index: 0, message, finish_reason: 'stop' }] };
}
