/** One piece of a reply. `mark` is a sign of punctuation, `script` a run of a writing without spaces between words. */
export interface Token {
  readonly kind: 'word' | 'script' | 'mark' | 'break' | 'answer-mark';
  readonly text: string;
  /** Without accents and in lower case, for comparing. */
  readonly folded: string;
}

/** Chinese, Japanese, Korean and Thai write words without the spaces, or with endings joined on. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー';
const WORD_PART = `(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`;

/**
 * Alternatives that never begin with the same character after each other's failure, and repeats that never overlap: matching
 * takes time in proportion to the length, whatever the reply.
 */
const PIECE = new RegExp(
  [
    '(?<answer>\\\\(?:boxed|fbox)\\b|<(?:final_?)?(?:answer|choice)>)',
    '(?<dropped>\\\\[a-zA-Z]+|</?[a-zA-Z][a-zA-Z0-9_]{0,14} ?/?>)',
    '(?<line>\\n)',
    `(?<script>[${UNSPACED}]+)`,
    `(?<word>${WORD_PART}(?:['’‑-]${WORD_PART})*)`,
    '(?<mark>[^\\s])',
  ].join('|'),
  'giu',
);

/** Signs that are not seen: zero-width spaces and joiners, direction marks, the byte order mark. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/gu;

/** Cuts a reply into pieces: wide, circled and bold letters become plain ones, LaTeX commands and HTML tags go. */
export function tokensOf(reply: string): readonly Token[] {
  const plain = reply
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\r\n?/gu, '\n')
    // A line break spelt out, as inside JSON; before a small letter it would be a LaTeX command.
    .replace(/\\n(?![a-z])/gu, '\n');
  const tokens: Token[] = [];
  for (const { 0: text, groups } of plain.matchAll(PIECE)) {
    if (groups === undefined || groups['dropped'] !== undefined) continue;
    tokens.push({ kind: kindOf(groups), text, folded: fold(text) });
  }
  return tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token['kind'] {
  if (groups['answer'] !== undefined) return 'answer-mark';
  if (groups['line'] !== undefined) return 'break';
  if (groups['script'] !== undefined) return 'script';
  return groups['word'] === undefined ? 'mark' : 'word';
}

/** Most words of most replies: nothing in them to take off. */
const PLAIN = /^[ -~\n]*$/u;

/** Lower case, without accents, one kind of apostrophe and hyphen. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('‑', '-')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss');
}
