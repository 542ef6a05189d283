import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  castVote,
  countsFor,
  EMPTY_VOTES,
  majorityOf,
  mergeVotes,
  readAnswerCode,
  setHands,
  type Vote,
  type VoteLedger,
  writeAnswerCode,
} from '../../../src/domain/classroom/index.ts';

const deck = { benchmark: { name: 'B', digest: 'd'.repeat(64) }, questionIds: ['q1', 'q2', 'q3'] };

const someVote: fc.Arbitrary<Vote> = fc.record({
  personId: fc.constantFrom('p1', 'p2', 'p3'),
  questionId: fc.constantFrom(...deck.questionIds),
  stage: fc.constantFrom('first', 'second'),
  choice: fc.nat(3),
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
    fc.property(someLedger, ({ votes }) => {
      const code = writeAnswerCode(deck, 'p1', votes);
      const own = votes.filter(({ personId }) => personId === 'p1');
      const read = readAnswerCode(deck, ` https://example.org/#/class?answers=${code.toUpperCase()}\n`);
      expect(read.personId).toBe('p1');
      const plain = ({ questionId, stage, choice }: Vote) => `${stage} ${questionId} ${choice}`;
      expect(read.votes.map(plain).sort()).toEqual(own.map(plain).sort());
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
  expect(() => readAnswerCode(deck, `2${code.slice(1)}`)).toThrow('newer Sonoscore');
  expect(() => writeAnswerCode(deck, 'Ann Example', [])).toThrow(RangeError);
});
