import type { Benchmark } from '../benchmark/index.ts';
import type { Attempt } from '../run/index.ts';
import {
  clusteredMean,
  JUDGE_SCALE,
  quadraticKappa,
  type Estimate,
  type Kappa,
  type Rating,
} from '../statistics/index.ts';
import type { SampledAttempt } from './blind-sample.ts';
import { correctedScore, type CorrectedScore } from './corrected-score.ts';
import { judgedAttempts, keyOf, type AttemptKey, type JudgeScore } from './judged.ts';

/** What a person gave to one text of the sample. */
export interface PersonScore extends AttemptKey {
  readonly score: JudgeScore;
}

/** How far a judge can be trusted. Plain JSON. */
export interface AuditReport {
  readonly formatVersion: 1;
  readonly sampleSize: number;
  /** Texts of the sample that the person has scored. */
  readonly scoredCount: number;
  /** Judge (first) and person (second): weighted kappa, share of agreement and confusion table. */
  readonly agreement: Kappa | undefined;
  /** Over all judged texts, as the judge gave it. */
  readonly judgeScore: Estimate | undefined;
  readonly corrected: CorrectedScore | undefined;
}

/** Holds a person's blind scores against the judge's. */
export function auditReport(
  benchmark: Benchmark,
  attempts: readonly Attempt[],
  sample: readonly SampledAttempt[],
  scores: readonly PersonScore[],
): AuditReport {
  const judged = judgedAttempts(benchmark, attempts);
  const byKey = new Map(judged.map((each) => [keyOf(each), each]));
  const given = new Map(scores.map((each) => [keyOf(each), each.score]));
  const audited = sample.flatMap((each) => {
    const found = byKey.get(keyOf(each));
    const person = given.get(keyOf(each));
    return found === undefined || person === undefined
      ? []
      : [{ judge: found.score, person, weight: each.weight, cluster: found.cluster }];
  });
  return {
    formatVersion: 1,
    sampleSize: sample.length,
    scoredCount: audited.length,
    agreement: quadraticKappa(audited.map(({ judge, person, cluster }) => ({ a: judge, b: person, cluster }))),
    judgeScore: clusteredMean(
      judged.map(({ score, cluster }) => ({ value: score, cluster })),
      JUDGE_SCALE,
    ),
    corrected: correctedScore(judged, audited),
  };
}

/**
 * How far two judges agree on the Attempts that both have judged, where both had the very same text before them: weighted kappa,
 * share of agreement and confusion table. Undefined where there is none, as between Runs that were asked apart.
 */
export function judgeAgreement(
  benchmark: Benchmark,
  first: readonly Attempt[],
  second: readonly Attempt[],
): Kappa | undefined {
  const others = new Map(judgedAttempts(benchmark, second).map((each) => [keyOf(each), each]));
  const texts = new Map(second.map((each) => [keyOf(each), each.reply?.text]));
  const ownTexts = new Map(first.map((each) => [keyOf(each), each.reply?.text]));
  const ratings = judgedAttempts(benchmark, first).flatMap((each): readonly Rating[] => {
    const key = keyOf(each);
    const other = others.get(key);
    if (other === undefined || texts.get(key) !== ownTexts.get(key)) return [];
    return [{ a: each.score, b: other.score, cluster: each.cluster }];
  });
  return quadraticKappa(ratings);
}
