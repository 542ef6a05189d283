import { clusteredMean, UNIT_SCALE } from '../statistics/index.ts';
import type { Run } from '../run/index.ts';
import type { EndedAttempt } from './scored-attempts.ts';
import type { RotationReport } from './types.ts';

/**
 * How often a model is right whatever place the answer stands in: of the questions that were asked in every rotation of their
 * options, the share whose every rotation was answered right. A rotation without an answer counts as not right, as in
 * the headline that counts all. Undefined for runs of another order.
 */
export function rotationReportOf(ended: readonly EndedAttempt[], run: Run): RotationReport | undefined {
  if (run.config.optionOrder !== 'circular') return undefined;
  const rounds = new Map<string, EndedAttempt[]>();
  for (const each of ended) {
    if (each.question.kind !== 'multiple-choice') continue;
    // Epochs are numbered through: one round over all rotations after the other.
    const round = Math.floor(each.attempt.epoch / each.question.options.length);
    const name = `${round} ${each.question.id}`;
    rounds.set(name, [...(rounds.get(name) ?? []), each]);
  }
  const observations = [...rounds.values()].flatMap((round) => {
    const [first] = round;
    if (first?.question.kind !== 'multiple-choice' || round.length < first.question.options.length) return [];
    const isRight = round.every(({ outcome }) => outcome === 'correct');
    return [{ cluster: first.question.sourceKey, value: isRight ? 1 : 0 }];
  });
  const rightInAll = clusteredMean(observations, UNIT_SCALE);
  return rightInAll === undefined ? undefined : { rightInAll };
}
