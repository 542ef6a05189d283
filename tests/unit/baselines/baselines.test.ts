import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  answerLetters,
  baselinePrediction,
  createBaseline,
  shortcutMeter,
  shortcutUse,
} from '../../../src/domain/baselines/index.ts';
import { parseBenchmark, type Benchmark, type MultipleChoiceQuestion } from '../../../src/domain/benchmark/index.ts';
import { BASELINE_NAMES, type BaselineName } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aRun, options } from '../builders.ts';
import { sha256, sharedIsMissing, sharedJson } from '../shared-files.ts';

const question = aQuestion({
  options: options('Tilting the probe.', 'Zooming in', 'Freezing the picture now.', 'Adding gel.'),
});

function chosen(name: BaselineName, of: MultipleChoiceQuestion = question): string | undefined {
  const index = baselinePrediction(name, of, 1);
  return index === undefined ? undefined : of.options[index]?.letter;
}

describe('a baseline', () => {
  it.each<readonly [BaselineName, string | undefined]>([
    ['always-A', 'A'],
    ['always-D', 'D'],
    ['shortest-option', 'B'],
    ['longest-option', 'C'],
    ['odd-full-stop', 'B'],
    ['odd-full-stop-then-shortest', 'B'],
    ['most-common-first-word', 'A'],
  ])('%s chooses %s', (name, letter) => {
    expect(chosen(name)).toBe(letter);
  });

  it('has no choice where its rule says nothing', () => {
    const plain = aQuestion({ options: options('One.', 'The second.', 'Three') });
    const noneOdd = aQuestion({ options: options('One.', 'The second.') });
    expect(chosen('always-D', plain)).toBeUndefined();
    expect(chosen('odd-full-stop', noneOdd)).toBeUndefined();
    expect(chosen('odd-full-stop-then-shortest', noneOdd)).toBe('A');
    expect(chosen('odd-full-stop', aQuestion({ options: options('One', 'Two', 'Three.') }))).toBeUndefined();
  });

  it('counts first words over the whole benchmark', () => {
    const others = [1, 2, 3].map((number) =>
      aQuestion({ number, options: options('Zooming out', 'Zooming in', 'Turning', 'Tilting') }),
    );
    expect(createBaseline('most-common-first-word', [question, ...others], 1)(question)).toBe(1);
  });

  it('draws at random by seed and question alone, evenly', () => {
    const counts = [0, 0, 0, 0];
    for (let number = 0; number < 4000; number += 1) {
      const index = baselinePrediction('seeded-random', aQuestion({ number }), 9) ?? NaN;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    counts.forEach((count) => expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(750)));
    expect(baselinePrediction('seeded-random', question, 9)).toBe(baselinePrediction('seeded-random', question, 9));
  });

  it('does not look at the answer, and chooses an option that is there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 12 }), { minLength: 2, maxLength: 8 }),
        fc.constantFrom(...BASELINE_NAMES),
        (texts, name) => {
          const shown = options(...texts);
          const choices = shown.map(({ letter }) =>
            baselinePrediction(name, aQuestion({ options: shown, answer: letter }), 3),
          );
          expect(new Set(choices).size).toBe(1);
          if (choices[0] !== undefined) expect(choices[0]).toBeLessThan(texts.length);
        },
      ),
    );
  });
});

describe('the shortcut meter', () => {
  it('counts kept multiple-choice questions only', () => {
    const benchmark = aBenchmark([question, aQuestion({ number: 2, keep: false }), aFreeQuestion()]);
    const shortest = shortcutMeter(benchmark).find(({ name }) => name === 'shortest-option');
    expect(shortest).toMatchObject({ correct: 1, total: 1, applies: 1 });
    expect(shortcutMeter(aBenchmark([aFreeQuestion()]))).toEqual([]);
    expect(answerLetters(benchmark)[0]).toMatchObject({ optionForm: 'all', total: 1 });
  });
});

describe('the use of shortcuts', () => {
  it('tells a model that follows a rule from one that does not', () => {
    const questions = Array.from({ length: 40 }, (_, index) =>
      aQuestion({
        videoKey: `video ${index % 8}`,
        number: index,
        options: options('Turning it about', 'Short', 'Somewhat longer', 'The longest of all'),
        answer: index % 2 === 0 ? 'B' : 'C',
      }),
    );
    const benchmark = aBenchmark(questions);
    const run = aRun(benchmark);
    const follower = questions.map((each) =>
      anAttempt(each, each.answer === 'B' ? 'correct' : 'incorrect', {
        prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 1 },
      }),
    );
    const use = shortcutUse(benchmark, run, follower).find(({ name }) => name === 'shortest-option');
    expect(use?.whereRight?.value).toBe(1);
    expect(use?.whereWrong?.value).toBe(0);
    expect(use?.fallsFor?.value).toBe(1);
    expect(use?.fallsForByChance).toBeCloseTo(1 / 3, 12);
    const knower = questions.map((each) =>
      anAttempt(each, 'correct', {
        prediction: { kind: 'letter', shownLetter: each.answer, printedIndex: each.answer === 'B' ? 1 : 2 },
      }),
    );
    const known = shortcutUse(benchmark, run, knower).find(({ name }) => name === 'shortest-option');
    expect(known?.fallsFor?.value).toBe(0);
    expect(known?.whereWrong?.value).toBe(1);
  });
});

test.skipIf(sharedIsMissing)('the published benchmark’s shortcuts are what the design says', async () => {
  const origin = { kind: 'folder', name: 'published' } as const;
  const parsed = await parseBenchmark({ name: 'published', origin, files: sharedJson('benchmark') }, sha256);
  const benchmark: Benchmark = parsed.benchmark ?? aBenchmark([]);
  const percent = Object.fromEntries(
    shortcutMeter(benchmark).map(({ name, correct, total, applies, estimate }) => [
      name,
      {
        correct,
        total,
        applies,
        percent: (100 * estimate.value).toFixed(1),
        error: (100 * estimate.standardError).toFixed(1),
      },
    ]),
  );
  expect(percent['always-A']).toMatchObject({ correct: 110, total: 249, percent: '44.2' });
  expect(percent['shortest-option']).toMatchObject({ percent: '76.7', error: '4.0' });
  expect(percent['odd-full-stop']).toMatchObject({ correct: 100, applies: 100 });
  expect(percent['odd-full-stop-then-shortest']).toMatchObject({ percent: '83.9' });
  const [all, , bracket] = answerLetters(benchmark);
  expect(all?.counts.map(({ count }) => count)).toEqual([110, 52, 43, 44]);
  expect(bracket).toMatchObject({ total: 76 });
  expect(bracket?.counts[0]).toEqual({ letter: 'A', count: 67 });
});
