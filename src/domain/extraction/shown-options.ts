import type { OptionLetter } from '../benchmark/index.ts';
import { tokensOf, type Token } from './tokens.ts';

/** An option as the model was shown it. */
export interface ShownOption {
  readonly letter: OptionLetter;
  readonly text: string;
}

/** Where an option's whole text stands in a reply: `end` is the index after its last token. */
export interface Mention {
  readonly letter: OptionLetter;
  readonly end: number;
  readonly wordCount: number;
}

/** Counts inner steps, so that a test can bound the work without a clock. */
export interface Effort {
  steps: number;
}

/**
 * Finds whole option texts in a reply, marks and case aside: the longest that begins at a word, none inside another. Texts that
 * two options share name neither.
 */
export function mentionsOf(
  tokens: readonly Token[],
  shown: readonly ShownOption[],
  effort: Effort,
): ReadonlyMap<number, Mention> {
  const sayings = shown.map(({ letter, text }) => ({
    letter,
    words: wordsOf(tokensOf(text)).map(({ folded }) => folded),
  }));
  const counts = new Map<string, number>();
  for (const { words } of sayings) counts.set(words.join(' '), (counts.get(words.join(' ')) ?? 0) + 1);
  const distinct = sayings.filter(({ words }) => words.length > 0 && counts.get(words.join(' ')) === 1);

  const said = wordsOf(tokens);
  const found = new Map<number, Mention>();
  let next = 0;
  while (next < said.length) {
    effort.steps += 1;
    const longest = longestAt(said, next, distinct, effort);
    const first = said[next];
    const last = longest === undefined ? undefined : said[next + longest.words.length - 1];
    if (longest === undefined || first === undefined || last === undefined) {
      next += 1;
      continue;
    }
    found.set(first.index, { letter: longest.letter, end: last.index + 1, wordCount: longest.words.length });
    next += longest.words.length;
  }
  return found;
}

interface Said {
  readonly folded: string;
  readonly index: number;
}

interface Saying {
  readonly letter: OptionLetter;
  readonly words: readonly string[];
}

function wordsOf(tokens: readonly Token[]): readonly Said[] {
  return tokens.flatMap(({ kind, folded }, index) => (kind === 'word' || kind === 'script' ? [{ folded, index }] : []));
}

function longestAt(said: readonly Said[], at: number, sayings: readonly Saying[], effort: Effort): Saying | undefined {
  let longest: Saying | undefined;
  for (const saying of sayings) {
    if (saying.words.length <= (longest?.words.length ?? 0)) continue;
    let length = 0;
    while (length < saying.words.length && said[at + length]?.folded === saying.words[length]) length += 1;
    effort.steps += length + 1;
    if (length === saying.words.length) longest = saying;
  }
  return longest;
}
