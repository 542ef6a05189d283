import fc from 'fast-check';
import { expect, test } from 'vitest';

import { SonoscoreError } from '../../src/app/index.ts';
import { createRunExchange, readRunFile } from '../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../unit/builders.ts';
import { MemoryAudits, MemoryStore } from '../unit/run/memory-ports.ts';
import { sha256 } from '../unit/shared-files.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedJson, changedText, written } from './mutations.ts';

const question = aQuestion();
const free = aFreeQuestion();
const benchmark = aBenchmark([question, free]);
const own = aRun(benchmark, { id: 'own' });
const ownAttempts = [anAttempt(question, 'correct', { runId: 'own', reply: aReply('Answer: B') })];
const content = {
  run: aRun(benchmark, { id: 'theirs' }),
  attempts: [
    anAttempt(question, 'correct', {
      runId: 'theirs',
      reply: aReply('Answer: B'),
      prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 1 },
    }),
    anAttempt(free, 'partly-correct', {
      runId: 'theirs',
      reply: aReply('It gives way.'),
      prediction: { kind: 'text', text: 'It gives way.' },
      verdict: aVerdict(1),
    }),
  ],
};

/** With the right digest, as somebody would write it who means harm. */
async function sealed(changed: unknown): Promise<string> {
  const text = written(changed);
  const digest = await sha256(text);
  return `{"format":"sonoscore-run","formatVersion":1,"sha256":"${digest}","content":${text}}`;
}

async function aWorld() {
  const store = new MemoryStore();
  await store.putAttempts(ownAttempts);
  await store.putRun(own);
  const exchange = createRunExchange({
    store,
    readBatch: () => Promise.resolve({ runs: [], problems: [] }),
    audits: new MemoryAudits(),
    newId: () => 'new',
    now: () => new Date('2026-01-01T00:00:00.000Z'),
    readTexts: async (files) => ({
      texts: await Promise.all(files.map(async ({ path, blob }) => ({ path, text: await blob.text() }))),
      problems: [],
    }),
  });
  return { store, exchange };
}

test('a changed run file becomes a run that can be shown and exported, or a sentence; no stored run is touched', async () => {
  const signal = new AbortController().signal;
  await forCases(changedJson(content), async (changed) => {
    const { store, exchange } = await aWorld();
    const file = { path: 'run.json', blob: new Blob([await sealed(changed)]) };
    const { runs, problems } = await exchange.import([file], benchmark, signal);
    expect(runs.length + problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message).toMatch(SENTENCE);
    expect(await store.getRun('own')).toEqual(own);
    expect(await store.listAttempts('own')).toEqual(ownAttempts);
    for (const { id } of runs) {
      for (const format of ['run-file', 'csv', 'report', 'upstream'] as const) {
        try {
          expect((await exchange.export(id, benchmark, format)).blob.size).toBeGreaterThan(0);
        } catch (error) {
          // Its questions may be those of another benchmark.
          if (!(error instanceof SonoscoreError)) throw error;
        }
      }
    }
  });
});

test('a run file that was changed after it was written is refused', async () => {
  const text = await sealed(content);
  await forCases(changedText(text), async (changed) => {
    fc.pre(changed.trim() !== text);
    const read = await readRunFile(changed);
    if (read.kind === 'broken') expect(read.message).toMatch(SENTENCE);
    // What was added outside of the digest's reach changes nothing.
    if (read.kind === 'run') expect(read).toEqual({ kind: 'run', ...content });
  });
});
