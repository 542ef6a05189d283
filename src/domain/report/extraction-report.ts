import { pointsOf, scoreAttempt, scoreChoice } from '../outcome/index.ts';
import { printedIndexOf } from '../options/index.ts';
import { UNIT_SCALE } from '../statistics/index.ts';
import { meanOver } from './score.ts';
import type { EndedAttempt } from './scored-attempts.ts';
import type { ExtractionReport, ReadingDifference } from './types.ts';

/** What both rules of reading make of the stored replies. An Attempt without a reply counts by its Outcome. */
export function extractionReportOf(all: readonly EndedAttempt[]): ExtractionReport {
  const choices = all.filter(({ question }) => question.kind === 'multiple-choice');
  const read = choices.map((each) => ({ ...each, both: readBoth(each) }));
  const differences = read.flatMap(({ question, attempt, both }): readonly ReadingDifference[] =>
    both === undefined || both.robust === both.reference
      ? []
      : [{ questionId: question.id, epoch: attempt.epoch, robust: both.robust, reference: both.reference }],
  );
  return {
    replyCount: read.filter(({ both }) => both !== undefined).length,
    differences,
    robust: meanOver(
      choices,
      UNIT_SCALE,
      valuesFrom(read, (both) => both.robustPoints),
    ),
    reference: meanOver(
      choices,
      UNIT_SCALE,
      valuesFrom(read, (both) => both.referencePoints),
    ),
  };
}

interface BothReadings extends Pick<ReadingDifference, 'robust' | 'reference'> {
  readonly robustPoints: number;
  readonly referencePoints: number;
}

function readBoth({ question, attempt }: EndedAttempt): BothReadings | undefined {
  const { readings, outcome } = scoreAttempt(question, attempt);
  if (readings === undefined || question.kind === 'free-response') return undefined;
  const robust = readings.robust.kind === 'letter' ? readings.robust.letter : undefined;
  const order = attempt.optionOrder.length === 0 ? question.options.map((_, index) => index) : attempt.optionOrder;
  const { reference } = readings;
  const chosen = reference === undefined ? undefined : printedIndexOf(reference, order);
  // A reply that was blocked or refused is no answer by either rule.
  const isAnswer = outcome !== 'blocked' && attempt.reply?.finishReason !== 'refused';
  return {
    robust,
    reference,
    robustPoints: pointsOf(question.kind, outcome) ?? 0,
    referencePoints: isAnswer ? (pointsOf(question.kind, scoreChoice(question, chosen, order).outcome) ?? 0) : 0,
  };
}

/** The points by one rule, for `meanOver`. */
function valuesFrom(
  read: readonly (EndedAttempt & { readonly both: BothReadings | undefined })[],
  pick: (both: BothReadings) => number,
): (each: EndedAttempt) => number {
  const values = new Map(
    read.map(({ attempt, both, points }) => [attempt, both === undefined ? (points ?? 0) : pick(both)]),
  );
  return ({ attempt }) => values.get(attempt) ?? 0;
}
