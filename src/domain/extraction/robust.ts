import type { OptionLetter } from '../benchmark/index.ts';
import { isClosing, isOpening, letterOf, type ReadyReply } from './answer-at.ts';
import { commitment, FIRMNESS, type Commitment } from './commitment.ts';
import { linesIn } from './lines.ts';
import { abstentionIn, refusalIn } from './refusals.ts';
import { sayingsIn } from './sayings.ts';
import { mentionsOf, type Effort, type ShownOption } from './shown-options.ts';
import { withoutThinking } from './thinking.ts';
import { tokensOf } from './tokens.ts';
import { NEGATIONS } from './vocabulary.ts';

/** Why a reply names no option. */
export type NoReading =
  'empty' | 'only-thinking' | 'says-it-does-not-know' | 'several-answers' | 'letter-not-shown' | 'no-committed-answer';

/** What a reply was read as. */
export type Reading =
  | {
      readonly kind: 'letter';
      /** Of the options as they were shown. */
      readonly letter: OptionLetter;
      /** By what the letter was found, for a person. */
      readonly rule: string;
    }
  | { readonly kind: 'refusal'; /** The words that refuse. */ readonly phrase: string }
  | { readonly kind: 'none'; readonly why: NoReading };

/**
 * The option that a reply commits to last, of those that were shown. Thinking aloud is left out. A letter inside a word or a
 * term, two letters at once, or a reply that says it cannot tell gives none. Never throws; the work grows with the length.
 */
export function extractRobust(reply: string, shownOptions: readonly ShownOption[]): Reading {
  return readCounted(reply, shownOptions).reading;
}

/** As `extractRobust`, with the number of inner steps: a bound on them is a bound on time that needs no clock. */
export function readCounted(
  reply: string,
  shownOptions: readonly ShownOption[],
): { readonly reading: Reading; readonly steps: number } {
  const effort: Effort = { steps: 0 };
  const spoken = withoutThinking(reply);
  if (spoken.text.trim() === '')
    return { reading: { kind: 'none', why: spoken.hadThinking ? 'only-thinking' : 'empty' }, steps: 0 };
  const tokens = tokensOf(spoken.text);
  const ready: ReadyReply = { tokens, mentions: mentionsOf(tokens, shownOptions, effort), shown: shownOptions, effort };
  return { reading: decide(spoken.text, ready), steps: effort.steps };
}

function decide(text: string, reply: ReadyReply): Reading {
  const commitments = [...sayingsIn(reply), ...linesIn(reply)];
  const said = lastOfFirmest(commitments.filter(({ firmness }) => firmness !== 'heading'));
  if (said?.answer.kind === 'one') return letter(said);
  const refusal = refusalIn(text);
  if (said === undefined && refusal !== undefined) return { kind: 'refusal', phrase: refusal };
  const isUnknown = abstentionIn(text) !== undefined;
  if (said === undefined && isUnknown) return { kind: 'none', why: 'says-it-does-not-know' };
  const best = said ?? lastOfFirmest(commitments) ?? mentioned(reply);
  if (best === undefined) return { kind: 'none', why: 'no-committed-answer' };
  if (best.answer.kind === 'one') return letter(best);
  return { kind: 'none', why: best.answer.kind === 'several' ? 'several-answers' : 'letter-not-shown' };
}

function letter({ answer, rule }: Commitment): Reading {
  return answer.kind === 'one'
    ? { kind: 'letter', letter: answer.letter, rule }
    : { kind: 'none', why: 'no-committed-answer' };
}

/** Of the firmest commitments the one that stands last. */
function lastOfFirmest(commitments: readonly Commitment[]): Commitment | undefined {
  for (const firmness of FIRMNESS) {
    const last = commitments
      .filter((each) => each.firmness === firmness)
      .reduce<Commitment | undefined>((a, b) => (a === undefined || b.position >= a.position ? b : a), undefined);
    if (last !== undefined) return last;
  }
  return undefined;
}

/** Where nothing is committed to: the one option whose text is given whole, or the one letter that is set apart. */
function mentioned(reply: ReadyReply): Commitment | undefined {
  const wordCount = reply.tokens.filter(({ kind }) => kind === 'word' || kind === 'script').length;
  const texts = [...reply.mentions].filter(
    ([at, mention]) => (mention.wordCount >= 2 || wordCount <= 6) && !isDeniedBefore(reply, at),
  );
  const byText = onlyOne(texts.map(([, mention]) => mention.letter));
  if (byText !== undefined) return byText === 'several' ? several() : one(byText, 'the text of one option');
  const apart = onlyOne(lettersSetApart(reply));
  return apart === undefined ? undefined : apart === 'several' ? several() : one(apart, 'the one letter set apart');
}

function several(): Commitment {
  return commitment('mention', 'several options', 0, { kind: 'several' });
}

function one(found: OptionLetter, rule: string): Commitment {
  return commitment('mention', rule, 0, { kind: 'one', letter: found });
}

function onlyOne(letters: readonly OptionLetter[]): OptionLetter | 'several' | undefined {
  const distinct = new Set(letters);
  return distinct.size > 1 ? 'several' : letters[0];
}

function isDeniedBefore(reply: ReadyReply, at: number): boolean {
  return reply.tokens
    .slice(Math.max(0, at - 4), at)
    .some(({ folded }) => NEGATIONS.has(folded) || folded === 'than' || folded === 'instead');
}

/** Capitals in emphasis or dollar signs anywhere, and one in brackets at the reply's end. */
function lettersSetApart(reply: ReadyReply): readonly OptionLetter[] {
  const { tokens, shown } = reply;
  const last = tokens.findLastIndex(({ kind }) => kind === 'word' || kind === 'script');
  return tokens.flatMap((token, at) => {
    const found = letterOf(token);
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    if (found === undefined || token.text !== found || !shown.some((option) => option.letter === found)) return [];
    const isApart = before?.text === after?.text && (before?.text === '*' || before?.text === '$');
    return isApart || (at === last && isOpening(before) && isClosing(after)) ? [found] : [];
  });
}
