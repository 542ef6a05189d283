import type { Sayings } from './localized.ts';
import type { Message, Piece } from './translate.ts';

/** Longer texts are logs and replies, not sentences of this page. */
const LONGEST = 4_000;
const REMEMBERED = 500;
/** Parts within parts: a failure in a reason to pause in a notice, with a name in it. */
const DEEPEST = 5;
/** A part of a sentence that needs what it speaks of in front: “is missing” after a field’s name. */
const READS_ON =
  /^(?:\(|(?:is|are|has|had|was|were|must|over|names|asks|cannot|holds|ends|begins|stands|lacks|gives|mixes|reaches|nests|swells|points|would|answered|took|stopped|does)\b)/;
/** What may stand between parts that were put together, and what it is in Chinese. The order is how loosely they bind. */
const JOINTS = [
  { between: /(?<=[.!?”)]) (?=[\p{Lu}“"])/u, becomes: '' },
  { between: /; /, becomes: '；' },
  { between: /: /, becomes: '：' },
  { between: / · /, becomes: ' · ' },
  { between: /, /, becomes: '，' },
  { between: / and /, becomes: '和' },
] as const;
const SEVERAL = /; |[.!?] \p{Lu}/u;
const HAN_END = /[\p{Script=Han}，。；：！？、）」”]$/u;

interface Saying {
  readonly english: readonly Piece[];
  readonly chinese: readonly Piece[];
  /** How many characters of it are fixed: the more, the surer a match. */
  readonly weight: number;
  readonly readsOn: boolean;
}

/** Reads English sentences by their patterns and says them as the catalogue does; what it does not know it gives back as it is. */
export function createReader(sayings: Sayings): (text: string) => string {
  const exact = new Map<string, string>();
  const patterns: Saying[] = [];
  for (const [english, chinese] of sayings) {
    if (typeof english === 'string') exact.set(english, plain(chinese));
    const pieces = typeof english === 'string' ? [english] : english;
    const fixed = pieces.filter((piece) => typeof piece === 'string').join('');
    const [first] = pieces;
    const readsOn = typeof first === 'string' && READS_ON.test(first);
    // “{0}, {1}” fits everything and says nothing.
    if (!/\p{L}{2}/u.test(fixed) || (typeof english === 'string' && !readsOn)) continue;
    patterns.push({
      english: pieces,
      chinese: typeof chinese === 'string' ? [chinese] : chinese,
      weight: fixed.length,
      readsOn,
    });
  }
  patterns.sort((a, b) => b.weight - a.weight);
  const remembered = new Map<string, string>();

  function read(text: string, depth: number): string | undefined {
    if (text.trim() === '' || depth > DEEPEST || !/[A-Za-z]{2}/.test(text)) return undefined;
    return exact.get(text) ?? byPattern(text, depth) ?? byParts(text, depth);
  }

  function byPattern(text: string, depth: number): string | undefined {
    for (const { english, chinese, readsOn } of patterns) {
      const values = match(english, text);
      if (values !== undefined) return say(chinese, values, depth);
      if (!readsOn) continue;
      const [, ...more] = english;
      const [of, ...rest] = match([-1, ` ${String(english[0])}`, ...more], text, true) ?? [];
      if (of !== undefined && !SEVERAL.test(of)) return join(read(of, depth + 1) ?? of, say(chinese, rest, depth));
    }
    return undefined;
  }

  function byParts(text: string, depth: number): string | undefined {
    const stop = /[.:]$/.exec(text)?.[0];
    if (stop !== undefined) {
      const inside = read(text.slice(0, -1), depth);
      if (inside !== undefined) return `${inside}${stop === '.' ? '。' : '：'}`;
    }
    const aside = /^(.+?) \((.+)\)$/s.exec(text);
    if (aside !== null) {
      const [whole, within] = [read(aside[1] ?? '', depth + 1), read(aside[2] ?? '', depth + 1)];
      if (whole !== undefined || within !== undefined)
        return `${whole ?? aside[1] ?? ''}（${within ?? aside[2] ?? ''}）`;
    }
    for (const { between, becomes } of JOINTS) {
      const parts = text.split(between);
      if (parts.length === 1) continue;
      const said = parts.map((part) => read(part, depth + 1));
      if (said.every((part) => part === undefined)) continue;
      return parts
        .map((part, index) => said[index] ?? part)
        .reduce((all, part) => (becomes === '' ? join(all, part) : `${all}${becomes}${part}`));
    }
    return undefined;
  }

  function say(pieces: readonly Piece[], values: readonly string[], depth: number): string {
    return pieces
      .map((piece) => {
        if (typeof piece !== 'number') return piece;
        const value = values[piece] ?? '';
        return read(value.trim(), depth + 1) ?? value;
      })
      .join('');
  }

  return (text) => {
    if (text.length > LONGEST) return text;
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const said = read(text, 0) ?? text;
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(text, said);
    return said;
  };
}

/** The values between the fixed pieces, by their numbers; each is as short as may be. Undefined where the text is another. */
function match(pieces: readonly Piece[], text: string, leading = false): readonly string[] | undefined {
  const values: string[] = [];
  let at = 0;
  let open: number | undefined;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'number') {
      const number = leading ? piece + 1 : piece;
      // Two values side by side cannot be told apart: the first is both.
      if (open === undefined) open = number;
      else values[number] = '';
      continue;
    }
    if (typeof piece !== 'string') return undefined;
    const last = index === pieces.length - 1;
    const found =
      open === undefined
        ? text.startsWith(piece, at)
          ? at
          : -1
        : last
          ? text.length - piece.length
          : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found)) return undefined;
    if (open !== undefined) values[open] = text.slice(at, found);
    open = undefined;
    at = found + piece.length;
  }
  if (open !== undefined) {
    const rest = text.slice(at);
    // What is quoted at the end, after a colon, may be of several sentences; a name there is not.
    if (SEVERAL.test(rest) && !/[:：.] $/.test(text.slice(0, at))) return undefined;
    values[open] = rest;
  } else if (at !== text.length) return undefined;
  return values;
}

function join(before: string, after: string): string {
  return HAN_END.test(before) || after.startsWith('（') ? `${before}${after}` : `${before} ${after}`;
}

function plain(message: Message): string {
  return typeof message === 'string' ? message : message.join('');
}
