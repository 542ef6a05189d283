import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { keptQuestions, type Benchmark, type Question } from '../benchmark/index.ts';
import { mostPoints, pointsOf } from '../outcome/index.ts';
import type { RunWithAttempts } from '../report/index.ts';
import type { Attempt, Outcome } from '../run/index.ts';
import { clusteredMean, pairedDifference, UNIT_SCALE, type Difference, type Estimate } from '../statistics/index.ts';
import type { SharedRun } from './types.ts';

/** So many questions are asked again, unless told otherwise. */
export const USUAL_SPOT_CHECK = 30;
/** With fewer questions nothing is said of a claim. */
const FEWEST_QUESTIONS = 10;
/** Where so much agreement comes by chance alone, agreement tells nothing. */
const MOST_CHANCE = 0.9;

/** What was asked again, beside what a link claims of it. */
export interface SpotCheck {
  /** Questions that ended, in the claim and again. */
  readonly count: number;
  /** Questions left out: of those asked again, the ones that failed or that nobody judged, here or there. */
  readonly leftOutCount: number;
  /** Share of questions that ended alike, clustered by source video. */
  readonly agreement: Estimate;
  /** The share that would end alike if the claim had nothing to do with the model. */
  readonly chanceAgreement: number;
  /** Claimed minus asked again, in shares of the points to be had. */
  readonly difference: Difference;
  /** Of letters, how many are the very same option. */
  readonly sameOption: { readonly same: number; readonly count: number };
  readonly verdict: SpotVerdict;
}

export type SpotVerdict = 'plausible' | 'better-than-found' | 'worse-than-found' | 'unrelated' | 'undecided';

/**
 * Questions to ask again, drawn at random without replacement from those that a shared Run has answers to. The same seed gives
 * the same questions.
 * @param sourceKeys where given, only questions in these source videos are drawn
 */
export function drawSpotCheck(
  benchmark: Benchmark,
  claimed: SharedRun,
  seed: number,
  size: number = USUAL_SPOT_CHECK,
  sourceKeys?: ReadonlySet<string>,
): readonly string[] {
  const pool = keptQuestions(benchmark).filter(
    ({ kind, sourceKey }, place) =>
      claimed.answers[place]?.some(({ outcome }) => tells(kind, outcome)) === true &&
      (sourceKeys === undefined || sourceKeys.has(sourceKey)),
  );
  const random = xoroshiro128plus(seed);
  const ids = pool.map(({ id }) => id);
  const drawn: string[] = [];
  while (drawn.length < size && ids.length > 0) drawn.push(...ids.splice(uniformInt(random, 0, ids.length - 1), 1));
  return drawn;
}

/**
 * Whether a claim is plausible after some of its questions were asked again. Two things are looked at: the paired difference of
 * points, clustered (is the claimed score another one?), and the share that ended alike against the share to be expected of two
 * unrelated raters with the same outcomes, the sum over outcomes of the product of their shares (Cohen 1960, "A coefficient of
 * agreement for nominal scales"). A model that is asked twice seldom says the very same twice, so full agreement is not asked.
 * @returns undefined where no question ended in both
 */
export function spotCheck(
  benchmark: Benchmark,
  claimed: RunWithAttempts,
  again: RunWithAttempts,
): SpotCheck | undefined {
  const questions = new Map(keptQuestions(benchmark).map((question) => [question.id, question]));
  const claims = new Map(claimed.attempts.map((attempt) => [keyOf(attempt), attempt]));
  const asked = again.attempts.flatMap((attempt) => {
    const question = questions.get(attempt.questionId);
    const claim = claims.get(keyOf(attempt));
    return question === undefined || claim === undefined || attempt.state.kind !== 'done'
      ? []
      : [{ question, claim, attempt }];
  });
  const pairs = asked.flatMap(({ question, claim, attempt }) => {
    const [a, b] = [outcomeOf(claim), outcomeOf(attempt)];
    if (a === undefined || b === undefined || !tells(question.kind, a) || !tells(question.kind, b)) return [];
    return [{ question, cluster: question.sourceKey, a, b, options: [optionOf(claim), optionOf(attempt)] as const }];
  });

  const agreement = clusteredMean(
    pairs.map(({ cluster, a, b }) => ({ cluster, value: a === b ? 1 : 0 })),
    UNIT_SCALE,
  );
  const difference = pairedDifference(
    pairs.map(({ question, cluster, a, b }) => ({ cluster, a: shareOf(question, a), b: shareOf(question, b) })),
    UNIT_SCALE,
  );
  if (agreement === undefined || difference === undefined) return undefined;
  const letters = pairs.filter(({ options: [one, other] }) => one !== undefined && other !== undefined);
  const chanceAgreement = chanceOf(pairs);
  return {
    count: pairs.length,
    leftOutCount: asked.length - pairs.length,
    agreement,
    chanceAgreement,
    difference,
    sameOption: { same: letters.filter(({ options: [one, other] }) => one === other).length, count: letters.length },
    verdict: verdictOf(agreement, chanceAgreement, difference),
  };
}

function verdictOf(agreement: Estimate, chance: number, { estimate }: Difference): SpotVerdict {
  if (agreement.count < FEWEST_QUESTIONS) return 'undecided';
  if (estimate.low > 0) return 'better-than-found';
  if (estimate.high < 0) return 'worse-than-found';
  if (chance >= MOST_CHANCE) return agreement.value >= MOST_CHANCE ? 'plausible' : 'undecided';
  if (agreement.low > chance) return 'plausible';
  return agreement.high < 1 && agreement.value <= chance ? 'unrelated' : 'undecided';
}

/** A letter against a text is told apart by kind, since each kind has outcomes of its own. */
function chanceOf(pairs: readonly { readonly question: Question; readonly a: Outcome; readonly b: Outcome }[]): number {
  let chance = 0;
  for (const kind of ['multiple-choice', 'free-response'] as const) {
    const ofKind = pairs.filter(({ question }) => question.kind === kind);
    const outcomes = new Set(ofKind.map(({ a }) => a));
    for (const outcome of outcomes) {
      const shareIn = (side: 'a' | 'b'): number =>
        ofKind.filter((pair) => pair[side] === outcome).length / ofKind.length;
      chance += (ofKind.length / pairs.length) * shareIn('a') * shareIn('b');
    }
  }
  return chance;
}

/** Whether an outcome says something of the model: a call that failed or an answer that nobody judged does not. */
function tells(kind: Question['kind'], outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome !== 'failed' && (kind === 'multiple-choice' || outcome !== 'unjudged');
}

function outcomeOf({ state }: Attempt): Outcome | undefined {
  return state.kind === 'done' ? state.outcome : undefined;
}

function optionOf({ prediction }: Attempt): number | undefined {
  return prediction?.kind === 'letter' ? prediction.printedIndex : undefined;
}

function shareOf({ kind }: Question, outcome: Outcome): number {
  return (pointsOf(kind, outcome) ?? 0) / mostPoints(kind);
}

function keyOf({ questionId, epoch }: Attempt): string {
  return `${epoch} ${questionId}`;
}
