import { afterClosing, answerAt, isOpening, letterOf, type Answer, type ReadyReply } from './answer-at.ts';
import { commitment, type Commitment, type Firmness } from './commitment.ts';
import type { Token } from './tokens.ts';
import * as vocabulary from './vocabulary.ts';

/** How far a saying may reach, in tokens. */
const REACH = 24;
const CONNECTING_MARKS = new Set([':', '=', '→', '⇒', '—', '–', '-', '>', '~', '≈', '|']);
const ENDING_MARKS = new Set(['.', '!', '?', '。', '！', '？', ';']);
const ARROWS = new Set(['→', '⇒', '⟹', '∴', '➜', '➔']);
/** A Chinese, Japanese, Korean or Thai word for answer or choosing, and at most a few signs after it. */
const SCRIPT_NOUN =
  /(?:(?:正确|正確|最佳)的?[选選][项項]|答案|正解|正答|回答|解答|答え|答|정답|답안|답변|답|คําตอบ|(?:故|我|应|應|该|該|要|会|會|可)?[选選](?!项|項|択))(.{0,8})$/u;
const SCRIPT_NEGATION = /[不非没沒无無误誤错錯]|ない|ません|아니|아닌|ไม่/u;
const SCRIPT_RIGHT = /正解|正确|正確|正答|答案|对的|對的|정답|맞|옳|ถูก/u;

/** Every place in the running text where a reply commits to an option by saying so. */
export function sayingsIn(reading: ReadyReply): readonly Commitment[] {
  const found: Commitment[] = [];
  reading.tokens.forEach((token, at) => {
    reading.effort.steps += 1;
    const saying = fromNoun(reading, at, token) ?? fromVerb(reading, at, token) ?? fromLetter(reading, at);
    if (saying !== undefined) found.push(saying);
  });
  return found;
}

interface Cue {
  /** The letter may follow at once, without a colon or verb. */
  readonly needsJoint: boolean;
  readonly fillers: ReadonlySet<string>;
  /** Other words may stand between, up to a colon or verb. */
  readonly loose: boolean;
}

interface Reached {
  readonly answer: Answer;
  readonly at: number;
  readonly hedged: boolean;
  readonly loose: boolean;
}

/** "Answer: B", "the correct option is B", `\boxed{B}`, "答案是B". */
function fromNoun(reading: ReadyReply, at: number, token: Token): Commitment | undefined {
  const isScript = token.kind === 'script' && isScriptNoun(token.folded);
  const isEnglish = token.kind === 'word' && vocabulary.ENGLISH_NOUNS.has(token.folded);
  const isOther = token.kind === 'word' && vocabulary.OTHER_NOUNS.has(token.folded);
  const isMark = token.kind === 'answer-mark';
  if (!isScript && !isEnglish && !isOther && !isMark) return undefined;
  const reached = reach(reading, at + 1, { needsJoint: isEnglish, fillers: vocabulary.FILLERS, loose: isEnglish });
  if (reached === undefined || isDenied(reading, reached.answer.end)) return undefined;
  if (reached.loose && reached.answer.kind !== 'one') return undefined;
  const hedged = reached.hedged || reached.loose || hasBefore(reading, at, vocabulary.HEDGES);
  return commitment(hedged ? 'judgement' : 'answer', 'named as the answer', reached.at, reached.answer);
}

/** "I choose B", "I would guess B", "Therefore, B.", "Correction: B". */
function fromVerb(reading: ReadyReply, at: number, token: Token): Commitment | undefined {
  const isArrow = token.kind === 'mark' && ARROWS.has(token.text);
  if (token.kind !== 'word' && !isArrow) return undefined;
  const isChoosing = vocabulary.CHOOSING.has(token.folded);
  if (isChoosing || vocabulary.GUESSING.has(token.folded)) {
    if (!startsClause(reading, at) && !hasBefore(reading, at, vocabulary.CHOOSERS)) return undefined;
    if (isNegatedBefore(reading, at)) return undefined;
    const reached = reach(reading, at + 1, { needsJoint: false, fillers: vocabulary.CHOOSING_FILLERS, loose: false });
    if (reached === undefined) return undefined;
    return commitment(isChoosing ? 'answer' : 'judgement', 'chosen in words', reached.at, reached.answer);
  }
  // "B and probably C" concludes nothing.
  if (['and', 'or'].includes(reading.tokens[at - 1]?.folded ?? '')) return undefined;
  const isCorrecting = vocabulary.CORRECTING.has(token.folded);
  if (!isCorrecting && !isArrow && !vocabulary.CONCLUDING.has(token.folded)) return undefined;
  const reached = reach(reading, at + 1, { needsJoint: false, fillers: vocabulary.CONCLUDING_FILLERS, loose: false });
  if (reached?.answer.kind !== 'one' || !endsSentence(reading, reached.answer.end)) return undefined;
  const firmness: Firmness = isCorrecting ? 'answer' : 'judgement';
  return commitment(firmness, isCorrecting ? 'corrected in words' : 'concluded in words', reached.at, reached.answer);
}

/** "B is the answer", "option B is correct", "B best describes it", "B が正解です". */
function fromLetter(reading: ReadyReply, at: number): Commitment | undefined {
  const isNamed = reading.mentions.has(at) || letterOf(reading.tokens[at]) !== undefined;
  if (!isNamed) return undefined;
  const answer = answerAt(reading, at);
  if (answer?.kind !== 'one' || isNegatedBefore(reading, at)) return undefined;
  const firmness = judgedRight(reading, answer.end);
  if (firmness === undefined) return undefined;
  const hedged = hasBefore(reading, at, vocabulary.HEDGES);
  return commitment(hedged ? 'judgement' : firmness, 'judged to be right', at, answer);
}

/** Goes on from a cue, over words that say nothing, to the option that is meant. */
function reach(reading: ReadyReply, from: number, cue: Cue): Reached | undefined {
  let joint = !cue.needsJoint;
  let hedged = false;
  let loose = false;
  let negated = false;
  let breaks = 0;
  for (let at = from; at < from + REACH; at += 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[at];
    if (token === undefined) return undefined;
    const answer: Answer | undefined = answerAt(reading, at);
    if (answer !== undefined && negated) {
      // "not A but B": go on behind what is denied.
      if (!vocabulary.TURNS.has(reading.tokens[afterComma(reading, answer.end)]?.folded ?? '')) return undefined;
      negated = false;
      at = afterComma(reading, answer.end);
      continue;
    }
    // "Option B shows ..." only speaks of B.
    if (answer !== undefined && !joint && !endsLine(reading, answer.end)) return undefined;
    if (answer !== undefined)
      return isAsked(reading, answer.end) || isListed(reading, at, answer)
        ? undefined
        : { answer, at, hedged: hedged || !joint, loose };
    if (token.kind === 'break') {
      breaks += 1;
      // A heading of its own: what follows under it is the answer.
      if (at === from || reading.tokens[at - 1]?.kind === 'mark') joint ||= !loose;
      if (breaks > 3 || !joint) return undefined;
    } else if (token.kind === 'mark') {
      if (CONNECTING_MARKS.has(token.text)) joint = true;
      else if (token.text === '.' && at === from && reading.tokens[from - 1]?.folded === 'ans') joint = true;
      else if (ENDING_MARKS.has(token.text)) return undefined;
    } else if (token.kind === 'script') {
      if (SCRIPT_NEGATION.test(token.folded) || token.folded.length > 10) return undefined;
    } else if (vocabulary.NEGATIONS.has(token.folded)) negated = true;
    else if (vocabulary.HEDGES.has(token.folded)) hedged = joint = true;
    else if (vocabulary.JOINING.has(token.folded)) joint = true;
    else if (token.kind === 'word' && !cue.fillers.has(token.folded)) {
      if (!cue.loose || joint) return undefined;
      loose = true;
    }
  }
  return undefined;
}

function isScriptNoun(folded: string): boolean {
  const tail = SCRIPT_NOUN.exec(folded.slice(-24));
  return tail !== null && !SCRIPT_NEGATION.test(folded.slice(-24).slice(Math.max(0, tail.index - 1)));
}

/** Whether one of the words stands before `at` in the same sentence, at most eight tokens away. */
function hasBefore(reading: ReadyReply, at: number, words: ReadonlySet<string>): boolean {
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
function isNegatedBefore(reading: ReadyReply, at: number): boolean {
  for (let before = at - 1; before >= 0 && before >= at - 8; before -= 1) {
    reading.effort.steps += 1;
    const token = reading.tokens[before];
    if (token === undefined || token.kind === 'break' || vocabulary.TURNS.has(token.folded)) return false;
    if (token.text === ',' || (token.kind === 'mark' && ENDING_MARKS.has(token.text))) return false;
    if (token.kind === 'word' && vocabulary.NEGATIONS.has(token.folded)) return true;
  }
  return false;
}

function startsClause(reading: ReadyReply, at: number): boolean {
  let before = at - 1;
  while (isOpening(reading.tokens[before]) && before > at - 4) before -= 1;
  const token = reading.tokens[before];
  return token === undefined || token.kind === 'break' || (token.kind === 'mark' && !isOpening(token));
}

function afterComma(reading: ReadyReply, from: number): number {
  const at = afterClosing(reading, from);
  return reading.tokens[at]?.text === ',' ? at + 1 : at;
}

function endsLine(reading: ReadyReply, from: number): boolean {
  const token = reading.tokens[afterClosing(reading, from)];
  return token === undefined || token.kind === 'break';
}

/** Whether nothing more is said of an option but why. */
function endsSentence(reading: ReadyReply, from: number): boolean {
  const at = afterClosing(reading, from);
  const token = reading.tokens[at];
  const before = reading.tokens[at - 1];
  if (token === undefined || token.kind === 'break' || (at > from && before?.text === '.')) return true;
  if (token.kind === 'mark') return token.text !== '/' && token.text !== '-' && token.text !== '?';
  return ['because', 'since', 'as', 'weil', 'car', 'porque'].includes(token.folded);
}

function isAsked(reading: ReadyReply, from: number): boolean {
  const text = reading.tokens[afterClosing(reading, from)]?.text;
  return text === '?' || text === '？';
}

/** Whether the next line begins with another letter: then the options are listed, none is named. */
function isListed(reading: ReadyReply, at: number, answer: Answer): boolean {
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
function isDenied(reading: ReadyReply, from: number): boolean {
  let at = afterClosing(reading, from);
  if (reading.tokens[at - 1]?.text === '.') return false;
  const script =
    reading.tokens[at]?.kind === 'script'
      ? `${reading.tokens[at]?.folded ?? ''}${reading.tokens[at + 1]?.folded ?? ''}`
      : '';
  if (/^(?:では|じゃ)|^[가이은는]? ?아니|^是?(?:不|错|錯)|^は誤/u.test(script)) return true;
  if (vocabulary.JOINING.has(reading.tokens[at]?.folded ?? '')) at += 1;
  return vocabulary.WRONG.has(reading.tokens[at]?.folded ?? '');
}

/** How firmly the words after an option call it right, if they do. */
function judgedRight(reading: ReadyReply, from: number): Firmness | undefined {
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
