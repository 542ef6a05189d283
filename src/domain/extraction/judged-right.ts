import { afterClosing, type ReadyReply } from './answer-at.ts';
import type { Firmness } from './commitment.ts';
import { ENDING_MARKS, endsSentence, SCRIPT_NEGATION } from './context.ts';
import * as vocabulary from './vocabulary.ts';

const SCRIPT_RIGHT = /正解|正确|正確|正答|答案|对的|對的|정답|맞|옳|ถูก/u;

/** How firmly the words after an option call it right, if they do. */
export function judgedRight(reading: ReadyReply, from: number): Firmness | undefined {
  let at = afterClosing(reading, from);
  const first = reading.tokens[at];
  if (first?.kind === 'script') {
    const said =
      `${first.folded}${reading.tokens[at + 1]?.kind === 'script' ? (reading.tokens[at + 1]?.folded ?? '') : ''}`.slice(
        0,
        24,
      );
    return SCRIPT_RIGHT.test(said) && !SCRIPT_NEGATION.test(said) ? 'answer' : undefined;
  }
  if (first?.kind === 'word' && vocabulary.FITTING.has(first.folded)) return 'judgement';
  if (first?.folded === 'it' && reading.tokens[at + 1]?.folded === 'is' && endsSentence(reading, at + 2))
    return 'judgement';
  let right = false;
  let hedged = false;
  for (const end = at + 10; at < end; at += 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[at];
    if (right && (token === undefined || token.kind === 'break' || token.kind === 'mark')) return 'judgement';
    if (token === undefined || token.kind === 'break' || ENDING_MARKS.has(token.text)) return undefined;
    if (token.kind !== 'word') continue;
    if (vocabulary.NEGATIONS.has(token.folded) || vocabulary.WRONG.has(token.folded)) return undefined;
    if (vocabulary.OTHER_NOUNS.has(token.folded) || token.folded === 'answer')
      return right || isThe(reading, at) ? (hedged ? 'judgement' : 'answer') : undefined;
    if (isFit(reading, at)) return 'judgement';
    hedged ||= vocabulary.HEDGES.has(token.folded);
    if (vocabulary.RIGHT.has(token.folded)) right = true;
    else if (right) return vocabulary.JUDGED_NOUNS.has(token.folded) ? 'judgement' : undefined;
    else if (!isBetween(token.folded)) return undefined;
  }
  return undefined;
}

/** "most consistent", "the one that matches". */
function isFit(reading: ReadyReply, at: number): boolean {
  const word = (offset: number): string => reading.tokens[at + offset]?.folded ?? '';
  return (
    (word(0) === 'consistent' && word(-1) === 'most') ||
    (word(0) === 'one' && word(1) === 'that' && vocabulary.FITTING.has(word(2)))
  );
}

/** Whether a word may stand between an option and the judgement on it. */
function isBetween(folded: string): boolean {
  return vocabulary.FILLERS.has(folded) || vocabulary.JOINING.has(folded) || vocabulary.HEDGES.has(folded);
}

function isThe(reading: ReadyReply, at: number): boolean {
  const before = reading.tokens[at - 1]?.folded ?? '';
  return vocabulary.FILLERS.has(before) || vocabulary.JOINING.has(before);
}
