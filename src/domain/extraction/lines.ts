import { afterClosing, answerAt, isClosing, isOpening, letterOf, type Answer, type ReadyReply } from './answer-at.ts';
import { commitment, type Commitment } from './commitment.ts';
import { NEGATIONS, RIGHT, WRONG } from './vocabulary.ts';

/** What a line says of the option that it begins with. */
interface Line {
  readonly position: number;
  readonly answer: Answer;
  /** Nothing else stands in it. */
  readonly isAlone: boolean;
  readonly judged: 'right' | 'wrong' | undefined;
}

const TICKS = new Set(['✓', '✔', '✅', '☑', '√']);
const CROSSES = new Set(['✗', '✘', '❌', '✖', '×', '☒']);
const SEPARATORS = new Set(['.', ')', ']', ':', ',', ';', '–', '—', '-', '、', '。', '*']);
const REASONS = new Set(['because', 'since', 'as', 'due', 'given', 'based', 'weil', 'parce', 'porque']);

/**
 * What the lines of a reply commit to: a line that is a letter or an option's text, a line marked as right among others, the one
 * letter that lines begin with. Several lines that begin with different letters are a list and commit to nothing, unless the
 * reply opens with one that the list then leaves out.
 */
export function linesIn(reading: ReadyReply): readonly Commitment[] {
  const lines = optionLines(reading);
  const found: Commitment[] = [];
  const right = lines.filter(({ judged }) => judged === 'right');
  const [only] = right;
  if (only !== undefined && right.length === 1 && lines.length > 1)
    found.push(commitment('judgement', 'marked as right', only.position, only.answer));
  found.push(...aloneIn(reading, lines));
  const heading = headingOf(lines.filter(({ judged, isAlone }) => judged !== 'wrong' && !isAlone));
  if (heading !== undefined) found.push(heading);
  return found;
}

function optionLines(reading: ReadyReply): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < reading.tokens.length) {
    let end = start;
    while (end < reading.tokens.length && reading.tokens[end]?.kind !== 'break') {
      reading.effort.steps += 1;
      end += 1;
    }
    const line = lineFrom(reading, start, end, lines.length === 0 && isFirst(reading, start));
    if (line !== undefined) lines.push(line);
    start = end + 1;
  }
  return lines;
}

function isFirst(reading: ReadyReply, start: number): boolean {
  return reading.tokens.slice(0, Math.min(start, 8)).every(({ kind }) => kind === 'break') && start < 8;
}

function lineFrom(reading: ReadyReply, start: number, end: number, isFirstLine: boolean): Line | undefined {
  const { tokens } = reading;
  let at = start;
  while (at < end && isPreface(reading, at)) {
    reading.effort.steps += 1;
    at += 1;
  }
  const answer = at < end ? answerAt(reading, at) : undefined;
  if (answer === undefined || answer.end > end) return undefined;
  const rest = afterClosing(reading, answer.end);
  const next = tokens[answer.end];
  // "A: B" may be an answer's heading or an option's: neither is clear.
  if (next?.text === ':' && isOtherLetterAlone(reading, answer, answer.end + 1, end)) return undefined;
  const judged = judgement(reading, answer, end);
  if (isOnlyMarks(reading, answer.end, end) || isOwnText(reading, answer, rest, end))
    return { position: at, answer, isAlone: true, judged };
  if (letterOf(tokens[at]) === undefined && answer.kind === 'one') return undefined;
  const isHeading =
    (next?.kind === 'mark' && SEPARATORS.has(next.text)) || (isFirstLine && REASONS.has(tokens[rest]?.folded ?? ''));
  return isHeading && answer.kind === 'one' ? { position: at, answer, isAlone: false, judged } : undefined;
}

/** Marks, and the words that may stand before a letter on its line. */
function isPreface(reading: ReadyReply, at: number): boolean {
  const token = reading.tokens[at];
  if (token === undefined || answerAt(reading, at) !== undefined) return false;
  return (
    isOpening(token) ||
    isClosing(token) ||
    (token.kind === 'mark' && ['#', '-', '•', '→', '–', '✅', '\\'].includes(token.text)) ||
    token.kind === 'answer-mark' ||
    ['option', 'choice'].includes(token.folded)
  );
}

function isOnlyMarks(reading: ReadyReply, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[at];
    if (token === undefined || token.kind !== 'mark' || token.text === '?' || token.text === '+') return false;
  }
  return true;
}

/** `B. ` and then just what option B says. */
function isOwnText(reading: ReadyReply, answer: Answer, from: number, end: number): boolean {
  const mention = reading.mentions.get(from);
  return answer.kind === 'one' && mention?.letter === answer.letter && isOnlyMarks(reading, mention.end, end);
}

/** Whether a line calls its option right or wrong. */
function judgement(reading: ReadyReply, answer: Answer, end: number): Line['judged'] {
  let judged: Line['judged'];
  let negated = false;
  for (let at = answer.end; at < end; at += 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[at];
    // What follows speaks of another option.
    if (token === undefined || isOtherLetter(reading, answer, at)) break;
    if (CROSSES.has(token.text) || WRONG.has(token.folded)) return 'wrong';
    if (TICKS.has(token.text)) return 'right';
    if (NEGATIONS.has(token.folded)) negated = true;
    else if (isVerdict(reading, at)) judged = negated ? 'wrong' : 'right';
  }
  return judged;
}

function isOtherLetter(reading: ReadyReply, answer: Answer, at: number): boolean {
  const token = reading.tokens[at];
  const letter = letterOf(token);
  return letter !== undefined && letter === token?.text && !(answer.kind === 'one' && answer.letter === letter);
}

function isOtherLetterAlone(reading: ReadyReply, answer: Answer, at: number, end: number): boolean {
  return at < end && isOtherLetter(reading, answer, at) && isOnlyMarks(reading, at + 1, end);
}

/** "correct" as a verdict at the end of a phrase, not "the correct plane". */
function isVerdict(reading: ReadyReply, at: number): boolean {
  const token = reading.tokens[at];
  if (token?.kind !== 'word' || !RIGHT.has(token.folded) || token.folded === 'best' || token.folded === 'right')
    return false;
  const next = reading.tokens[at + 1];
  return next === undefined || next.kind !== 'word' || ['answer', 'option', 'choice', 'because'].includes(next.folded);
}

/** Lines that are a letter. The last one counts, but letters one under the other are several answers. */
function aloneIn(reading: ReadyReply, lines: readonly Line[]): readonly Commitment[] {
  const alone = lines.filter(({ isAlone, judged }) => isAlone && judged !== 'wrong');
  return alone.map((line, index) => {
    const before = alone[index - 1];
    const isStack = before !== undefined && isAdjacent(reading, before, line) && !isSame(before.answer, line.answer);
    return commitment('line', 'alone on a line', line.position, isStack ? { kind: 'several' } : line.answer);
  });
}

function isAdjacent(reading: ReadyReply, before: Line, line: Line): boolean {
  for (let at = before.answer.end; at < line.position; at += 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[at];
    if (token?.kind === 'word' && !reading.mentions.has(at) && !isInside(reading, at, before)) return false;
  }
  return true;
}

/** Whether a word belongs to the option text that stands behind the letter of its line. */
function isInside(reading: ReadyReply, at: number, line: Line): boolean {
  const mention = reading.mentions.get(afterClosing(reading, line.answer.end));
  return mention !== undefined && at < mention.end;
}

function isSame(a: Answer, b: Answer): boolean {
  return a.kind === 'one' && b.kind === 'one' && a.letter === b.letter;
}

function headingOf(lines: readonly Line[]): Commitment | undefined {
  const [first, ...others] = lines;
  if (first === undefined) return undefined;
  const letters = new Set(lines.flatMap(({ answer }) => (answer.kind === 'one' ? [answer.letter] : [])));
  if (letters.size === 1) return commitment('heading', 'begins a line', first.position, first.answer);
  const isLeftOut = first.answer.kind === 'one' && !others.some(({ answer }) => isSame(answer, first.answer));
  const second = others[0]?.answer;
  // A list in order from its first letter on is a list, not an answer and then the others.
  const isList =
    first.answer.kind === 'one' &&
    second?.kind === 'one' &&
    second.letter.charCodeAt(0) === first.answer.letter.charCodeAt(0) + 1;
  if (isLeftOut && !isList && first.position < 4)
    return commitment('heading', 'opens the reply', first.position, first.answer);
  return commitment('heading', 'begins lines', first.position, { kind: 'several' });
}
