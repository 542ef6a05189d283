import { clusteredMean, JUDGE_SCALE, LEVEL, tQuantile } from '../statistics/index.ts';
import { JUDGE_SCORES, type Judged, type JudgeScore } from './judged.ts';

/** A text that a person has scored too. */
export interface AuditedScore {
  readonly judge: JudgeScore;
  readonly person: JudgeScore;
  /** How many texts it stands for. */
  readonly weight: number;
}

/** The mean that a person would have given, as far as the audit can tell. */
export interface CorrectedScore {
  readonly value: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly method: 'calibrated-by-confusion';
  /** One less than the source videos or the audited texts, whichever are fewer. */
  readonly degreesOfFreedom: number;
  /** Scores that the judge gave and no audited text had: taken at the judge's word, with the widest doubt. */
  readonly unauditedScores: readonly JudgeScore[];
}

/** Weight of the prior in each row of the table, spread evenly over the person's scores: one text. */
const PRIOR = 1;

/**
 * The mean score corrected for the judge's measured error: for each judge's score the mean of what the person gave to texts with
 * it, weighted by how often the judge gave it. Its variance is the sum of two parts: how often the judge gives each score, clustered
 * by source video; and what the table leaves open, each row taken for a Dirichlet distribution (the counts, and a third of a text
 * in each cell, so that full agreement on a small sample is no certainty).
 * @returns undefined where nothing was judged or fewer than two texts audited
 */
export function correctedScore(
  judged: readonly Judged[],
  audited: readonly AuditedScore[],
  level: number = LEVEL,
): CorrectedScore | undefined {
  const rows = JUDGE_SCORES.map((judge) => rowOf(judge, audited));
  const calibrated = clusteredMean(
    judged.map(({ score, cluster }) => ({ value: rows[score]?.mean ?? score, cluster })),
    JUDGE_SCALE,
    level,
  );
  if (calibrated === undefined || audited.length < 2) return undefined;
  const ofTable = rows.reduce((sum, { variance }, score) => sum + shareOf(judged, score) ** 2 * variance, 0);
  const standardError = Math.sqrt(calibrated.standardError ** 2 + ofTable);
  const degreesOfFreedom = Math.max(1, Math.min(calibrated.clusterCount, audited.length) - 1);
  const half = tQuantile((1 + level) / 2, degreesOfFreedom) * standardError;
  return {
    value: calibrated.value,
    standardError,
    low: Math.max(JUDGE_SCALE.min, calibrated.value - half),
    high: Math.min(JUDGE_SCALE.max, calibrated.value + half),
    level,
    method: 'calibrated-by-confusion',
    degreesOfFreedom,
    unauditedScores: JUDGE_SCORES.filter(
      (score) => shareOf(judged, score) > 0 && !audited.some(({ judge }) => judge === score),
    ),
  };
}

/** What a person gives where the judge gives one score. */
interface Row {
  readonly mean: number;
  /** Of the mean, as far as so few texts can tell. */
  readonly variance: number;
}

function rowOf(judge: JudgeScore, all: readonly AuditedScore[]): Row {
  const audited = all.filter((each) => each.judge === judge);
  const total = audited.reduce((sum, { weight }) => sum + weight, 0);
  const squares = audited.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const shares = JUDGE_SCORES.map((score) =>
    audited.length === 0
      ? 0
      : audited.filter(({ person }) => person === score).reduce((sum, { weight }) => sum + weight, 0) / total,
  );
  // Texts of unequal weight tell less than as many of equal weight (Kish 1965).
  const count = squares === 0 ? 0 : total ** 2 / squares;
  const smoothed = shares.map((share) => (share * count + PRIOR / JUDGE_SCORES.length) / (count + PRIOR));
  const variance = (meanOf(smoothed, 2) - meanOf(smoothed, 1) ** 2) / (count + PRIOR + 1);
  return { mean: audited.length === 0 ? judge : meanOf(shares, 1), variance };
}

/** The mean of a power of the score. */
function meanOf(shares: readonly number[], power: number): number {
  return shares.reduce((sum, share, score) => sum + share * score ** power, 0);
}

function shareOf(judged: readonly Judged[], score: number): number {
  return judged.filter((each) => each.score === score).length / judged.length;
}
