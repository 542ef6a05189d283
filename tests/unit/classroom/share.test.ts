import { expect, test } from 'vitest';

import {
  castVote,
  classRuns,
  EMPTY_VOTES,
  scoreText,
  setHands,
  writeText,
} from '../../../src/domain/classroom/index.ts';
import { headlineFollows, openShared, sameScore, shareRuns } from '../../../src/domain/permalink/index.ts';
import { compareRuns, overallScores } from '../../../src/domain/report/index.ts';
import { readPermalink, readRunFile, runToCsv, writePermalink, writeRunFile } from '../../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion } from '../builders.ts';

test('a class is carried by a link as any run is, and its score follows from the answers in it', async () => {
  const questions = [aQuestion({ number: 1 }), aQuestion({ number: 2 })];
  const benchmark = aBenchmark(questions);
  const now = '2026-01-01T00:00:00.000Z';
  const ledger = questions.reduce((all, { id }, at) => setHands(all, id, 'first', [at, 20, 5, 4]), EMPTY_VOTES);
  const deck = {
    formatVersion: 1,
    id: 'deck-1',
    name: 'Veins',
    createdAt: now,
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    questionIds: questions.map(({ id }) => id),
  } as const;
  const place = { questionIndex: 1, stage: 'reveal' } as const;
  const session = { formatVersion: 1, id: 'class-1', deck, createdAt: now, updatedAt: now, place, ledger } as const;
  const runs = classRuns(session, benchmark, now);
  const result = await readPermalink(await writePermalink(shareRuns(benchmark, runs)));
  if (result.kind !== 'result') throw new Error(result.message);
  const { result: shared } = result;
  expect(headlineFollows(shared)).toBe(true);
  for (const [at, { run, attempts }] of runs.entries()) {
    const opened = openShared(shared, shared.runs[at]!, benchmark, 'opened');
    expect(opened.run.config.model).toEqual(run.config.model);
    const claimed = overallScores(benchmark, { run, attempts }).multipleChoice;
    expect(sameScore(claimed, overallScores(benchmark, opened).multipleChoice)).toBe(true);
  }
});

test('a class leaves as table, file and link with its counts, its two votes compared, and nothing that tells who answered', async () => {
  const question = aQuestion();
  const free = aFreeQuestion();
  const benchmark = aBenchmark([question, free]);
  const now = '2026-01-01T00:00:00.000Z';
  const people = ['annexample7', 'bobexample7', 'cyexample77'];
  let ledger = EMPTY_VOTES;
  for (const [at, personId] of people.entries())
    for (const stage of ['first', 'second'] as const) {
      // One is right at first, all after the discussion.
      const choice = stage === 'second' || at === 0 ? 1 : 2;
      ledger = castVote(ledger, { personId, questionId: question.id, stage, choice, counter: 1 });
      const text = { personId, questionId: free.id, stage, text: `Text ${at} ${stage}`, counter: 1 };
      ledger = scoreText(writeText(ledger, text), text, stage === 'first' ? 0 : 2);
    }
  const session = {
    formatVersion: 1,
    id: 'class-1',
    deck: {
      formatVersion: 1,
      id: 'deck-1',
      name: 'Veins',
      createdAt: now,
      benchmark: { name: benchmark.name, digest: benchmark.digest },
      questionIds: [question.id, free.id],
    },
    createdAt: now,
    updatedAt: now,
    place: { questionIndex: 1, stage: 'reveal' },
    ledger,
  } as const;
  const runs = classRuns(session, benchmark, now);
  const out = [await writePermalink(shareRuns(benchmark, runs))];
  for (const { run, attempts } of runs) {
    const file = await writeRunFile(run, attempts);
    expect(await readRunFile(file)).toEqual({ kind: 'run', run, attempts });
    out.push(file, runToCsv(benchmark, run, attempts));
  }
  const read = await readPermalink(out[0] ?? '');
  out.push(JSON.stringify(read));
  expect(out.join('\n')).toContain('0 1 2 0');
  for (const name of people) expect(out.join('\n')).not.toContain(name);
  const [, first, , second] = runs;
  const gain = compareRuns(benchmark, second!, first!);
  expect(gain.multipleChoice?.difference.estimate.value).toBeCloseTo(2 / 3);
  expect(gain.freeResponse?.difference.estimate.value).toBeCloseTo(2);
});
