import type { OptionLetter } from '../benchmark/index.ts';
import type { Effort, Mention, ShownOption } from './shown-options.ts';
import type { Token } from './tokens.ts';
import { CONTINUING, TERMS } from './vocabulary.ts';

/** A reply made ready for reading. */
export interface ReadyReply {
  readonly tokens: readonly Token[];
  readonly mentions: ReadonlyMap<number, Mention>;
  readonly shown: readonly ShownOption[];
  readonly effort: Effort;
}

/** What stands at a place of a reply: one option, several, or a letter that was not shown. */
export type Answer =
  | { readonly kind: 'one'; readonly letter: OptionLetter; readonly end: number }
  | { readonly kind: 'several' | 'not-shown'; readonly end: number };

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const satisfies readonly OptionLetter[];
export const CLOSING = new Set([
  '*',
  '_',
  '`',
  '"',
  "'",
  ')',
  ']',
  '}',
  '>',
  '$',
  '”',
  '’',
  '»',
  '」',
  '』',
  '】',
  '〉',
  '》',
  '.',
  ':',
]);
const OPENING = new Set([
  '*',
  '_',
  '`',
  '"',
  "'",
  '(',
  '[',
  '{',
  '<',
  '$',
  '“',
  '‘',
  '«',
  '「',
  '『',
  '【',
  '〈',
  '《',
  '"',
]);
const JOINS = new Set([
  '/',
  '&',
  '+',
  ',',
  '、',
  '|',
  'and',
  'or',
  'und',
  'oder',
  'et',
  'ou',
  'y',
  'o',
  'e',
  'en',
  'of',
  'i',
  'и',
  'или',
  '和',
  '或',
  '及',
]);
/** Languages that join a verb to the letter by an apostrophe. */
const JOINED_VERB = /^([A-H])'(?:dir|dır|dur|dür|tir|tır)$/u;

/** The letter that a token is, were it shown or not. */
export function letterOf(token: Token | undefined): OptionLetter | undefined {
  if (token?.kind !== 'word') return undefined;
  const text = JOINED_VERB.exec(token.text.replace('’', "'"))?.[1] ?? token.text;
  return LETTERS.find((letter) => letter === text.toUpperCase());
}

/** Whether a token is a mark that may stand before a letter. */
export function isOpening(token: Token | undefined): boolean {
  return token?.kind === 'mark' && OPENING.has(token.text);
}

/** Whether a token is a mark that may stand behind a letter. */
export function isClosing(token: Token | undefined): boolean {
  return token?.kind === 'mark' && CLOSING.has(token.text);
}

/** Index of the next token that is no closing mark. */
export function afterClosing(reading: ReadyReply, from: number): number {
  let at = from;
  while (isClosing(reading.tokens[at])) {
    reading.effort.steps += 1;
    at += 1;
    if (at - from > 8) break;
  }
  return at;
}

/** The option or options that `at` begins to name, or undefined where it names none. */
export function answerAt(reading: ReadyReply, at: number): Answer | undefined {
  const mention = reading.mentions.get(at);
  if (mention !== undefined) return { kind: 'one', letter: mention.letter, end: mention.end };
  const token = reading.tokens[at];
  if (isSeveral(reading, token)) return { kind: 'several', end: at + 1 };
  const glued = gluedText(reading, token);
  if (glued !== undefined) return { kind: 'one', letter: glued, end: at + 1 };
  const letter = letterOf(token);
  if (letter === undefined || !standsAlone(reading, at, letter)) return undefined;
  const end = joinedEnd(reading, at + 1, letter);
  if (end !== undefined) return { kind: 'several', end };
  return reading.shown.some((option) => option.letter === letter)
    ? { kind: 'one', letter, end: at + 1 }
    : { kind: 'not-shown', end: at + 1 };
}

/** Letters run together, such as `AB`. */
function isSeveral({ shown }: ReadyReply, token: Token | undefined): boolean {
  if (token?.kind !== 'word' || token.text.length < 2 || token.text.length > shown.length) return false;
  const letters = [...token.text];
  return (
    new Set(letters).size === letters.length && letters.every((text) => shown.some(({ letter }) => letter === text))
  );
}

/** `B-Turning`, where Turning begins option B. */
function gluedText({ shown }: ReadyReply, token: Token | undefined): OptionLetter | undefined {
  const [head, rest] = token?.kind === 'word' && token.text[1] === '-' ? [token.text[0], token.text.slice(2)] : [];
  if (head === undefined || rest === undefined) return undefined;
  return shown.find(({ letter, text }) => letter === head && text.startsWith(rest))?.letter;
}

/** Whether a letter is meant as one, not an article, a word of another language or part of a term. */
function standsAlone(reading: ReadyReply, at: number, letter: OptionLetter): boolean {
  const token = reading.tokens[at];
  const next = reading.tokens[at + 1];
  if (next === undefined || next.kind === 'break') return true;
  const isSmall = token?.text === token?.folded;
  if (next.kind === 'mark') {
    if (next.text === '-' || next.text === '–') return !isSmall && !TERMS.has(reading.tokens[at + 2]?.folded ?? '');
    return !isSmall || isClosing(next) || next.text === ',' || next.text === '!';
  }
  if (isSmall) return false;
  if (next.kind !== 'word') return true;
  if (reading.mentions.get(at + 1)?.letter === letter) return true;
  if (TERMS.has(next.folded)) return false;
  return letter !== 'A' || CONTINUING.has(next.folded) || next.text !== next.folded;
}

/** Where a second letter is joined to the first (`A or B`, `A/B`, `A, B`): the end of the second. */
function joinedEnd(reading: ReadyReply, from: number, first: OptionLetter): number | undefined {
  const { tokens } = reading;
  const join = afterClosing(reading, from);
  // `B. A is wrong` names one: a full stop or colon ends it.
  if (tokens.slice(from, join).some(({ text }) => text === '.' || text === ':')) return undefined;
  const joining = tokens[join];
  if (joining === undefined || !JOINS.has(joining.folded)) return undefined;
  let at = join + 1;
  while (isOpening(tokens[at]) || tokens[at]?.folded === 'option' || JOINS.has(tokens[at]?.folded ?? '')) {
    reading.effort.steps += 1;
    at += 1;
    if (at - join > 6) return undefined;
  }
  const second = letterOf(tokens[at]);
  if (second === undefined || second === first || tokens[at]?.text !== tokens[at]?.text.toUpperCase()) return undefined;
  const after = tokens[afterClosing(reading, at + 1)];
  // `B, A is wrong` and `B and A shows`: what follows says something of the second alone.
  return after?.kind === 'word' && !JOINS.has(after.folded) ? undefined : at + 1;
}
