import { checksum, sealed, unsealed } from './checksum.ts';
import type { Deck } from './deck.ts';
import { mergeVotes, type Vote, type VoteStage } from './vote-ledger.ts';

const VERSION = '1';
const NONE = '-';
const CHOICES = 'abcdefgh';

/** What a phone without a connection gives to the teacher. */
export interface AnswerCode {
  readonly personId: string;
  readonly votes: readonly Vote[];
}

/**
 * All answers of one person to a Deck as a short text that can be read out and typed: small letters, digits, dashes and full
 * stops only. Two characters a Question.
 * @param personId small letters and digits
 * @throws {RangeError} where the person's id has other characters
 */
export function writeAnswerCode(
  deck: Pick<Deck, 'benchmark' | 'questionIds'>,
  personId: string,
  votes: readonly Vote[],
): string {
  if (!/^[a-z\d]{1,32}$/.test(personId)) throw new RangeError('A person’s id is of small letters and digits.');
  const own = mergeVotes(
    { votes: votes.filter((vote) => vote.personId === personId), hands: [] },
    { votes: [], hands: [] },
  );
  const counter = own.votes.reduce((most, vote) => Math.max(most, vote.counter), 0);
  const line = (stage: VoteStage) =>
    deck.questionIds
      .map((id) => own.votes.find((vote) => vote.stage === stage && vote.questionId === id)?.choice)
      .map((choice) => (choice === undefined ? NONE : (CHOICES[choice] ?? NONE)))
      .join('');
  return sealed([VERSION, deckTag(deck), personId, counter.toString(36), line('first'), line('second')]);
}

/**
 * The answers in a code, or in a link that ends with one.
 * @throws {TypeError} one sentence, where it was cut short or altered, or is of another Deck
 */
export function readAnswerCode(deck: Pick<Deck, 'benchmark' | 'questionIds'>, text: string): AnswerCode {
  const bare = text.replaceAll(/\s/g, '').replace(/^.*[?&]answers=/, '');
  const parts = unsealed(bare.toLowerCase(), 'answers', VERSION, 6);
  const [, tag = '', personId = '', counterText = '', first = '', second = ''] = parts;
  if (tag !== deckTag(deck)) throw new TypeError('These answers are to another deck than this class’s.');
  const counter = Number.parseInt(counterText, 36);
  const isWhole = first.length === deck.questionIds.length && second.length === first.length;
  if (!isWhole || !Number.isSafeInteger(counter) || !/^[a-z\d]{1,32}$/.test(personId))
    throw new TypeError('This code of answers does not fit its deck: make it again on the phone.');
  const votesIn = (line: string, stage: VoteStage): readonly Vote[] =>
    deck.questionIds.flatMap((questionId, at) => {
      const choice = CHOICES.indexOf(line[at] ?? NONE);
      return choice < 0 ? [] : [{ personId, questionId, stage, choice, counter }];
    });
  return { personId, votes: [...votesIn(first, 'first'), ...votesIn(second, 'second')] };
}

/** Tells Decks apart: the same Questions of the same Benchmark in the same order have the same. */
function deckTag({ benchmark, questionIds }: Pick<Deck, 'benchmark' | 'questionIds'>): string {
  return checksum(JSON.stringify([benchmark.digest, questionIds]));
}
