import { pointsOf, scoreAttempt, type ExtractionRule } from '../outcome/index.ts';
import { UNIT_SCALE } from '../statistics/index.ts';
import { meanOver } from './score.ts';
import type { EndedAttempt } from './scored-attempts.ts';
import type { ExtractionReport, ReadingDifference } from './types.ts';

/** What both rules of reading make of the stored replies. An Attempt without a reply counts by its Outcome. */
export function extractionReportOf(all: readonly EndedAttempt[]): ExtractionReport {
  const choices = all.filter(({ question }) => question.kind === 'multiple-choice');
  const differences: ReadingDifference[] = [];
  let replyCount = 0;
  for (const { question, attempt } of choices) {
    const { readings } = scoreAttempt(question, attempt);
    if (readings === undefined) continue;
    replyCount += 1;
    const robust = readings.robust.kind === 'letter' ? readings.robust.letter : undefined;
    if (robust !== readings.reference)
      differences.push({ questionId: question.id, epoch: attempt.epoch, robust, reference: readings.reference });
  }
  return {
    replyCount,
    differences,
    robust: meanOver(choices, UNIT_SCALE, (each) => pointsBy(each, 'robust')),
    reference: meanOver(choices, UNIT_SCALE, (each) => pointsBy(each, 'reference')),
  };
}

/** The points of a letter reply as one rule reads it, 0 where it reads none. */
export function pointsBy({ question, attempt, outcome, points }: EndedAttempt, rule: ExtractionRule): number {
  if (attempt.reply === undefined || question.kind === 'free-response') return points ?? 0;
  if (outcome === 'blocked' || outcome === 'failed') return 0;
  return pointsOf(question.kind, scoreAttempt(question, attempt, rule).outcome) ?? 0;
}
