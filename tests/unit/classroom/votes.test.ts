import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  castVote,
  countsFor,
  EMPTY_VOTES,
  majorityOf,
  mergeVotes,
  readAnswerCode,
  readSheetCode,
  scoreText,
  setHands,
  takeCodes,
  type TextAnswer,
  textsOf,
  type Vote,
  type VoteLedger,
  writeAnswerCode,
  writeSheetCode,
} from '../../../src/domain/classroom/index.ts';
import { aFreeQuestion, aQuestion } from '../builders.ts';

const deck = { benchmark: { name: 'B', digest: 'd'.repeat(64) }, questionIds: ['q1', 'q2', 'q3'] };

const someVote: fc.Arbitrary<Vote> = fc.record({
  personId: fc.constantFrom('p1', 'p2', 'p3'),
  questionId: fc.constantFrom(...deck.questionIds),
  stage: fc.constantFrom('first', 'second'),
  choice: fc.nat(3),
  counter: fc.nat(4),
});
const someText: fc.Arbitrary<TextAnswer> = fc.record({
  personId: fc.constantFrom('p1', 'p2', 'p3'),
  questionId: fc.constantFrom(...deck.questionIds),
  stage: fc.constantFrom('first', 'second'),
  text: fc.string({ unit: 'grapheme', minLength: 1 }),
  counter: fc.nat(4),
});
const someLedger: fc.Arbitrary<VoteLedger> = fc
  .record({
    votes: fc.array(someVote, { maxLength: 12 }),
    hands: fc.array(
      fc.record({
        questionId: fc.constantFrom(...deck.questionIds),
        stage: fc.constantFrom('first' as const, 'second' as const),
        counts: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
        counter: fc.nat(3),
      }),
      { maxLength: 4 },
    ),
    texts: fc.array(someText, { maxLength: 6 }),
    scores: fc.array(
      fc.record({
        personId: fc.constantFrom('p1', 'p2'),
        questionId: fc.constantFrom(...deck.questionIds),
        stage: fc.constantFrom('first' as const, 'second' as const),
        textCounter: fc.nat(2),
        score: fc.constantFrom(0 as const, 1 as const, 2 as const, undefined),
        counter: fc.nat(2),
      }),
      { maxLength: 4 },
    ),
  })
  .map((ledger) => mergeVotes(EMPTY_VOTES, ledger));

test('merging is idempotent, commutative and associative, so that what is told twice, late or in another order is the same', () => {
  fc.assert(
    fc.property(someLedger, someLedger, someLedger, (a, b, c) => {
      expect(mergeVotes(a, a)).toEqual(a);
      expect(mergeVotes(a, b)).toEqual(mergeVotes(b, a));
      expect(mergeVotes(mergeVotes(a, b), c)).toEqual(mergeVotes(a, mergeVotes(b, c)));
    }),
  );
});

test('thirty phones whose messages are lost for a time, repeated and mixed up: each vote counts once, the last one stands', () => {
  const phones = Array.from({ length: 30 }, (_, person) => person);
  const messages = phones.flatMap((person) =>
    deck.questionIds.flatMap((questionId, at): readonly Vote[] => [
      // Two tabs of one phone, the later vote in the other tab.
      { personId: `p${person}`, questionId, stage: 'first', choice: 3, counter: 2 * at + 1 },
      { personId: `p${person}`, questionId, stage: 'first', choice: (person + at) % 3, counter: 2 * at + 2 },
    ]),
  );
  fc.assert(
    fc.property(
      fc.shuffledSubarray(messages),
      fc.shuffledSubarray(messages, { minLength: messages.length }),
      (some, all) => {
        const ledger = [...some, ...all].reduce(castVote, EMPTY_VOTES);
        for (const id of deck.questionIds) expect(countsFor(ledger, id, 'first', 4)).toEqual([10, 10, 10, 0]);
        expect(countsFor(ledger, 'q1', 'second', 4)).toEqual([0, 0, 0, 0]);
      },
    ),
    { numRuns: 10 },
  );
});

test('a new count of hands takes the place of the earlier one and adds to the phones’ votes', () => {
  const voted = castVote(EMPTY_VOTES, { personId: 'p', questionId: 'q1', stage: 'first', choice: 1, counter: 1 });
  const counted = setHands(setHands(voted, 'q1', 'first', [9, 9, 9, 9]), 'q1', 'first', [4, 6, 0, 1]);
  expect(countsFor(counted, 'q1', 'first', 4)).toEqual([4, 7, 0, 1]);
  // A tab that still has the earlier count changes nothing.
  expect(mergeVotes(counted, setHands(voted, 'q1', 'first', [9, 9, 9, 9]))).toEqual(counted);
  // A choice that the question does not have is nobody's.
  const odd = castVote(counted, { personId: 'x', questionId: 'q1', stage: 'first', choice: 7, counter: 1 });
  expect(countsFor(odd, 'q1', 'first', 4)).toEqual([4, 7, 0, 1]);
});

test('the majority is one option, or none', () => {
  expect(majorityOf([1, 3, 2])).toBe(1);
  expect(majorityOf([3, 3, 2])).toBeUndefined();
  expect(majorityOf([0, 0])).toBeUndefined();
});

test('a phone’s code gives back its standing votes, also from a link, in capitals and with blanks in it', () => {
  fc.assert(
    fc.property(someLedger, ({ votes, texts = [] }) => {
      const code = writeAnswerCode(deck, 'p1', votes, texts);
      expect(code).toMatch(/^[a-z\d.-]+$/);
      const own = votes.filter(({ personId }) => personId === 'p1');
      const read = readAnswerCode(deck, ` https://example.org/#/class?answers=${code.toUpperCase()}\n`);
      expect(read.personId).toBe('p1');
      const plain = ({ questionId, stage, choice, counter }: Vote) => `${stage} ${questionId} ${choice} ${counter}`;
      expect(read.votes.map(plain).sort()).toEqual(own.map(plain).sort());
      const written = texts.filter((each) => each.personId === 'p1');
      const inOneLine = ({ questionId, stage, text, counter }: TextAnswer) =>
        `${stage} ${questionId} ${counter} ${text.replaceAll(/\s+/g, ' ').trim()}`;
      expect(read.texts.map(inOneLine).sort()).toEqual(written.map(inOneLine).sort());
      // Pasted twice, it counts once.
      const once = read.votes.reduce(castVote, EMPTY_VOTES);
      expect(read.votes.reduce(castVote, once)).toEqual(once);
    }),
  );
});

test('a code that was cut or altered is refused with a sentence, as is one of another deck or a newer page', () => {
  const vote: Vote = { personId: 'p1', questionId: 'q2', stage: 'first', choice: 2, counter: 5 };
  const code = writeAnswerCode(deck, 'p1', [vote]);
  expect(code.length).toBeLessThan(45);
  for (let end = 0; end < code.length; end += 1)
    expect(() => readAnswerCode(deck, code.slice(0, end))).toThrow(/copy (it again, )?all of it/);
  fc.assert(
    fc.property(fc.nat(code.length - 1), fc.constantFrom(...'abz059-.'), (at, character) => {
      if (code[at] === character) return;
      expect(() => readAnswerCode(deck, code.slice(0, at) + character + code.slice(at + 1))).toThrow(TypeError);
    }),
  );
  const other = { ...deck, questionIds: ['q1', 'q3', 'q2'] };
  expect(() => readAnswerCode(other, code)).toThrow('another deck');
  expect(() => readAnswerCode(deck, `4${code.slice(1)}`)).toThrow('newer Sonoscore');
  expect(() => writeAnswerCode(deck, 'Ann Example', [])).toThrow(RangeError);
});

test('a phone that knows only the sheet of a deck writes codes that the class reads as its own', () => {
  const questions = [aQuestion({ number: 1 }), aFreeQuestion(), aQuestion({ number: 2 })];
  const asked = { name: 'Veins: 1. part', benchmark: deck.benchmark, questionIds: questions.map(({ id }) => id) };
  const code = writeSheetCode({ ...asked, questionIds: [...asked.questionIds, 'gone'] }, questions);
  const sheet = readSheetCode(code);
  expect(sheet).toMatchObject({ name: 'Veins: 1. part', optionCounts: [4, 0, 4, undefined] });
  const own = { personId: 'p1', stage: 'first', counter: 1 } as const;
  const written = writeAnswerCode(
    sheet,
    'p1',
    [{ ...own, questionId: sheet.questionIds[2]!, choice: 3 }],
    [{ ...own, questionId: sheet.questionIds[1]!, text: ' The vein,\nto see  it close ' }],
  );
  const read = readAnswerCode({ ...asked, questionIds: [...asked.questionIds, 'gone'] }, written);
  expect(read.votes).toEqual([{ ...own, questionId: asked.questionIds[2], choice: 3 }]);
  expect(read.texts).toEqual([{ ...own, questionId: asked.questionIds[1], text: 'The vein, to see it close' }]);
  for (let end = 0; end < code.length; end += 1) expect(() => readSheetCode(code.slice(0, end))).toThrow(TypeError);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (odd) => {
      expect(() => readSheetCode(odd)).toThrow(TypeError);
    }),
  );
});

test('of many codes at once those that can be read are taken once each, and the others are told of by their lines', () => {
  const vote = (personId: string, choice: number, counter = 1): Vote => ({
    personId,
    questionId: 'q1',
    stage: 'first',
    choice,
    counter,
  });
  const one = writeAnswerCode(deck, 'p1', [vote('p1', 0)]);
  const two = writeAnswerCode(deck, 'p2', [vote('p2', 1)]);
  const pasted = `${one}\n\nAnn: ${two} thanks\r\n${one}\nwhat is this?\n${two.slice(0, -3)}\nhttps://example.org/#/answer?answers=${one}`;
  const { ledger, lines } = takeCodes(EMPTY_VOTES, deck, pasted);
  expect(lines.map(({ lineNumber, kind }) => [lineNumber, kind])).toEqual([
    [1, 'taken'],
    [3, 'taken'],
    [4, 'doubled'],
    [5, 'unreadable'],
    [6, 'unreadable'],
    [7, 'doubled'],
  ]);
  expect(lines[4]).toMatchObject({ message: expect.stringMatching(/copy (it again, )?all of it/) });
  expect(countsFor(ledger, 'q1', 'first', 4)).toEqual([1, 1, 0, 0]);
  // A person who has changed a vote is the same person; the older code says nothing new.
  const later = takeCodes(ledger, deck, `${writeAnswerCode(deck, 'p1', [vote('p1', 3, 2)])}\n${one}`);
  expect(later.lines.map(({ kind }) => kind)).toEqual(['taken', 'doubled']);
  expect(countsFor(later.ledger, 'q1', 'first', 4)).toEqual([0, 1, 0, 1]);
});

test('a code that is pasted after a live vote restates no older answer of the same phone', () => {
  const own = { personId: 'p1', stage: 'first' } as const;
  const byCode: readonly Vote[] = [
    { ...own, questionId: 'q1', choice: 0, counter: 1 },
    { ...own, questionId: 'q3', choice: 2, counter: 50 },
  ];
  const written: TextAnswer = { ...own, questionId: 'q2', text: 'A vein', counter: 2 };
  const live: VoteLedger = {
    ...castVote(EMPTY_VOTES, { ...own, questionId: 'q1', choice: 1, counter: 3 }),
    texts: [{ ...written, text: 'An artery', counter: 4 }],
  };
  const { ledger } = takeCodes(live, deck, writeAnswerCode(deck, 'p1', byCode, [written]));
  expect(countsFor(ledger, 'q1', 'first', 4)).toEqual([0, 1, 0, 0]);
  expect(textsOf(ledger, 'q2', 'first')).toMatchObject([{ text: 'An artery' }]);
  expect(countsFor(ledger, 'q3', 'first', 4)).toEqual([0, 0, 1, 0]);
});

test('codes of both earlier versions are read, all their answers as late as the last one', () => {
  const own = { personId: 'p1', counter: 40 } as const;
  const votes = [
    { ...own, questionId: 'q1', stage: 'first', choice: 1 },
    { ...own, questionId: 'q3', stage: 'second', choice: 0 },
  ];
  expect(readAnswerCode(deck, '1.1clijw0.p1.14.b--.--a.0540ybf')).toEqual({ personId: 'p1', votes, texts: [] });
  const texts = [{ ...own, questionId: 'q2', stage: 'first', text: 'It gives way.' }];
  const withTexts = '2.1clijw0.p1.14.b--.--a.f1-jf2caz3jozsxgidxmf4s4.0d17p4j';
  expect(readAnswerCode(deck, withTexts)).toEqual({ personId: 'p1', votes, texts });
});

test('a typed answer that was deleted on the phone is taken back by the next code, and an older code does not bring it again', () => {
  const text = (words: string, counter: number): TextAnswer => ({
    personId: 'p1',
    questionId: 'q2',
    stage: 'first',
    text: words,
    counter,
  });
  const before = writeAnswerCode(deck, 'p1', [], [text('It gives way.', 1)]);
  const taken = takeCodes(EMPTY_VOTES, deck, before);
  expect(textsOf(taken.ledger, 'q2', 'first')).toHaveLength(1);
  const after = writeAnswerCode(deck, 'p1', [], [text('', 2)]);
  const later = takeCodes(taken.ledger, deck, `${after}\n${before}`);
  expect(later.lines).toMatchObject([{ kind: 'taken', answerCount: 0 }, { kind: 'doubled' }]);
  expect(textsOf(later.ledger, 'q2', 'first')).toEqual([]);
});

test('whatever is pasted, nothing is thrown and no vote that stands is lost', () => {
  const code = writeAnswerCode(deck, 'p1', [
    { personId: 'p1', questionId: 'q2', stage: 'first', choice: 2, counter: 1 },
  ]);
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1.', '2.......', '9.x', '%E0%A4%A', '__proto__', '?answers=', `${code}${code}`),
    fc.tuple(fc.nat(code.length), fc.string()).map(([at, odd]) => code.slice(0, at) + odd + code.slice(at)),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 8 }), fc.nat(8), (lines, at) => {
      const { ledger } = takeCodes(EMPTY_VOTES, deck, [...lines.slice(0, at), code, ...lines.slice(at)].join('\n'));
      expect(countsFor(ledger, 'q2', 'first', 4)[2]).toBe(1);
    }),
  );
});

test('points are for one text: those of a text that was changed, or taken back, are none', () => {
  const text: TextAnswer = { personId: 'p1', questionId: 'q1', stage: 'first', text: 'A vein', counter: 1 };
  const written: VoteLedger = { ...EMPTY_VOTES, texts: [text] };
  const scored = scoreText(scoreText(written, text, 2), text, 1);
  const standing = (ledger: VoteLedger) => textsOf(ledger, 'q1', 'first').map(({ text: said, score }) => [said, score]);
  expect(standing(scored)).toEqual([['A vein', 1]]);
  expect(standing(scoreText(scored, text, undefined))).toEqual([['A vein', undefined]]);
  const changed = mergeVotes(scored, { ...EMPTY_VOTES, texts: [{ ...text, text: 'An artery', counter: 2 }] });
  expect(standing(changed)).toEqual([['An artery', undefined]]);
});
