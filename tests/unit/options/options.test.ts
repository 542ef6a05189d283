import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { withoutPrefix, type MultipleChoiceQuestion } from '../../../src/domain/benchmark/index.ts';
import {
  optionOrderFor,
  printedIndexOf,
  renderQuestion,
  shownLetterOf,
  shownOptions,
} from '../../../src/domain/options/index.ts';
import { aFreeQuestion, aQuestion, options } from '../builders.ts';

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const question: fc.Arbitrary<MultipleChoiceQuestion> = fc
  .record({
    videoKey: word,
    number: fc.integer({ min: 1, max: 99 }),
    texts: fc.uniqueArray(word, { minLength: 2, maxLength: 8 }),
    optionForm: fc.constantFrom('full-stop' as const, 'bracket' as const),
  })
  .map(({ texts, ...rest }) => aQuestion({ ...rest, options: options(...texts) }));
const orderName = fc.constantFrom('as-printed' as const, 'reference' as const, 'seeded' as const, 'circular' as const);
const seed = fc.integer();
const epoch = fc.nat({ max: 20 });

describe('every order', () => {
  test('shows each option once, and maps back to what is printed', () => {
    fc.assert(
      fc.property(question, orderName, seed, epoch, (asked, name, seedValue, epochValue) => {
        const order = optionOrderFor(asked, name, seedValue, epochValue);
        expect([...order].sort()).toEqual(asked.options.map((_, index) => index));
        for (const { letter, text } of shownOptions(asked, order)) {
          const printedIndex = printedIndexOf(letter, order)!;
          expect(asked.options[printedIndex]?.text).toBe(text);
          expect(shownLetterOf(printedIndex, order)).toBe(letter);
        }
      }),
    );
  });

  test('is the same each time', () => {
    fc.assert(
      fc.property(question, orderName, seed, epoch, (asked, name, seedValue, epochValue) => {
        const again = optionOrderFor(structuredClone(asked), name, seedValue, epochValue);
        expect(optionOrderFor(asked, name, seedValue, epochValue)).toEqual(again);
      }),
    );
  });
});

describe('the order', () => {
  const asked = aQuestion();
  const bracketed = aQuestion({ optionForm: 'bracket' });

  test('as printed changes nothing', () => {
    expect(optionOrderFor(asked, 'as-printed', 7, 3)).toEqual([0, 1, 2, 3]);
  });

  test('of the reference shuffles only four options written "A."', () => {
    const seeds = Array.from({ length: 30 }, (_, index) => index);
    const changed = (shown: MultipleChoiceQuestion, name: 'reference' | 'seeded') =>
      seeds.filter((value) => optionOrderFor(shown, name, value, 0).some((printed, position) => printed !== position));
    expect(changed(asked, 'reference').length).toBeGreaterThan(20);
    expect(changed(bracketed, 'reference')).toEqual([]);
    expect(changed(aQuestion({ options: options('one', 'two', 'three') }), 'reference')).toEqual([]);
    expect(changed(bracketed, 'seeded').length).toBeGreaterThan(20);
  });

  test('by seed differs by seed, by epoch and by question, and gives all 24 orders alike', () => {
    const times = new Map<string, number>();
    for (let value = 0; value < 4800; value += 1) {
      const order = optionOrderFor(asked, 'seeded', value, 0).join();
      times.set(order, (times.get(order) ?? 0) + 1);
    }
    expect(times.size).toBe(24);
    const chiSquare = [...times.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
    // 99.9 % of fair shuffles lie below this, with 23 degrees of freedom.
    expect(chiSquare).toBeLessThan(49.7);
    const epochs = new Set([0, 1, 2, 3, 4, 5, 6, 7].map((value) => optionOrderFor(asked, 'seeded', 1, value).join()));
    expect(epochs.size).toBeGreaterThan(3);
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
      optionOrderFor(aQuestion({ number }), 'seeded', 1, 0).join(),
    );
    expect(new Set(numbers).size).toBeGreaterThan(3);
  });

  test('is pinned: a recorded seed must show the same order in a later version', () => {
    expect([0, 1, 2, -5].map((value) => optionOrderFor(asked, 'seeded', value, 0))).toEqual([
      [3, 0, 2, 1],
      [3, 2, 1, 0],
      [1, 3, 2, 0],
      [3, 1, 2, 0],
    ]);
  });

  test('in circles shows every option in every place', () => {
    expect([0, 1, 2, 3, 4].map((value) => optionOrderFor(asked, 'circular', 9, value))).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3, 0],
      [2, 3, 0, 1],
      [3, 0, 1, 2],
      [0, 1, 2, 3],
    ]);
    expect(optionOrderFor(asked, 'circular', 9, 0, 2)).toEqual([2, 3, 0, 1]);
  });
});

describe('what is sent', () => {
  test('is the printed text itself in the printed order', () => {
    const odd = aQuestion({
      printed: '[MCQ] What  is it?\r\nA.  one \nB.\ttwo',
      stem: 'What  is it?',
      options: options('one', 'two'),
    });
    expect(renderQuestion(odd, [0, 1])).toBe('What  is it?\r\nA.  one \nB.\ttwo');
    fc.assert(
      fc.property(question, (asked) => {
        const order = optionOrderFor(asked, 'as-printed', 0, 0);
        expect(renderQuestion(asked, order)).toBe(withoutPrefix(asked.printed));
      }),
    );
  });

  test('keeps the form of the options in another order', () => {
    const shown = aQuestion({ stem: 'Which?', options: options('one', 'two', 'three'), optionForm: 'bracket' });
    expect(renderQuestion(shown, [2, 0, 1])).toBe('Which?\nA) three\nB) one\nC) two');
  });

  test('of a free-response question is its text', () => {
    expect(renderQuestion(aFreeQuestion({ printed: '[FREE] Why?' }), [])).toBe('Why?');
  });

  test.each([[[0, 1, 2]], [[0, 1, 2, 2]], [[0, 1, 2, 4]], [[0, 1, 2, 3, 3]], [[]]])(
    'refuses %j as an order',
    (order) => {
      expect(() => renderQuestion(aQuestion(), order)).toThrow(RangeError);
    },
  );
});
