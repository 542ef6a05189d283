import { expect, test } from 'vitest';

import {
  chooseQuestions,
  type Deck,
  deckQuestions,
  deckToText,
  movedTo,
  parseDeck,
  readDeckCode,
  readDeckText,
  writeDeckCode,
} from '../../../src/domain/classroom/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion } from '../builders.ts';

const questions = [1, 2, 3, 4].map((number) => aQuestion({ number }));
const benchmark = aBenchmark([...questions, aFreeQuestion(), aQuestion({ number: 9, keep: false })]);
const deck: Deck = {
  formatVersion: 1,
  id: 'deck-1',
  name: 'Veins: what is done? 100 % é',
  createdAt: '2026-01-01T00:00:00.000Z',
  benchmark: { name: benchmark.name, digest: benchmark.digest },
  questionIds: [questions[2]!.id, questions[0]!.id],
};

test('a deck comes back from a file, and what is no deck is refused with a sentence', () => {
  expect(readDeckText(deckToText(deck))).toEqual(deck);
  expect(() => readDeckText('{')).toThrow('cut short');
  expect(() => readDeckText('{"format":"else"}')).toThrow('holds no deck');
  expect(() => parseDeck({ ...deck, formatVersion: 2 })).toThrow('newer Sonoscore');
  expect(() => parseDeck({ ...deck, questionIds: [] })).toThrow('questionIds');
  expect(() => parseDeck({ ...deck, questionIds: ['a', 'a'] })).toThrow('stands in it twice');
});

test('a deck comes back from a link without any text of its questions; a cut or altered link is refused', () => {
  const code = writeDeckCode(deck, benchmark);
  const { name, questionIds } = readDeckCode(code, benchmark);
  expect({ name, questionIds }).toEqual({ name: deck.name, questionIds: deck.questionIds });
  expect(code).not.toContain('operator');
  expect(() => readDeckCode(code.slice(0, -1), benchmark)).toThrow('cut short or altered');
  expect(() => readDeckCode(code.replace('2-0', '1-0'), benchmark)).toThrow('altered');
  expect(() => readDeckCode(code, { ...benchmark, digest: 'f'.repeat(64) })).toThrow('another benchmark');
  expect(() => writeDeckCode(deck, { ...benchmark, digest: 'f'.repeat(64) })).toThrow('open “A benchmark for tests”');
});

test('the questions of a deck are in its order; those that the benchmark does not have are counted', () => {
  const found = deckQuestions({ questionIds: [...deck.questionIds, 'gone', aFreeQuestion().id] }, benchmark);
  expect(found.questions.map(({ id }) => id)).toEqual([...deck.questionIds, aFreeQuestion().id]);
  expect(found.missingCount).toBe(1);
});

test('questions are chosen by what models had wrong, their type and the videos at hand', () => {
  const [one, two, three] = questions;
  const first = [anAttempt(one!, 'incorrect'), anAttempt(two!, 'incorrect'), anAttempt(three!, 'correct')];
  const second = [anAttempt(one!, 'incorrect'), anAttempt(two!, 'correct'), anAttempt(three!, 'failed')];
  const choose = (filter: Partial<Parameters<typeof chooseQuestions>[2]>) =>
    chooseQuestions(benchmark, [first, second], {
      models: 'any',
      kinds: ['multiple-choice'],
      type: undefined,
      sourceKeys: undefined,
      ...filter,
    }).map(({ number }) => number);
  expect(choose({})).toEqual([1, 2, 3, 4]);
  expect(choose({ models: 'all-wrong' })).toEqual([1]);
  expect(choose({ models: 'some-wrong' })).toEqual([1, 2]);
  expect(choose({ models: 'all-right' })).toEqual([3]);
  expect(choose({ type: 2 })).toEqual([]);
  expect(choose({ kinds: ['free-response'] })).toHaveLength(1);
  expect(choose({ sourceKeys: new Set(['elsewhere']) })).toEqual([]);
});

test('moving a question leaves the others in their order, and what is out of the list moves nothing', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  for (const [from, to] of [
    [-1, 0],
    [0, 3],
    [3, 0],
    [0, -1],
  ] as const)
    expect(movedTo(['a', 'b', 'c'], from, to)).toEqual(['a', 'b', 'c']);
});
