import { answerAt, letterOf, type Answer, type ReadyReply } from './answer-at.ts';
import { commitment, type Commitment, type Firmness } from './commitment.ts';
import {
  afterComma,
  endsLine,
  endsSentence,
  ENDING_MARKS,
  hasBefore,
  isAsked,
  isDenied,
  isListed,
  isNegatedBefore,
  isScriptNoun,
  SCRIPT_NEGATION,
  startsClause,
} from './context.ts';
import { judgedRight } from './judged-right.ts';
import type { Token } from './tokens.ts';
import * as vocabulary from './vocabulary.ts';

/** How far a saying may reach, in tokens. */
const REACH = 24;
const CONNECTING_MARKS = new Set([':', '=', '→', '⇒', '—', '–', '-', '>', '~', '≈', '|']);
const ARROWS = new Set(['→', '⇒', '⟹', '∴', '➜', '➔']);

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
