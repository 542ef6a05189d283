import { checksum, sealed, unsealed } from './checksum.ts';
import type { Deck } from './deck.ts';
import { base32ToText, textToBase32 } from './base32.ts';
import { plainText } from './text-answers.ts';
import { mergeVotes, type TextAnswer, type Vote, type VoteStage } from './vote-ledger.ts';

/** Without texts; with them. */
const VERSION = '1';
const VERSION_WITH_TEXTS = '2';
const NONE = '-';
const CHOICES = 'abcdefgh';
const STAGE_LETTERS: Readonly<Record<VoteStage, string>> = { first: 'f', second: 's' };

/** What a phone without a connection gives to the teacher. */
export interface AnswerCode {
  readonly personId: string;
  readonly votes: readonly Vote[];
  readonly texts: readonly TextAnswer[];
}

/** What a code answers: a Deck, or a sheet of one whose Questions are not at hand. */
export type AnswerTarget =
  Pick<Deck, 'benchmark' | 'questionIds'> | { readonly tag: string; readonly questionIds: readonly string[] };

/**
 * All answers of one person to a Deck as a short text that can be read out and typed: small letters, digits, dashes and full
 * stops only. Two characters a Question, and what was written; an empty text says that an earlier one was deleted.
 * @param personId small letters and digits
 * @throws {RangeError} where the person's id has other characters
 */
export function writeAnswerCode(
  target: AnswerTarget,
  personId: string,
  votes: readonly Vote[],
  texts: readonly TextAnswer[] = [],
): string {
  if (!/^[a-z\d]{1,32}$/.test(personId)) throw new RangeError('A person’s id is of small letters and digits.');
  const isOwn = (each: { readonly personId: string }) => each.personId === personId;
  const none = { votes: [], hands: [] };
  const own = mergeVotes({ votes: votes.filter(isOwn), hands: [], texts: texts.filter(isOwn) }, none);
  const written = own.texts ?? [];
  const counter = [...own.votes, ...written].reduce((most, each) => Math.max(most, each.counter), 0);
  const line = (stage: VoteStage) =>
    target.questionIds
      .map((id) => own.votes.find((vote) => vote.stage === stage && vote.questionId === id)?.choice)
      .map((choice) => (choice === undefined ? NONE : (CHOICES[choice] ?? NONE)))
      .join('');
  const parts = [tagOf(target), personId, counter.toString(36), line('first'), line('second')];
  const notes = target.questionIds.flatMap((id, place) =>
    written
      .filter(({ questionId }) => questionId === id)
      .map(({ stage, text }) => `${STAGE_LETTERS[stage]}${place.toString(36)}-${textToBase32(plainText(text))}`),
  );
  return notes.length === 0 ? sealed([VERSION, ...parts]) : sealed([VERSION_WITH_TEXTS, ...parts, notes.join('-')]);
}

/**
 * The answers in a code, or in a link that ends with one.
 * @throws {TypeError} one sentence, where it was cut short or altered, or is of another Deck
 */
export function readAnswerCode(target: AnswerTarget, text: string): AnswerCode {
  const bare = text
    .replaceAll(/\s/g, '')
    .replace(/^.*[?&]answers=/, '')
    .toLowerCase();
  const hasTexts = bare.startsWith(`${VERSION_WITH_TEXTS}.`);
  const parts = unsealed(bare, 'answers', hasTexts ? VERSION_WITH_TEXTS : VERSION, hasTexts ? 7 : 6);
  const [, tag = '', personId = '', counterText = '', first = '', second = '', notes = ''] = parts;
  if (tag !== tagOf(target)) throw new TypeError('These answers are to another deck than this class’s.');
  const { questionIds } = target;
  const counter = Number.parseInt(counterText, 36);
  const isWhole = first.length === questionIds.length && second.length === first.length;
  const texts = textsIn(notes, questionIds, personId, counter);
  if (!isWhole || texts === undefined || !Number.isSafeInteger(counter) || !/^[a-z\d]{1,32}$/.test(personId))
    throw new TypeError('This code of answers does not fit its deck: make it again on the phone.');
  const votesIn = (line: string, stage: VoteStage): readonly Vote[] =>
    questionIds.flatMap((questionId, at) => {
      const choice = CHOICES.indexOf(line[at] ?? NONE);
      return choice < 0 ? [] : [{ personId, questionId, stage, choice, counter }];
    });
  return { personId, votes: [...votesIn(first, 'first'), ...votesIn(second, 'second')], texts };
}

/** Undefined where they are not as they should be. */
function textsIn(
  notes: string,
  questionIds: readonly string[],
  personId: string,
  counter: number,
): readonly TextAnswer[] | undefined {
  if (notes === '') return [];
  const parts = notes.split('-');
  const texts: TextAnswer[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [, letter, place = ''] = /^([fs])([\da-z]{1,3})$/.exec(parts[at] ?? '') ?? [];
    const questionId = questionIds[Number.parseInt(place, 36)];
    const text = base32ToText(parts[at + 1] ?? '');
    if (letter === undefined || questionId === undefined || text === undefined) return undefined;
    const stage = letter === 'f' ? 'first' : 'second';
    texts.push({ personId, questionId, stage, text: plainText(text), counter });
  }
  return texts;
}

/** Tells Decks apart: the same Questions of the same Benchmark in the same order have the same. */
export function tagOf(target: AnswerTarget): string {
  return 'tag' in target ? target.tag : checksum(JSON.stringify([target.benchmark.digest, target.questionIds]));
}
