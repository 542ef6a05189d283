import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';

import { createRuns } from '../../../src/app/index.ts';
import { beginAudit, withScore } from '../../../src/domain/audit/index.ts';
import { createRunExchange } from '../../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../builders.ts';
import { MemoryAudits, MemoryStore, PlainClipper, aWorld as aRunWorld } from '../run/memory-ports.ts';
import { answering, ended, KEY } from '../run/running.ts';

const question = aQuestion();
const free = aFreeQuestion();
const benchmark = aBenchmark([question, free]);
const run = aRun(benchmark);
const attempts = [
  anAttempt(question, 'correct', {
    reply: aReply('Answer: B'),
    prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 1 },
  }),
  anAttempt(free, 'partly-correct', {
    reply: aReply('It gives way.'),
    prediction: { kind: 'text', text: 'It gives way.' },
    verdict: aVerdict(1),
  }),
];
const signal = new AbortController().signal;

async function aWorld() {
  const store = new MemoryStore();
  const audits = new MemoryAudits();
  let ids = 0;
  const exchange = createRunExchange({
    store,
    audits,
    readBatch: () => Promise.resolve({ runs: [], problems: [] }),
    newId: () => `imported-${(ids += 1)}`,
    now: () => new Date('2026-01-01T00:00:00.000Z'),
    readTexts: async (files) => ({
      texts: await Promise.all(files.map(async ({ path, blob }) => ({ path, text: await blob.text() }))),
      problems: [],
    }),
  });
  await store.putAttempts(attempts);
  await store.putRun(run);
  return { store, audits, exchange };
}

test('a run leaves whole and comes back whole in another browser; in its own it stays as it is', async () => {
  const { exchange } = await aWorld();
  const { name, blob } = await exchange.export(run.id, undefined, 'run-file');
  expect(name).toBe('sonoscore-stand-in-2025-01-01-run.json');

  const other = await aWorld();
  await other.store.deleteRun(run.id);
  const { runs, problems } = await other.exchange.import([{ path: name, blob }], undefined, signal);
  expect(problems).toEqual([]);
  expect(runs).toEqual([run]);
  expect(await other.store.listAttempts(run.id)).toEqual(attempts);

  const again = await other.exchange.import([{ path: name, blob }], undefined, signal);
  expect(again.runs).toEqual([]);
  expect(again.problems[0]?.message).toMatch(/already/);
});

test('a run file carries the corrections of its Videos, and they are cut by when the run goes on elsewhere', async () => {
  const { videoKey } = question;
  const corrections = [
    {
      videoKey,
      name: 'starts later',
      offsetSeconds: 1.25,
      roi: { unit: 'proportion', x: 0.1, y: 0.2, width: 0.5, height: 0.4 },
    },
  ] as const;
  const here = await aWorld();
  const open = anAttempt(question, 'correct', { state: { kind: 'queued' } });
  await here.store.putRun({
    ...run,
    config: { ...run.config, kinds: ['multiple-choice'], corrections },
    questionIds: [question.id],
    status: { kind: 'paused', reason: 'Stopped.' },
  });
  here.store.attempts.clear();
  await here.store.putAttempts([open]);
  const { name, blob } = await here.exchange.export(run.id, undefined, 'run-file');

  const there = await aWorld();
  await there.store.deleteRun(run.id);
  const imported = await there.exchange.import([{ path: name, blob }], benchmark, signal);
  expect(imported.runs[0]?.config.corrections).toEqual(corrections);
  const clipper = new PlainClipper();
  const world = aRunWorld(
    answering(() => aReply('A')),
    { store: there.store, clipper },
  );
  await createRuns(world.ports).resume(run.id, benchmark, { key: KEY });
  await ended(world, run.id);
  const video = benchmark.videos.find(({ key }) => key === videoKey)!;
  expect(clipper.cuts.map(({ startSeconds, roi }) => [startSeconds, roi])).toEqual([
    [video.startSeconds + question.startSeconds + 1.25, corrections[0].roi],
  ]);
});

test('a run file takes no place of a run that was deleted and can be had back, or that cannot be read', async () => {
  const { exchange, store } = await aWorld();
  const { name, blob } = await exchange.export(run.id, undefined, 'run-file');
  const deleted = { ...run, deletedAt: run.createdAt, createdAt: '2024-01-01T00:00:00.000Z' };
  await store.putRun(deleted);
  const { runs, problems } = await exchange.import([{ path: name, blob }], undefined, signal);
  expect(problems).toEqual([]);
  expect(runs).toEqual([{ ...run, id: 'imported-1' }]);
  expect(await store.getRun(run.id)).toEqual(deleted);
  expect(await store.listAttempts('imported-1')).toEqual(attempts.map((each) => ({ ...each, runId: 'imported-1' })));
  store.getRun = () => Promise.reject(new TypeError('This run cannot be read.'));
  expect((await exchange.import([{ path: name, blob }], undefined, signal)).runs[0]?.id).toBe('imported-2');
});

test('a run whose answers show other options than its questions have is refused where they are at hand', async () => {
  const { exchange, store } = await aWorld();
  const [choice, other] = attempts;
  const altered = [
    { ...choice!, optionOrder: [1, 0] },
    { ...choice!, prediction: { kind: 'letter', shownLetter: 'H', printedIndex: 7 } as const },
  ];
  for (const each of altered) {
    await store.putAttempts([each, other!]);
    const { name, blob } = await exchange.export(run.id, undefined, 'run-file');
    const elsewhere = await aWorld();
    await elsewhere.store.deleteRun(run.id);
    const { runs, problems } = await elsewhere.exchange.import([{ path: name, blob }], benchmark, signal);
    expect(runs).toEqual([]);
    expect(problems[0]?.message).toMatch(/does not fit its questions.*other options/);
    expect(elsewhere.store.runs.size).toBe(0);
  }
});

test('the files of the authors’ form come back as a run with the same outcomes', async () => {
  const { exchange, store } = await aWorld();
  const { name, blob } = await exchange.export(run.id, benchmark, 'upstream');
  expect(name).toMatch(/upstream\.zip$/);
  const reader = new ZipReader(new BlobReader(blob));
  const files = await Promise.all(
    (await reader.getEntries()).map(async (entry) => {
      if (entry.directory) throw new Error('no folders are written');
      return { path: `stand-in/${entry.filename}`, blob: new Blob([await entry.getData(new TextWriter())]) };
    }),
  );
  const { runs, problems } = await exchange.import(files, benchmark, signal);
  expect(problems).toEqual([]);
  expect(runs).toHaveLength(1);
  const back = await store.listAttempts('imported-1');
  expect(back.map(({ questionId, state }) => [questionId, state])).toEqual(
    attempts.map(({ questionId, state }) => [questionId, state]),
  );
});

test('tables and reports need the very benchmark, and say so', async () => {
  const { exchange } = await aWorld();
  const table = await (await exchange.export(run.id, benchmark, 'csv')).blob.text();
  expect(table).toContain('correct');
  const report: unknown = JSON.parse(await (await exchange.export(run.id, benchmark, 'report')).blob.text());
  expect(report).toMatchObject({ formatVersion: 1, overall: { multipleChoice: { allCounted: { value: 1 } } } });
  await expect(exchange.export(run.id, undefined, 'csv')).rejects.toThrow(/open that benchmark/);
  await expect(exchange.export('gone', benchmark, 'csv')).rejects.toThrow(/not in this browser/);
});

test('a file that was cut short is said to be no valid JSON, and what lies beside it is read', async () => {
  const { exchange, store } = await aWorld();
  const { name, blob } = await exchange.export(run.id, undefined, 'run-file');
  const text = await blob.text();
  await store.deleteRun(run.id);
  const cut = { path: 'cut.json', blob: new Blob([text.slice(0, text.length >> 1)]) };
  const results = { path: 'm/score_pred_femoral_vein.json', blob: new Blob(['[{"question":']) };
  const script = { path: 'prompts.py', blob: new Blob(['PROMPT = 1']) };
  const { runs, problems } = await exchange.import([cut, results, script, { path: name, blob }], undefined, signal);
  expect(runs.map(({ id }) => id)).toEqual([run.id]);
  expect(problems).toEqual(
    [cut, results].map(({ path }) => ({
      file: path,
      message: expect.stringMatching(/^Not valid JSON \(.+\): the file may have been cut short\.$/),
    })),
  );
});

test('files without a run, and results without their benchmark, get a sentence', async () => {
  const { exchange } = await aWorld();
  const nothing = await exchange.import([{ path: 'a.json', blob: new Blob(['{}']) }], benchmark, signal);
  expect(nothing.problems[0]?.message).toMatch(/no run and no result/);
  const results = { path: 'm/score_pred_femoral_vein.json', blob: new Blob(['[]']) };
  const early = await exchange.import([results], undefined, signal);
  expect(early.problems[0]?.message).toMatch(/open the benchmark first/);
});

test('an audit leaves as JSON with its numbers and as a table with both scores beside each other', async () => {
  const { exchange, audits } = await aWorld();
  await expect(exchange.exportAudit(run.id, benchmark, 'json')).rejects.toThrow(/no audit/);
  const begun = beginAudit(benchmark, run.id, attempts, { seed: 1, size: 5, now: run.createdAt });
  const score = { questionId: free.id, epoch: 0, score: 0, errorType: 'both_fail', at: run.createdAt } as const;
  await audits.change(run.id, () => withScore(begun, score));
  await expect(exchange.exportAudit(run.id, undefined, 'csv')).rejects.toThrow(/open that benchmark first/);

  const table = await exchange.exportAudit(run.id, benchmark, 'csv');
  expect(table.name).toBe('sonoscore-stand-in-2025-01-01-audit.csv');
  expect((await table.blob.text()).split('\r\n')[1]).toBe(
    `${free.id},0,1,femoral_vein,source-of-femoral_vein,${free.answer},It gives way.,stand-in-judge,1,wrong_conclusion,0,both_fail,2025-01-01T00:00:00.000Z,1`,
  );
  const file: unknown = JSON.parse(await (await exchange.exportAudit(run.id, benchmark, 'json')).blob.text());
  expect(file).toMatchObject({
    format: 'sonoscore-audit',
    run: { id: run.id, model: 'stand-in' },
    audit: { scores: [score] },
    report: { scoredCount: 1, agreement: { count: 1 } },
  });
});
