import { expect, test } from 'vitest';

import { classRuns, EMPTY_VOTES, setHands } from '../../../src/domain/classroom/index.ts';
import { headlineFollows, openShared, sameScore, shareRuns } from '../../../src/domain/permalink/index.ts';
import { overallScores } from '../../../src/domain/report/index.ts';
import { readPermalink, writePermalink } from '../../../src/share/index.ts';
import { aBenchmark, aQuestion } from '../builders.ts';

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
