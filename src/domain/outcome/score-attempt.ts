import type { MultipleChoiceQuestion, Question } from '../benchmark/index.ts';
import { extractReference, extractRobust, refusalAsWhole, withoutThinking } from '../extraction/index.ts';
import type { Reading, ReferenceLetter } from '../extraction/index.ts';
import { printedIndexOf, shownLetterOf, shownOptions } from '../options/index.ts';
import type { Attempt, ModelReply, Outcome, Prediction, Verdict } from '../run/index.ts';

/** What of an Attempt its score depends on. */
export type ScorableAttempt = Pick<Attempt, 'reply' | 'optionOrder' | 'failure' | 'verdict' | 'override'>;

/** Which reading of a letter counts. */
export type ExtractionRule = 'robust' | 'reference';

/** A letter reply as both rules read it. */
export interface Readings {
  readonly robust: Reading;
  readonly reference: ReferenceLetter | undefined;
}

export interface Scored {
  readonly outcome: Outcome;
  readonly prediction: Prediction | undefined;
  /** Undefined for free-response and where no reply came. */
  readonly readings: Readings | undefined;
}

/**
 * How an Attempt ended. Only an answer is `correct`, `partly-correct` or `incorrect`; what came of a failed call, a blocked or
 * refused reply, one cut short before it answered, or none at all keeps its own name. A free text without a Verdict is `unjudged`.
 * @param rule whose reading of a letter counts; the other is reported all the same
 * @throws {RangeError} when the Attempt's option order does not fit its Question
 */
export function scoreAttempt(question: Question, attempt: ScorableAttempt, rule: ExtractionRule = 'robust'): Scored {
  const { reply, failure } = attempt;
  if (reply === undefined) {
    if (failure === undefined) return unanswered('no-answer');
    return unanswered(failure.kind === 'blocked' ? 'blocked' : 'failed');
  }
  // A failure beside a reply is the judge's, not the model's.
  return question.kind === 'multiple-choice'
    ? scoreLetter(question, reply, orderOf(question, attempt), rule)
    : scoreText(reply, attempt);
}

/** Both readings as an Attempt keeps them; nothing where there are none. */
export function keptReadings({ readings }: Pick<Scored, 'readings'>): Pick<Attempt, 'readings'> {
  if (readings === undefined) return {};
  const { robust, reference } = readings;
  return { readings: { robust: robust.kind === 'letter' ? robust.letter : undefined, reference } };
}

/** The score that counts of a free text: a person's where there is one, else the judge's. */
export function standingVerdict(
  attempt: Pick<Attempt, 'verdict' | 'override'>,
): Pick<Verdict, 'score' | 'errorType'> | undefined {
  return attempt.override ?? attempt.verdict;
}

/** The Outcome that a judge's score stands for. */
export function outcomeOfVerdict(score: 0 | 1 | 2): Outcome {
  if (score === 2) return 'correct';
  return score === 1 ? 'partly-correct' : 'incorrect';
}

/**
 * The score of a choice that no reply was needed for, as a Baseline makes it.
 * @param printedIndex place in the printed order; undefined where nothing was chosen, as in free-response
 * @param optionOrder as the Attempt has it; empty for as printed
 */
export function scoreChoice(
  question: Question,
  printedIndex: number | undefined,
  optionOrder: readonly number[] = [],
): Omit<Scored, 'readings'> {
  if (question.kind === 'free-response' || printedIndex === undefined)
    return { outcome: 'no-answer', prediction: undefined };
  const shownLetter = shownLetterOf(printedIndex, orderOf(question, { optionOrder }));
  const option = question.options[printedIndex];
  if (shownLetter === undefined || option === undefined) return { outcome: 'no-answer', prediction: undefined };
  return {
    outcome: option.letter === question.answer ? 'correct' : 'incorrect',
    prediction: { kind: 'letter', shownLetter, printedIndex },
  };
}

function unanswered(outcome: Outcome, readings?: Readings): Scored {
  return { outcome, prediction: undefined, readings };
}

/** An Attempt from before orders were kept showed the options as printed. */
function orderOf(question: MultipleChoiceQuestion, { optionOrder }: Pick<Attempt, 'optionOrder'>): readonly number[] {
  return optionOrder.length === 0 ? question.options.map((_, index) => index) : optionOrder;
}

function scoreLetter(
  question: MultipleChoiceQuestion,
  reply: ModelReply,
  order: readonly number[],
  rule: ExtractionRule,
): Scored {
  const robust = extractRobust(reply.text, shownOptions(question, order));
  const reference = extractReference(reply.text);
  const readings = { robust, reference };
  if (reply.finishReason === 'blocked' || reply.finishReason === 'refused')
    return unanswered(reply.finishReason, readings);
  const robustLetter = robust.kind === 'letter' ? robust.letter : undefined;
  const letter = rule === 'robust' ? robustLetter : reference;
  const printedIndex = letter === undefined ? undefined : printedIndexOf(letter, order);
  if (printedIndex !== undefined) return { ...scoreChoice(question, printedIndex, order), readings };
  if (reply.finishReason === 'length') return unanswered('truncated', readings);
  return unanswered(robust.kind === 'refusal' ? 'refused' : 'no-answer', readings);
}

function scoreText(reply: ModelReply, attempt: ScorableAttempt): Scored {
  if (reply.finishReason === 'blocked' || reply.finishReason === 'refused') return unanswered(reply.finishReason);
  const text = withoutThinking(reply.text).text.trim();
  const standing = standingVerdict(attempt);
  // A verdict was given on what was there: it stands, even on a refusal.
  if (standing !== undefined && text !== '')
    return { outcome: outcomeOfVerdict(standing.score), prediction: { kind: 'text', text }, readings: undefined };
  if (text === '') return unanswered(reply.finishReason === 'length' ? 'truncated' : 'no-answer');
  if (refusalAsWhole(text) !== undefined) return unanswered('refused');
  return { outcome: 'unjudged', prediction: { kind: 'text', text }, readings: undefined };
}
