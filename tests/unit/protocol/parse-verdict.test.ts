import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseVerdict } from '../../../src/domain/protocol/index.ts';

const full = '{"score": 1, "explanation": "Half of it.", "error_type": "wrong_visual_evidence"}';
const read = { kind: 'verdict', score: 1, explanation: 'Half of it.', errorType: 'wrong_visual_evidence' };

describe('a verdict is read', () => {
  test.each([
    ['bare', full],
    ['fenced', `\`\`\`json\n${full}\n\`\`\``],
    ['fenced without a language', `\`\`\`\n${full}\n\`\`\``],
    ['with prose around', `Here is what I think:\n\n${full}\n\nLet me know if {more} is needed.`],
    ['after a set in braces', `Of {gain, depth} only one fits. ${full}`],
    ['after thinking', `<think>Maybe {"score": 2}?</think>${full}`],
    ['in a list', `[${full}]`],
    ['twice alike', `${full}\n${full}`],
    ['with other keys', full.replace('{', '{"confidence": {"score": 9}, "notes": ["{"], ')],
    ['with the type in other writing', full.replace('wrong_visual_evidence', 'Wrong visual-evidence')],
    ['over several lines', JSON.stringify(JSON.parse(full), null, 2)],
  ])('%s', (_, text) => {
    expect(parseVerdict(text)).toEqual(read);
  });

  test.each([
    ['backticks', 'It says ```gain```, not `depth`.'],
    ['braces', 'The set {a, b} and a lone } too.'],
    ['quotes', 'It says "gain".'],
    ['a line break', 'First.\nSecond.'],
    ['a backslash at the end', 'ends with \\'],
  ])('with %s in its explanation', (_, explanation) => {
    const text = `\`\`\`json\n${JSON.stringify({ score: 2, explanation, error_type: 'none' })}\n\`\`\``;
    expect(parseVerdict(text)).toMatchObject({ kind: 'verdict', score: 2, explanation });
  });

  test('with a line break that is not escaped', () => {
    const text = '{"score": 2, "explanation": "First.\nSecond.\tThird.", "error_type": "none"}';
    expect(parseVerdict(text)).toMatchObject({ score: 2, explanation: 'First.\nSecond.\tThird.' });
  });

  test.each([
    ['"2"', 2],
    ['" 0 "', 0],
    ['"1.0"', 1],
    ['2.0', 2],
    ['1e0', 1],
  ])('score %s', (written, score) => {
    expect(parseVerdict(`{"score": ${written}, "error_type": "both_fail"}`)).toMatchObject({ kind: 'verdict', score });
  });

  test.each([
    ['1, "error_type": "none"', 'wrong_conclusion'],
    ['0, "error_type": "none"', 'both_fail'],
    ['2, "error_type": "none"', 'none'],
    ['1', 'wrong_conclusion'],
    ['0', 'both_fail'],
    ['2', 'none'],
    ['0, "error_type": null', 'both_fail'],
    ['0, "error_type": ""', 'both_fail'],
    ['0, "error_type": "wrong_conclusion"', 'wrong_conclusion'],
    ['2, "error_type": "wrong_conclusion"', 'wrong_conclusion'],
  ])('score %s has the error type %s', (fields, errorType) => {
    expect(parseVerdict(`{"score": ${fields}}`)).toMatchObject({ kind: 'verdict', errorType });
  });
});

describe('a verdict is refused', () => {
  test.each([
    ['half a point', '{"score": 1.5}', /other than 0, 1 or 2/],
    ['four points', '{"score": 4}', /other than/],
    ['less than none', '{"score": -1}', /other than/],
    ['a true score', '{"score": true}', /other than/],
    ['no value', '{"score": null}', /other than/],
    ['text that is no score', '{"score": "high"}', /other than/],
    ['empty text', '{"score": ""}', /other than/],
    ['a fraction in text', '{"score": "1/2"}', /other than/],
    ['a list', '{"score": [2]}', /other than/],
    ['no score', '{"explanation": "Good.", "error_type": "none"}', /names no score/],
    ['the score one level down', '{"verdict": {"score": 2}}', /names no score/],
    ['nothing', '', /holds no JSON/],
    ['prose', 'I would give it 2 points.', /holds no JSON/],
    ['a bare number', '2', /holds no JSON/],
    ['a cut reply', '{"score": 2, "explanation": "It is', /cut short/],
    ['a cut reply around an object', '{"inner": {"score": 2}, "explanation": "It', /cut short/],
    ['two that disagree', '{"score": 2} or rather {"score": 0}', /disagree/],
    ['one good and one bad', '{"score": 2} or {"score": 7}', /other than/],
    ['an unknown type', '{"score": 1, "error_type": "typo"}', /unknown error_type/],
    ['a type that is a number', '{"score": 1, "error_type": 3}', /unknown error_type/],
    ['an explanation that is a list', '{"score": 1, "explanation": ["a"]}', /no text/],
    ['single quotes', "{'score': 2}", /holds no JSON/],
  ])('%s', (_, text, why) => {
    expect(parseVerdict(text)).toEqual({ kind: 'malformed', why: expect.stringMatching(why) });
  });
});

test('nothing makes it throw, and what it reads is within bounds', () => {
  const scraps = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '"',
        '\\',
        '"score"',
        ':',
        ',',
        '0',
        '2',
        '1.5',
        '```',
        '\n',
        '<think>',
        '[',
        ']',
        '"__proto__"',
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), scraps), (text) => {
      const verdict = parseVerdict(text);
      if (verdict.kind === 'verdict') expect([0, 1, 2]).toContain(verdict.score);
      else expect(verdict.why).not.toBe('');
    }),
    { numRuns: 2000 },
  );
});

test('any verdict comes through prose and a fence unchanged', () => {
  const verdict = fc.record({
    score: fc.constantFrom(0, 1, 2),
    explanation: fc.string({ unit: 'binary' }),
    error_type: fc.constantFrom('wrong_conclusion', 'wrong_visual_evidence', 'both_fail'),
  });
  const prose = fc.stringMatching(/^[a-zA-Z ,.:`\n"]{0,40}$/);
  fc.assert(
    fc.property(verdict, prose, prose, (given, before, after) => {
      expect(parseVerdict(`${before}\n\`\`\`json\n${JSON.stringify(given)}\n\`\`\`\n${after}`)).toEqual({
        kind: 'verdict',
        score: given.score,
        explanation: given.explanation,
        errorType: given.error_type,
      });
    }),
  );
});
