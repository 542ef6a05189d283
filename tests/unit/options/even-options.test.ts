import fc from 'fast-check';
import { expect, test } from 'vitest';

import { renderQuestion, withEvenOptions } from '../../../src/domain/options/index.ts';
import { aFreeQuestion, aQuestion, options } from '../builders.ts';

test('full stops, spaces and forms of letters tell nothing any more', () => {
  const uneven = aQuestion({
    stem: 'What is seen?',
    optionForm: 'bracket',
    options: options('a vein.', 'A vein', ' An  artery . ', 'a nerve;'),
  });
  expect(renderQuestion(withEvenOptions(uneven), [0, 1, 2, 3])).toBe(
    'What is seen?\nA. A vein\nB. A vein\nC. An artery\nD. A nerve',
  );
});

test('letters, answer and count stay; no option becomes empty; doing it twice changes nothing', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() !== '');
  fc.assert(
    fc.property(text, text, text, (first, second, third) => {
      const question = aQuestion({ options: options(first, second, third) });
      const even = withEvenOptions(question);
      expect(even.answer).toBe(question.answer);
      expect(even.options.map(({ letter }) => letter)).toEqual(['A', 'B', 'C']);
      for (const option of even.options) expect(option.text.trim()).not.toBe('');
      expect(withEvenOptions(even)).toEqual(even);
    }),
  );
});

test('a free-response question is left alone', () => {
  const free = aFreeQuestion();
  expect(withEvenOptions(free)).toBe(free);
});
