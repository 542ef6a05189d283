import type { Benchmark } from '../benchmark/index.ts';
import { sealed, unsealed } from './checksum.ts';
import { MOST_DECK_QUESTIONS, type Deck } from './deck.ts';

const VERSION = '1';
/** Hex digits of the Benchmark's digest: enough that no other is taken for it. */
const DIGEST_DIGITS = 12;

/**
 * A Deck as text for a link: the Benchmark by its digest, the Questions by their places in it. It holds no text of a Question.
 * @throws {TypeError} one sentence, where the Deck is of another Benchmark
 */
export function writeDeckCode(deck: Pick<Deck, 'name' | 'benchmark' | 'questionIds'>, benchmark: Benchmark): string {
  if (deck.benchmark.digest !== benchmark.digest)
    throw new TypeError(`A link to this deck is made with its own questions: open “${deck.benchmark.name}” first.`);
  const places = new Map(benchmark.questions.map(({ id }, place) => [id, place]));
  const list = deck.questionIds.flatMap((id) => places.get(id) ?? []).map((place) => place.toString(36));
  // A full stop parts the code, and encodeURIComponent leaves it as it is.
  const name = encodeURIComponent(deck.name.replaceAll(/\p{Surrogate}/gu, '')).replaceAll('.', '%2E');
  return sealed([VERSION, benchmark.digest.slice(0, DIGEST_DIGITS), list.join('-'), name]);
}

/**
 * How the digest of a link's Benchmark begins, so that it can be looked for.
 * @throws {TypeError} as `readDeckCode` does
 */
export function digestInDeckCode(code: string): string {
  return unsealed(code.trim(), 'a deck', VERSION, 4)[1] ?? '';
}

/**
 * The Deck that a link names, without an id.
 * @throws {TypeError} one sentence, where the code was cut or altered, or is of another Benchmark than the one that is open
 */
export function readDeckCode(code: string, benchmark: Benchmark): Pick<Deck, 'name' | 'benchmark' | 'questionIds'> {
  const [, digest = '', list = '', name = ''] = unsealed(code.trim(), 'a deck', VERSION, 4);
  if (digest !== benchmark.digest.slice(0, DIGEST_DIGITS))
    throw new TypeError('This deck is of another benchmark than the one that is open here: open its benchmark first.');
  const ids = list.split('-').map((place) => benchmark.questions[Number.parseInt(place, 36)]?.id);
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length || new Set(known).size < known.length || known.length > MOST_DECK_QUESTIONS)
    throw new TypeError('This deck names questions that its benchmark does not have.');
  return {
    name: decoded(name).slice(0, 200) || 'Deck',
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    questionIds: known,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
