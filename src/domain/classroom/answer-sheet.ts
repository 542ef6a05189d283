import { OPTION_LETTERS, type Question } from '../benchmark/index.ts';
import { tagOf } from './answer-code.ts';
import { sealed, unsealed } from './checksum.ts';
import { MOST_DECK_QUESTIONS, type Deck } from './deck.ts';

const VERSION = '1';
const NOT_ASKED = '-';

/** What a phone needs to answer a Deck by, without its Benchmark: how many options each Question has, and no word of any. */
export interface AnswerSheet {
  readonly name: string;
  /** Which Deck it is of. */
  readonly tag: string;
  /** Places in the Deck, from 0, in the place of ids that a phone does not know. */
  readonly questionIds: readonly string[];
  /** For each Question; 0 where the answer is typed, undefined where it cannot be asked. */
  readonly optionCounts: readonly (number | undefined)[];
}

/** The sheet of a Deck as text for a link. */
export function writeSheetCode(
  deck: Pick<Deck, 'name' | 'benchmark' | 'questionIds'>,
  asked: readonly Question[],
): string {
  const counts = new Map(asked.map((each) => [each.id, each.kind === 'multiple-choice' ? each.options.length : 0]));
  const shape = deck.questionIds.map((id) => counts.get(id) ?? NOT_ASKED).join('');
  // A full stop parts the code, and encodeURIComponent leaves it as it is.
  const name = encodeURIComponent(deck.name.replaceAll(/\p{Surrogate}/gu, '')).replaceAll('.', '%2E');
  return sealed([VERSION, tagOf(deck), shape, name]);
}

/** @throws {TypeError} one sentence, where it was cut short or altered */
export function readSheetCode(code: string): AnswerSheet {
  const [, tag = '', shape = '', name = ''] = unsealed(code.trim(), 'an answer sheet', VERSION, 4);
  if (!/^[\da-z]{7}$/.test(tag) || !/^[\d-]+$/.test(shape) || shape.length > MOST_DECK_QUESTIONS)
    throw new TypeError('This answer sheet names questions that no deck has: ask for its link again.');
  const optionCounts = [...shape].map((each) => (each === NOT_ASKED ? undefined : Number(each)));
  if (optionCounts.some((count) => count !== undefined && count > OPTION_LETTERS.length))
    throw new TypeError('This answer sheet has more options than a question can have: ask for its link again.');
  return {
    name: decoded(name).slice(0, 200) || 'Deck',
    tag,
    questionIds: optionCounts.map((_, at) => String(at)),
    optionCounts,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
