import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { extractRobust, readCounted, type Reading } from '../../../src/domain/extraction/index.ts';
import { changeReplies } from '../../fixtures/replies/changes.ts';
import { formReplies } from '../../fixtures/replies/forms.ts';
import { moreReplies } from '../../fixtures/replies/more.ts';
import { plainReplies } from '../../fixtures/replies/plain.ts';
import { USUAL_OPTIONS } from '../../fixtures/replies/types.ts';
import { options } from '../builders.ts';

const usual = options(...USUAL_OPTIONS);

function inShort(reading: Reading): string {
  return reading.kind === 'letter' ? reading.letter : reading.kind;
}

describe('extractRobust', () => {
  it.each([
    ['plain forms', plainReplies],
    ['forms and languages', formReplies],
    ['changes of mind and lone letters', changeReplies],
    ['round-about ways', moreReplies],
  ])('reads a table of replies: %s', (_, table) => {
    const misread = table
      .map(({ reply, reads, shown }) => {
        const reading = extractRobust(reply, shown === undefined ? usual : options(...shown));
        return { reply, reads, got: inShort(reading), reading };
      })
      .filter(({ reads, got }) => reads !== got);
    expect(misread).toEqual([]);
  });

  it('has a table of more than 400 replies, none twice for the same options', () => {
    const all = [...plainReplies, ...formReplies, ...changeReplies, ...moreReplies];
    expect(all.length).toBeGreaterThan(400);
    expect(new Set(all.map(({ reply, shown }) => JSON.stringify([reply, shown]))).size).toBe(all.length);
  });

  it('says by what it read, or why it did not', () => {
    expect(extractRobust('Answer: B', usual)).toEqual({ kind: 'letter', letter: 'B', rule: 'named as the answer' });
    expect(extractRobust('B', usual)).toEqual({ kind: 'letter', letter: 'B', rule: 'alone on a line' });
    expect(extractRobust('', usual)).toEqual({ kind: 'none', why: 'empty' });
    expect(extractRobust('<think>Answer: A', usual)).toEqual({ kind: 'none', why: 'only-thinking' });
    expect(extractRobust('Answer: A or B', usual)).toEqual({ kind: 'none', why: 'several-answers' });
    expect(extractRobust('Answer: F', usual)).toEqual({ kind: 'none', why: 'letter-not-shown' });
    expect(extractRobust('Cannot be determined', usual)).toEqual({ kind: 'none', why: 'says-it-does-not-know' });
    expect(extractRobust('A-lines.', usual)).toEqual({ kind: 'none', why: 'no-committed-answer' });
    expect(extractRobust('I cannot see the video.', usual)).toMatchObject({ kind: 'refusal' });
  });

  it('never throws and names only letters that were shown', () => {
    const pieces = fc.constantFrom(
      ...[
        'Answer',
        ':',
        ' ',
        '\n',
        '**',
        '(',
        ')',
        'A',
        'B',
        'AB',
        'is',
        'not',
        'the',
        '<think>',
        '</think>',
        '\\boxed{',
        '}',
      ],
      ...[
        '答案',
        '是',
        'I choose',
        'Raising the gain',
        '"answer":',
        '{',
        '$',
        'or',
        '.',
        '?',
        '\ud800',
        'e\u0301',
        '\u200b',
        '✅',
      ],
    );
    const replies = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(replies, fc.array(fc.string({ maxLength: 30 }), { minLength: 0, maxLength: 8 }), (reply, texts) => {
        const shown = options(...texts);
        const reading = extractRobust(reply, shown);
        if (reading.kind === 'letter') expect(shown.map(({ letter }) => letter)).toContain(reading.letter);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads any letter in any wrapping and in any label', () => {
    const wraps = ['', '**', '*', '`', '"', '__', '$'] as const;
    const labels = [
      'Answer: ',
      '**Answer:** ',
      'The answer is ',
      'Final answer:\n',
      'Antwort: ',
      '答案：',
      '<answer>',
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...usual),
        fc.constantFrom(...wraps),
        fc.constantFrom(...labels),
        fc.boolean(),
        ({ letter, text }, wrap, label, withText) => {
          const reply = `${label}${wrap}${letter}${withText ? `. ${text}` : ''}${wrap}`;
          expect(inShort(extractRobust(reply, usual))).toBe(letter);
        },
      ),
    );
  });

  it.each([
    'A',
    'A ',
    'Answer: ',
    'Answer is ',
    'answer the ',
    'the answer: not ',
    '*',
    '(',
    '\\',
    '<',
    '<think>',
    '</think>',
    'A\n',
    'A. \n',
    'A or ',
    'A, ',
    'a-',
    "a'",
    '选',
    '答',
    '答案',
    'raising the ',
    'Raising the gain ',
    'I choose ',
    'so ',
    'B is the ',
    'not ',
    'cannot ',
    'no video ',
    '"answer":',
    '\n',
    'e\u0301',
    '{',
    '\\n',
    '\ufdfa',
  ])('takes work in proportion to the length of %j repeated', (piece) => {
    const stepsFor = (times: number): number => readCounted(piece.repeat(times), usual).steps;
    const long = Math.ceil(12_000 / piece.length);
    // Twice the reply takes twice the steps, never four times; and a token takes no more than a fixed number of them.
    expect(stepsFor(2 * long)).toBeLessThanOrEqual(2.5 * stepsFor(long) + 1000);
    expect(stepsFor(long)).toBeLessThanOrEqual(400 * (long * piece.length));
  });
});
