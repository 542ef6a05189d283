import { expect, test } from 'vitest';

import {
  castVote,
  type ClassPlace,
  classRuns,
  type ClassSession,
  EMPTY_VOTES,
  isStandingIn,
  keptOver,
  nextPlace,
  parseClassSession,
  previousPlace,
  setHands,
  soloRun,
  scoreText,
  STAGES,
  studentMessage,
  takesVote,
  writeText,
} from '../../../src/domain/classroom/index.ts';
import { canOverride, withOverride, withoutOverride } from '../../../src/domain/audit/index.ts';
import { buildReport } from '../../../src/domain/report/index.ts';
import { parseAttempt, parseRun } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion, aVerdict } from '../builders.ts';

const questions = [
  aQuestion({ number: 1, answer: 'B' }),
  aQuestion({ number: 2, answer: 'D', evidence: 'The narrator asks for gel.' }),
  aQuestion({ number: 3, answer: 'A' }),
];
const benchmark = aBenchmark(questions);
const ids = questions.map(({ id }) => id);
const now = '2026-01-01T00:00:00.000Z';

function aClass(overrides: Partial<ClassSession> = {}): ClassSession {
  return {
    formatVersion: 1,
    id: 'class-1',
    deck: {
      formatVersion: 1,
      id: 'deck-1',
      name: 'Veins',
      createdAt: now,
      benchmark: { name: benchmark.name, digest: benchmark.digest },
      questionIds: ids,
    },
    createdAt: now,
    updatedAt: now,
    place: { questionIndex: 0, stage: 'watch' },
    ledger: EMPTY_VOTES,
    ...overrides,
  };
}

test('nothing that is told before the reveal holds the answer or the evidence: all answers give the same message', () => {
  for (const stage of STAGES) {
    const told = (['A', 'B', 'C', 'D'] as const).map((answer) =>
      JSON.stringify(studentMessage(stage, aQuestion({ answer, evidence: `Evidence ${answer}`, printed: answer }))),
    );
    expect(new Set(told).size, stage).toBe(stage === 'reveal' ? 4 : 1);
  }
  for (const stage of STAGES) {
    const told = ['One.', 'Other.'].map((answer) =>
      JSON.stringify(studentMessage(stage, aFreeQuestion({ answer, evidence: answer }))),
    );
    expect(new Set(told).size, stage).toBe(stage === 'reveal' ? 2 : 1);
  }
  expect(studentMessage('reveal', questions[1]!)).toMatchObject({
    answerIndex: 3,
    evidence: 'The narrator asks for gel.',
  });
});

test('a class goes through all stages of all questions and back the same way', () => {
  const way: ClassPlace[] = [{ questionIndex: 0, stage: 'watch' }];
  for (let next = nextPlace(way[0]!, 3); next !== undefined; next = nextPlace(next, 3)) way.push(next);
  expect(way).toHaveLength(3 * STAGES.length);
  expect(way.at(-1)).toEqual({ questionIndex: 2, stage: 'reveal' });
  for (const [at, place] of way.entries()) expect(previousPlace(place)).toEqual(way[at - 1]);
});

test('a vote counts from the opening of its stage until the reveal, late ones too', () => {
  const first = { personId: 'p', questionId: ids[1]!, stage: 'first', choice: 0, counter: 1 } as const;
  const taken = (stage: 'first' | 'second') =>
    STAGES.filter((kind) => takesVote({ questionIndex: 1, stage: kind }, ids, { ...first, stage }));
  expect(taken('first')).toEqual(['vote', 'discuss', 'vote-again']);
  expect(taken('second')).toEqual(['vote-again']);
  expect(takesVote({ questionIndex: 0, stage: 'vote' }, ids, first)).toBe(false);
});

test('a class becomes runs: first and second vote, majority and each person, that a report can read', () => {
  let ledger = setHands(EMPTY_VOTES, ids[0]!, 'first', [5, 12, 2, 0]);
  ledger = setHands(ledger, ids[1]!, 'first', [8, 0, 0, 8]);
  ledger = setHands(ledger, ids[0]!, 'second', [1, 18, 0, 0]);
  for (const [person, choice] of [1, 1, 0].entries())
    ledger = castVote(ledger, { personId: `p${person}`, questionId: ids[0]!, stage: 'first', choice, counter: 1 });
  const runs = classRuns(aClass({ ledger }), benchmark, now);
  expect(runs.map(({ run }) => run.config.model)).toEqual([
    { kind: 'published', name: 'Veins: class, first vote, majority', source: 'people' },
    { kind: 'published', name: 'Veins: class, first vote, each person', source: 'people' },
    { kind: 'published', name: 'Veins: class, second vote, majority', source: 'people' },
    { kind: 'published', name: 'Veins: class, second vote, each person', source: 'people' },
  ]);
  expect(new Set(runs.map(({ run }) => run.id)).size).toBe(4);
  expect(classRuns(aClass({ ledger }), benchmark, now)).toEqual(runs);
  const [majority, each, second] = runs;
  expect(majority!.attempts.map(({ state, votes }) => [state, votes])).toEqual([
    [{ kind: 'done', outcome: 'correct' }, [6, 14, 2, 0]],
    // As many for one as for another: the class has no answer.
    [{ kind: 'done', outcome: 'no-answer' }, [8, 0, 0, 8]],
  ]);
  expect(second!.run.questionIds).toEqual([ids[0]]);
  // 14 of 22, and 8 of 16: each question counts once.
  const report = buildReport(benchmark, each!.run, each!.attempts);
  expect(report.overall.multipleChoice?.allCounted.value).toBeCloseTo((14 / 22 + 1 / 2) / 2);
  expect(each!.run.config.epochs).toBe(22);
  for (const { run, attempts } of runs) {
    expect(parseRun(JSON.parse(JSON.stringify(run)))).toMatchObject({ id: run.id });
    for (const attempt of attempts) expect(parseAttempt(attempt)).toEqual(attempt);
    expect(JSON.stringify([run, attempts])).not.toContain('"p0"');
  }
  expect(classRuns(aClass(), benchmark, now)).toEqual([]);
});

test('what people wrote stands in the run of each person, with the teacher’s points or none yet', () => {
  const free = aFreeQuestion();
  const mixed = aBenchmark([...questions, free]);
  const text = { questionId: free.id, stage: 'first', counter: 1 } as const;
  const ann = { ...text, personId: 'p1', text: 'The vein, for clots' };
  let ledger = castVote(EMPTY_VOTES, { personId: 'p1', questionId: ids[0]!, stage: 'first', choice: 1, counter: 1 });
  ledger = writeText(writeText(ledger, ann), { ...text, personId: 'p2', text: 'No idea' });
  ledger = scoreText(ledger, ann, 1);
  const deck = { ...aClass().deck, questionIds: [...ids, free.id] };
  const [majority, each] = classRuns(aClass({ deck, ledger }), mixed, now);
  expect(majority!.run.questionIds).toEqual([ids[0]]);
  expect(each!.run.config.kinds).toEqual(['multiple-choice', 'free-response']);
  expect(each!.run.config.epochs).toBe(2);
  const written = each!.attempts.filter(({ questionId }) => questionId === free.id);
  expect(written.map(({ state, override }) => [state, override?.score])).toEqual([
    [{ kind: 'done', outcome: 'partly-correct' }, 1],
    [{ kind: 'done', outcome: 'unjudged' }, undefined],
  ]);
  for (const attempt of each!.attempts) expect(parseAttempt(JSON.parse(JSON.stringify(attempt)))).toEqual(attempt);
  // Points can be taken off again, and a judge can score what has none.
  expect(canOverride(free, written[0]!)).toBe(true);
  expect(withoutOverride(free, written[0]!, now).state).toEqual({ kind: 'done', outcome: 'unjudged' });
  expect(buildReport(mixed, each!.run, each!.attempts).overall.freeResponse?.attemptCount).toBe(2);
  expect(parseClassSession(JSON.parse(JSON.stringify(aClass({ deck, ledger }))))).toEqual(aClass({ deck, ledger }));
  const alone = soloRun(deck, mixed, [{ questionId: free.id, choice: undefined, text: 'A vein', score: 2 }], {
    id: 'solo',
    now,
  });
  expect(alone.attempts.map(({ state }) => state)).toEqual([{ kind: 'done', outcome: 'correct' }]);
});

test('votes kept again as runs leave a judge’s verdicts, a person’s scores and notes with the answers that they are about', () => {
  const free = aFreeQuestion();
  const mixed = aBenchmark([...questions, free]);
  const place = { questionId: free.id, stage: 'first', counter: 1 } as const;
  const said = (personId: string, text: string) => ({ ...place, personId, text });
  const deck = { ...aClass().deck, questionIds: [free.id] };
  const made = (ledger: typeof EMPTY_VOTES, at: string) => classRuns(aClass({ deck, ledger }), mixed, at)[0]!;
  const [judged, scored, taught] = [said('p2', 'For clots'), said('p3', 'No idea'), said('p4', 'To see it')];
  let ledger = writeText(writeText(writeText(EMPTY_VOTES, judged), scored), taught);
  ledger = scoreText(scoreText(ledger, scored, 0), taught, 1);
  const first = made(ledger, now);
  const later = '2026-01-02T00:00:00.000Z';
  const override = { score: 2, errorType: 'none', note: 'She means it.', at: later } as const;
  const [one, two, three] = first.attempts;
  const worked = {
    run: first.run,
    attempts: [
      { ...one!, verdict: aVerdict(2), state: { kind: 'done', outcome: 'correct' } as const },
      withOverride(free, { ...two!, note: { text: 'Ask her.', at: later } }, override),
      three!,
    ],
  };
  // One more phone comes in, in front of the others, and the teacher thinks again of the last.
  const more = scoreText(writeText(ledger, said('p1', 'A new one')), taught, 2);
  const again = made(more, '2026-01-03T00:00:00.000Z');
  const kept = keptOver(again, mixed, worked);
  expect(
    kept.attempts.map(({ epoch, prediction, state, verdict, override: given, note }) => [
      epoch,
      prediction?.kind === 'text' && prediction.text,
      state.kind === 'done' && state.outcome,
      verdict?.score,
      given?.score,
      note?.text,
    ]),
  ).toEqual([
    [0, 'A new one', 'unjudged', undefined, undefined, undefined],
    [1, 'For clots', 'correct', 2, undefined, undefined],
    [2, 'No idea', 'correct', undefined, 2, 'Ask her.'],
    [3, 'To see it', 'correct', undefined, 2, undefined],
  ]);
  expect(kept.attempts[2]!.override).toEqual(override);
  for (const attempt of kept.attempts) expect(parseAttempt(JSON.parse(JSON.stringify(attempt)))).toEqual(attempt);
  // Once more, and it is the same; an answer that was written anew has lost what was said of the old.
  expect(keptOver(again, mixed, kept).attempts).toEqual(kept.attempts);
  const anew = made(writeText(more, { ...judged, text: 'For gas', counter: 2 }), later);
  expect(keptOver(anew, mixed, kept).attempts[1]!.verdict).toBeUndefined();
  expect(isStandingIn(again, worked.attempts)).toBe(false);
  expect(isStandingIn(again, kept.attempts)).toBe(true);
  expect(keptOver(again, mixed, undefined)).toBe(again);
});

test('who works alone is a run over the questions that were come to', () => {
  const answers = [
    { questionId: ids[2]!, choice: 0 },
    { questionId: ids[0]!, choice: undefined },
  ];
  const { run, attempts } = soloRun(aClass().deck, benchmark, answers, { id: 'solo', now });
  expect(run.questionIds).toEqual([ids[0], ids[2]]);
  expect(attempts.map(({ state }) => state)).toEqual([
    { kind: 'done', outcome: 'no-answer' },
    { kind: 'done', outcome: 'correct' },
  ]);
});

test('a stored class comes back with its votes in order; one that is broken is refused with a sentence', () => {
  const vote = (personId: string) =>
    ({ personId, questionId: ids[0]!, stage: 'first', choice: 1, counter: 1 }) as const;
  const stored = { ...aClass(), ledger: { votes: [vote('b'), vote('a'), vote('b')], hands: [] } };
  expect(parseClassSession(stored).ledger.votes.map(({ personId }) => personId)).toEqual(['a', 'b']);
  const past = parseClassSession(aClass({ place: { questionIndex: 99, stage: 'vote' } }));
  expect(past.place.questionIndex).toBe(2);
  expect(() => parseClassSession({ ...stored, place: { questionIndex: -1, stage: 'vote' } })).toThrow(
    'place.questionIndex',
  );
  expect(() => parseClassSession({ ...stored, formatVersion: 3 })).toThrow('newer Sonoscore');
});
