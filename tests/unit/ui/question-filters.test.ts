import { expect, test } from 'vitest';

import { differingQuestions, shortcutElsewhere } from '../../../src/ui/state/question-sets.ts';
import { NO_FILTER, type QuestionFilter } from '../../../src/ui/state/route.ts';
import { matches, rowsOf } from '../../../src/ui/state/rows.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, options } from '../builders.ts';

const short = aQuestion({ number: 1, options: options('Press', 'Raise the gain', 'Turn the probe'), answer: 'A' });
const long = aQuestion({
  number: 2,
  type: 2,
  videoKey: 'carotid_artery',
  endSeconds: 12,
  options: options('Press', 'Raise the gain', 'Turn the probe'),
  answer: 'C',
});
const free = aFreeQuestion({ number: 3, type: 3, endSeconds: 25 });
const benchmark = aBenchmark([short, long, free]);
const run = aRun(benchmark);
const attempts = [
  anAttempt(short, 'correct', { prediction: { kind: 'letter', shownLetter: 'A', printedIndex: 0 } }),
  anAttempt(long, 'incorrect', { prediction: { kind: 'letter', shownLetter: 'A', printedIndex: 0 } }),
  anAttempt(free, 'partly-correct', { reply: aReply('It gives way.') }),
];

function numbersOf(filter: Partial<QuestionFilter>, differing?: ReadonlySet<string>): readonly unknown[] {
  const sets = { differing, elsewhere: shortcutElsewhere(benchmark) };
  return rowsOf(run, benchmark, attempts)
    .filter((row) => matches(row, { ...NO_FILTER, ...filter }, sets))
    .map(({ question }) => question?.number);
}

test('each filter alone finds what it asks for', () => {
  expect(numbersOf({})).toEqual([1, 2, 3]);
  expect(numbersOf({ kind: 'free-response' })).toEqual([3]);
  expect(numbersOf({ type: 2 })).toEqual([2]);
  expect(numbersOf({ outcome: 'partly-correct' })).toEqual([3]);
  expect(numbersOf({ videoKey: 'carotid_artery' })).toEqual([2]);
  expect(numbersOf({ length: '20-and-over' })).toEqual([3]);
  expect(numbersOf({ text: 'GIVES way' })).toEqual([3]);
  expect(numbersOf({ text: 'carotid artery' })).toEqual([2]);
  expect(numbersOf({ shortcut: 'elsewhere' })).toEqual([2]);
  expect(numbersOf({ shortcut: 'elsewhere', outcome: 'correct' })).toEqual([]);
});

test('models differ in the option that they chose or the points that they got, not in what failed or was not judged', () => {
  const other = [
    // The same option, shown under another letter.
    anAttempt(short, 'correct', { prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 0 } }),
    // Wrong too, by another option.
    anAttempt(long, 'incorrect', { prediction: { kind: 'letter', shownLetter: 'A', printedIndex: 1 } }),
    anAttempt(free, 'unjudged'),
  ];
  const differing = differingQuestions(benchmark, [
    { run, attempts },
    { run, attempts: other },
  ]);
  expect([...differing]).toEqual([long.id]);
  expect(numbersOf({ models: 'differ' }, differing)).toEqual([2]);
  expect(numbersOf({ models: 'differ' })).toEqual([]);
  const judged = [anAttempt(short, 'failed'), anAttempt(long, 'failed'), anAttempt(free, 'correct')];
  const third = { run, attempts: judged };
  expect([...differingQuestions(benchmark, [{ run, attempts }, third])]).toEqual([free.id]);
  const silent = { run, attempts: [anAttempt(short, 'no-answer')] };
  expect([...differingQuestions(benchmark, [{ run, attempts }, silent])]).toEqual([short.id]);
  // A second answer of one run is no other model.
  const again = { run, attempts: [anAttempt(short, 'no-answer', { epoch: 1 })] };
  expect(differingQuestions(benchmark, [{ run, attempts }, again]).size).toBe(0);
});
