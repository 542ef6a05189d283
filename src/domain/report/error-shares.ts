import type { Benchmark } from '../benchmark/index.ts';
import { standingVerdict } from '../outcome/index.ts';
import { UNIT_SCALE, type Estimate } from '../statistics/index.ts';
import { meanOver } from './score.ts';
import { endedAttempts, type EndedAttempt, type RunWithAttempts } from './scored-attempts.ts';
import type { ErrorShares } from './types.ts';

/**
 * How free-response answers went wrong, of all of them, as upstream counts: 0 points are both wrong whatever the judge says of
 * them, and so is 1 point without one of the two types; 2 points are no error.
 */
export function errorSharesOf(all: readonly EndedAttempt[]): ErrorShares | undefined {
  const ended = all.filter(({ question }) => question.kind === 'free-response');
  const share = (error: keyof ErrorShares): Estimate | undefined =>
    meanOver(ended, UNIT_SCALE, (each) => (errorOf(each) === error ? 1 : 0));
  const bothFail = share('bothFail');
  const wrongConclusion = share('wrongConclusion');
  const wrongVisualEvidence = share('wrongVisualEvidence');
  const none = share('none');
  const unjudged = share('unjudged');
  return bothFail && wrongConclusion && wrongVisualEvidence && none && unjudged
    ? { bothFail, wrongConclusion, wrongVisualEvidence, none, unjudged }
    : undefined;
}

function errorOf({ attempt, points }: EndedAttempt): keyof ErrorShares {
  const standing = standingVerdict(attempt);
  if (points === undefined || standing === undefined) return 'unjudged';
  if (standing.score === 2) return 'none';
  if (standing.score === 1 && standing.errorType === 'wrong_conclusion') return 'wrongConclusion';
  if (standing.score === 1 && standing.errorType === 'wrong_visual_evidence') return 'wrongVisualEvidence';
  return 'bothFail';
}

/** As in the Report of a Run, without the rest of it. */
export function errorSharesOfRun(benchmark: Benchmark, run: RunWithAttempts): ErrorShares | undefined {
  return errorSharesOf(endedAttempts(benchmark, run).ended);
}
