import { afterClosing, isOpening, letterOf, type Answer, type ReadyReply } from './answer-at.ts';
import { JOINING, NEGATIONS, TURNS, WRONG } from './vocabulary.ts';

export const ENDING_MARKS = new Set(['.', '!', '?', '。', '！', '？', ';']);
/** A Chinese, Japanese, Korean or Thai word for answer or choosing, and at most a few signs after it. */
const SCRIPT_NOUN =
  /(?:(?:正确|正確|最佳)的?[选選][项項]|答案|正解|正答|回答|解答|答え|答|정답|답안|답변|답|คําตอบ|(?:故|我|应|應|该|該|要|会|會|可)?[选選](?!项|項|択))(.{0,8})$/u;
export const SCRIPT_NEGATION = /[不非没沒无無误誤错錯]|ない|ません|아니|아닌|ไม่/u;

/** Whether a run of unspaced writing ends with a word for answer, not denied. */
export function isScriptNoun(folded: string): boolean {
  const tail = SCRIPT_NOUN.exec(folded.slice(-24));
  return tail !== null && !SCRIPT_NEGATION.test(folded.slice(-24).slice(Math.max(0, tail.index - 1)));
}

/** Whether one of the words stands before `at` in the same sentence, at most eight tokens away. */
export function hasBefore(reading: ReadyReply, at: number, words: ReadonlySet<string>): boolean {
  for (let before = at - 1; before >= 0 && before >= at - 8; before -= 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[before];
    if (token === undefined || token.kind === 'break' || (token.kind === 'mark' && ENDING_MARKS.has(token.text)))
      return false;
    if (token.kind === 'word' && words.has(token.folded)) return true;
  }
  return false;
}

/** As for `hasBefore`, within the clause: "I don't know, but I would guess" denies no guess. */
export function isNegatedBefore(reading: ReadyReply, at: number): boolean {
  for (let before = at - 1; before >= 0 && before >= at - 8; before -= 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[before];
    if (token === undefined || token.kind === 'break' || TURNS.has(token.folded)) return false;
    if (token.text === ',' || (token.kind === 'mark' && ENDING_MARKS.has(token.text))) return false;
    if (token.kind === 'word' && NEGATIONS.has(token.folded)) return true;
  }
  return false;
}

/** Whether a word is the first of its line or follows a mark, as an imperative does. */
export function startsClause(reading: ReadyReply, at: number): boolean {
  let before = at - 1;
  while (isOpening(reading.tokens[before]) && before > at - 4) before -= 1;
  const token = reading.tokens[before];
  return token === undefined || token.kind === 'break' || (token.kind === 'mark' && !isOpening(token));
}

/** Index behind closing marks and a comma. */
export function afterComma(reading: ReadyReply, from: number): number {
  const at = afterClosing(reading, from);
  return reading.tokens[at]?.text === ',' ? at + 1 : at;
}

/** Whether only closing marks follow on the line. */
export function endsLine(reading: ReadyReply, from: number): boolean {
  const token = reading.tokens[afterClosing(reading, from)];
  return token === undefined || token.kind === 'break';
}

/** Whether nothing more is said of an option but why. */
export function endsSentence(reading: ReadyReply, from: number): boolean {
  const at = afterClosing(reading, from);
  const token = reading.tokens[at];
  const before = reading.tokens[at - 1];
  if (token === undefined || token.kind === 'break' || (at > from && before?.text === '.')) return true;
  if (token.kind === 'mark') return token.text !== '/' && token.text !== '-' && token.text !== '?';
  return ['because', 'since', 'as', 'weil', 'car', 'porque'].includes(token.folded);
}

/** Whether a question mark follows. */
export function isAsked(reading: ReadyReply, from: number): boolean {
  const text = reading.tokens[afterClosing(reading, from)]?.text;
  return text === '?' || text === '？';
}

/** Whether the next line begins with another letter: then the options are listed, none is named. */
export function isListed(reading: ReadyReply, at: number, answer: Answer): boolean {
  if (reading.tokens[at - 1]?.kind !== 'break' || answer.kind !== 'one') return false;
  for (let next = at + 1; next < at + 60; next += 1) {
    reading.effort.steps += 1;
    if (reading.tokens[next] === undefined) return false;
    if (reading.tokens[next]?.kind !== 'break') continue;
    const letter = letterOf(reading.tokens[next + 1]);
    return letter !== undefined && letter !== answer.letter && reading.tokens[next + 2]?.kind === 'mark';
  }
  return false;
}

/** "B ではありません", "A is wrong": denied after the letter. */
export function isDenied(reading: ReadyReply, from: number): boolean {
  let at = afterClosing(reading, from);
  if (reading.tokens[at - 1]?.text === '.') return false;
  const script =
    reading.tokens[at]?.kind === 'script'
      ? `${reading.tokens[at]?.folded ?? ''}${reading.tokens[at + 1]?.folded ?? ''}`
      : '';
  if (/^(?:では|じゃ)|^[가이은는]? ?아니|^是?(?:不|错|錯)|^は誤/u.test(script)) return true;
  if (JOINING.has(reading.tokens[at]?.folded ?? '')) at += 1;
  return WRONG.has(reading.tokens[at]?.folded ?? '');
}
