import { expect, test } from 'vitest';

import { drawSpotCheck, openShared, shareRuns, spotCheck } from '../../../src/domain/permalink/index.ts';
import type { Attempt, Outcome } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aRun } from '../builders.ts';

const questions = Array.from({ length: 60 }, (_, place) =>
  aQuestion({ videoKey: `video-${place % 20}`, sourceKey: `source-${place % 20}`, number: place + 1 }),
);
const benchmark = aBenchmark(questions);

/** A run in which the question at `place` is right where `isRight` says so. */
function runOf(isRight: (place: number) => boolean, many = 60) {
  const attempts = questions.slice(0, many).map((question, place): Attempt =>
    anAttempt(question, isRight(place) ? 'correct' : 'incorrect', {
      prediction: { kind: 'letter', shownLetter: 'A', printedIndex: isRight(place) ? 1 : 0 },
    }),
  );
  return { run: aRun(benchmark), attempts };
}

const twoThirds = (place: number): boolean => (place * 7) % 3 !== 0;

test('the same questions are drawn from the same seed, each once and only among those answered', () => {
  const shared = shareRuns(benchmark, [runOf(twoThirds, 45)]).runs[0]!;
  const drawn = drawSpotCheck(benchmark, shared, 7);
  expect(drawn).toHaveLength(30);
  expect(new Set(drawn).size).toBe(30);
  expect(drawSpotCheck(benchmark, shared, 7)).toEqual(drawn);
  expect(drawSpotCheck(benchmark, shared, 8)).not.toEqual(drawn);
  const answered = new Set(questions.slice(0, 45).map(({ id }) => id));
  expect(drawn.every((id) => answered.has(id))).toBe(true);
  expect(drawSpotCheck(benchmark, shared, 7, 500)).toHaveLength(45);
  expect(drawSpotCheck(benchmark, shared, 7, 500, new Set(['source-3']))).toHaveLength(3);
});

test('a claim that comes out nearly as claimed is plausible', () => {
  const check = spotCheck(
    benchmark,
    runOf(twoThirds),
    runOf((place) => twoThirds(place) !== (place % 15 === 0), 30),
  )!;
  expect(check.count).toBe(30);
  expect(check.agreement.value).toBeCloseTo(28 / 30);
  expect(check.agreement.low).toBeGreaterThan(0.7);
  expect(check.sameOption).toEqual({ same: 28, count: 30 });
  expect(check.verdict).toBe('plausible');
});

test('chance agreement is the sum of the products of shares', () => {
  const check = spotCheck(
    benchmark,
    runOf((place) => place < 15, 20),
    runOf((place) => place < 10, 20),
  )!;
  expect(check.chanceAgreement).toBeCloseTo(0.75 * 0.5 + 0.25 * 0.5);
  expect(check.difference.estimate.value).toBeCloseTo(0.25);
});

test('a claim that boasts is found out', () => {
  const check = spotCheck(
    benchmark,
    runOf(() => true),
    runOf(twoThirds, 30),
  )!;
  expect(check.difference.estimate.value).toBeCloseTo(10 / 30);
  expect(check.verdict).toBe('better-than-found');
});

test('a claim of the right score for the wrong answers is found out', () => {
  const check = spotCheck(
    benchmark,
    runOf((place) => place % 2 === 0),
    runOf((place) => place % 2 === 1),
  )!;
  expect(check.agreement.value).toBe(0);
  expect(check.verdict).not.toBe('plausible');
});

test('a few questions decide nothing', () => {
  expect(spotCheck(benchmark, runOf(twoThirds), runOf(twoThirds, 8))!.verdict).toBe('undecided');
});

test('what failed or was not judged is left out, and nothing in common is nothing', () => {
  const free = aFreeQuestion();
  const both = aBenchmark([questions[0]!, questions[1]!, free]);
  const runWith = (...outcomes: readonly Outcome[]) => ({
    run: aRun(both),
    attempts: [questions[0]!, questions[1]!, free].map((question, at) => anAttempt(question, outcomes[at])),
  });
  const check = spotCheck(
    both,
    runWith('correct', 'correct', 'partly-correct'),
    runWith('correct', 'failed', 'unjudged'),
  )!;
  expect([check.count, check.leftOutCount]).toEqual([1, 2]);
  expect(spotCheck(both, { run: aRun(both), attempts: [] }, runWith('correct'))).toBeUndefined();
});

test('what a link carries of a run checks the run itself', () => {
  const own = runOf(twoThirds);
  const shared = shareRuns(benchmark, [own]);
  const check = spotCheck(benchmark, openShared(shared, shared.runs[0]!, benchmark, 'shared'), own)!;
  expect(check.agreement.value).toBe(1);
  expect(check.verdict).toBe('plausible');
});
