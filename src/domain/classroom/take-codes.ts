import { readAnswerCode, type AnswerCode, type AnswerTarget } from './answer-code.ts';
import { EMPTY_VOTES, mergeVotes, type VoteLedger } from './vote-ledger.ts';

/** More than any class has phones. */
const MOST_LINES = 300;
const MOST_LINE_CHARACTERS = 200_000;

/** What became of a line that was pasted; lines count from 1. */
export type CodeLine =
  | { readonly kind: 'taken'; readonly lineNumber: number; readonly personId: string; readonly answerCount: number }
  /** All that it says was here already. */
  | { readonly kind: 'doubled'; readonly lineNumber: number; readonly personId: string }
  | { readonly kind: 'unreadable'; readonly lineNumber: number; readonly text: string; readonly message: string };

export interface TakenCodes {
  /** With the answers of all lines that could be read. */
  readonly ledger: VoteLedger;
  readonly lines: readonly CodeLine[];
}

/**
 * The answers in many codes or links, one a line, whatever stands around a code. Never throws: a line that cannot be read is
 * told of, and the others are taken.
 */
export function takeCodes(ledger: VoteLedger, target: AnswerTarget, pasted: string): TakenCodes {
  const lines: CodeLine[] = [];
  let standing = ledger;
  for (const [at, text] of pasted.split(/\r\n|\r|\n/).entries()) {
    if (text.trim() === '') continue;
    const lineNumber = at + 1;
    const refuse = (message: string): void => {
      lines.push({ kind: 'unreadable', lineNumber, text: text.slice(0, 80), message });
    };
    if (lines.length >= MOST_LINES) {
      refuse(`At most ${MOST_LINES} lines are read at once: paste this one and those after it again.`);
      break;
    }
    try {
      for (const { personId, votes, texts } of codesIn(target, text.slice(0, MOST_LINE_CHARACTERS))) {
        const next = mergeVotes(standing, { votes, hands: [], texts });
        if (answersOf(next, personId) === answersOf(standing, personId))
          lines.push({ kind: 'doubled', lineNumber, personId });
        else
          lines.push({
            kind: 'taken',
            lineNumber,
            personId,
            answerCount: votes.length + texts.filter(({ text }) => text !== '').length,
          });
        standing = next;
      }
    } catch (error) {
      refuse(error instanceof Error ? error.message : 'This line cannot be read.');
    }
  }
  return { ledger: standing, lines };
}

/** The codes of one line: a line that is one, or those in a line with a name or other words around them. */
function codesIn(target: AnswerTarget, line: string): readonly AnswerCode[] {
  try {
    return [readAnswerCode(target, line)];
  } catch (error) {
    const within = line.match(/(?<![\p{L}\p{N}.-])\d\.[a-z\d]{7}\.[a-z\d.-]*[a-z\d]/giu) ?? [];
    if (within.length === 0 || within[0] === line.trim()) throw error;
    return within.map((code) => readAnswerCode(target, code));
  }
}

/** Of one person, as text to compare: they are in one order whatever way they came. */
function answersOf(ledger: VoteLedger, personId: string): string {
  const { votes, texts = [] } = mergeVotes(ledger, EMPTY_VOTES);
  return JSON.stringify([...votes, ...texts].filter((each) => each.personId === personId));
}
