import type { Benchmark, QuestionKind } from '../benchmark/index.ts';
import { mostPoints } from '../outcome/index.ts';
import {
  clusteredMean,
  JUDGE_SCALE,
  UNIT_SCALE,
  type Estimate,
  type Observation,
  type Scale,
} from '../statistics/index.ts';
import { endedAttempts, type EndedAttempt, type RunWithAttempts } from './scored-attempts.ts';
import type { GroupScores, Score } from './types.ts';

/** The scale of a kind's scores. */
export function scaleOf(kind: QuestionKind): Scale {
  return kind === 'multiple-choice' ? UNIT_SCALE : JUDGE_SCALE;
}

/** One value per question, the mean over its Attempts; those that `valueOf` leaves undefined are left out. */
export function questionMeans(
  ended: readonly EndedAttempt[],
  valueOf: (each: EndedAttempt) => number | undefined,
): ReadonlyMap<string, Observation> {
  const sums = new Map<string, { sum: number; count: number; readonly cluster: string }>();
  for (const each of ended) {
    const value = valueOf(each);
    if (value === undefined) continue;
    const entry = sums.get(each.question.id) ?? { sum: 0, count: 0, cluster: each.question.sourceKey };
    entry.sum += value;
    entry.count += 1;
    sums.set(each.question.id, entry);
  }
  return new Map([...sums].map(([id, { sum, count, cluster }]) => [id, { value: sum / count, cluster }]));
}

/** The mean over questions, each by the mean of its Attempts. */
export function meanOver(
  ended: readonly EndedAttempt[],
  scale: Scale,
  valueOf: (each: EndedAttempt) => number | undefined,
): Estimate | undefined {
  return clusteredMean([...questionMeans(ended, valueOf).values()], scale);
}

/** The headline scores of a Run, without the rest of its Report. */
export function overallScores(benchmark: Benchmark, run: RunWithAttempts): GroupScores {
  return scoresOf(endedAttempts(benchmark, run).ended);
}

/** The scores of a group of Attempts, by kind. */
export function scoresOf(ended: readonly EndedAttempt[]): GroupScores {
  return { multipleChoice: scoreOf(ended, 'multiple-choice'), freeResponse: scoreOf(ended, 'free-response') };
}

function scoreOf(all: readonly EndedAttempt[], kind: QuestionKind): Score | undefined {
  const ended = all.filter(({ question }) => question.kind === kind);
  const scale = scaleOf(kind);
  const allCounted = meanOver(ended, scale, ({ points }) => points ?? 0);
  const ifMissingRight = meanOver(ended, scale, ({ points }) => points ?? mostPoints(kind));
  if (allCounted === undefined || ifMissingRight === undefined) return undefined;
  return {
    allCounted,
    amongAnswered: meanOver(ended, scale, ({ points }) => points),
    ifMissingRight,
    attemptCount: ended.length,
    missingCount: ended.filter(({ points }) => points === undefined).length,
  };
}
