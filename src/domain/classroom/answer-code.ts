import { checksum, sealed, unsealed } from './checksum.ts';
import type { Deck } from './deck.ts';
import { base32ToText, textToBase32 } from './base32.ts';
import { plainText } from './text-answers.ts';
import { mergeVotes, type TextAnswer, type Vote, type VoteStage } from './vote-ledger.ts';

const VERSION = '3';
/** How many parts a code of each version has. The earlier ones tell how late their last answer is and not each, the first no texts. */
const PART_COUNTS: ReadonlyMap<string, number> = new Map([
  ['1', 6],
  ['2', 7],
  [VERSION, 8],
]);
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
 * stops only. Two characters a Question, one or two for how late each answer is, and what was written; an empty text says that
 * an earlier one was deleted.
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
  const votesAt = (stage: VoteStage) =>
    target.questionIds.map((id) =>
      own.votes.find((vote) => vote.stage === stage && vote.questionId === id && vote.choice < CHOICES.length),
    );
  const lines = [votesAt('first'), votesAt('second')];
  const notes = target.questionIds.flatMap((id, place) =>
    (own.texts ?? []).filter(({ questionId }) => questionId === id).map((answer) => ({ place, answer })),
  );
  const told = [...lines.flat().filter((vote) => vote !== undefined), ...notes.map(({ answer }) => answer)];
  const counter = told.reduce((most, each) => Math.max(most, each.counter), 0);
  return sealed([
    VERSION,
    tagOf(target),
    personId,
    counter.toString(36),
    ...lines.map((line) => line.map((vote) => CHOICES[vote?.choice ?? -1] ?? NONE).join('')),
    writeAges(told.map((each) => counter - each.counter)),
    notes
      .map(
        ({ place, answer: { stage, text } }) =>
          `${STAGE_LETTERS[stage]}${place.toString(36)}-${textToBase32(plainText(text))}`,
      )
      .join('-'),
  ]);
}

/** How many answers of the person came after each, all of one width. */
function writeAges(ages: readonly number[]): string {
  const width = Math.max(...ages, 0).toString(36).length;
  return ages.map((age) => age.toString(36).padStart(width, '0')).join('');
}

/** Undefined where they are not of so many answers. */
function readAges(text: string, count: number): readonly number[] | undefined {
  if (count === 0) return text === '' ? [] : undefined;
  const width = text.length / count;
  if (width < 1 || !Number.isInteger(width) || !/^[\da-z]+$/.test(text)) return undefined;
  return Array.from({ length: count }, (_, at) => Number.parseInt(text.slice(at * width, (at + 1) * width), 36));
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
  const own = bare.split('.')[0] ?? '';
  const version = PART_COUNTS.has(own) ? own : VERSION;
  const parts = unsealed(bare, 'answers', version, PART_COUNTS.get(version) ?? 0);
  const [, tag = '', personId = '', counterText = '', first = '', second = '', ...more] = parts;
  if (tag !== tagOf(target)) throw new TypeError('These answers are to another deck than this class’s.');
  const { questionIds } = target;
  const counter = Number.parseInt(counterText, 36);
  const isWhole = first.length === questionIds.length && second.length === first.length;
  const votesIn = (line: string, stage: VoteStage) =>
    questionIds.flatMap((questionId, at) => {
      const choice = CHOICES.indexOf(line[at] ?? NONE);
      return choice < 0 ? [] : [{ personId, questionId, stage, choice }];
    });
  const votes = [...votesIn(first, 'first'), ...votesIn(second, 'second')];
  const texts = textsIn(more[more.length - 1] ?? '', questionIds, personId);
  const count = votes.length + (texts?.length ?? 0);
  const ages = version === VERSION ? readAges(more[0] ?? '', count) : Array.from({ length: count }, () => 0);
  const counters = ages?.map((age) => counter - age);
  if (
    !isWhole ||
    texts === undefined ||
    counters === undefined ||
    ![counter, ...counters].every((each) => Number.isSafeInteger(each) && each >= 0) ||
    !/^[a-z\d]{1,32}$/.test(personId)
  )
    throw new TypeError('This code of answers does not fit its deck: make it again on the phone.');
  return {
    personId,
    votes: votes.map((vote, at) => ({ ...vote, counter: counters[at] ?? 0 })),
    texts: texts.map((text, at) => ({ ...text, counter: counters[votes.length + at] ?? 0 })),
  };
}

/** Undefined where they are not as they should be. */
function textsIn(
  notes: string,
  questionIds: readonly string[],
  personId: string,
): readonly Omit<TextAnswer, 'counter'>[] | undefined {
  if (notes === '') return [];
  const parts = notes.split('-');
  const texts: Omit<TextAnswer, 'counter'>[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [, letter, place = ''] = /^([fs])([\da-z]{1,3})$/.exec(parts[at] ?? '') ?? [];
    const questionId = questionIds[Number.parseInt(place, 36)];
    const text = base32ToText(parts[at + 1] ?? '');
    if (letter === undefined || questionId === undefined || text === undefined) return undefined;
    const stage = letter === 'f' ? 'first' : 'second';
    texts.push({ personId, questionId, stage, text: plainText(text) });
  }
  return texts;
}

/** Tells Decks apart: the same Questions of the same Benchmark in the same order have the same. */
export function tagOf(target: AnswerTarget): string {
  return 'tag' in target ? target.tag : checksum(JSON.stringify([target.benchmark.digest, target.questionIds]));
}
