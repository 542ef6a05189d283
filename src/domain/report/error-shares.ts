import type { Benchmark } from '../benchmark/index.ts';
import { standingVerdict } from '../outcome/index.ts';
import { UNIT_SCALE, type Estimate } from '../statistics/index.ts';
import { meanOver } from './score.ts';
import { endedAttempts, type EndedAttempt, type RunWithAttempts } from './scored-attempts.ts';
import type { ErrorShares } from './types.ts';

/** How free-response answers went wrong, of all of them. */
export function errorSharesOf(all: readonly EndedAttempt[]): ErrorShares | undefined {
  const ended = all.filter(({ question }) => question.kind === 'free-response');
  const share = (holds: (each: EndedAttempt) => boolean): Estimate | undefined =>
    meanOver(ended, UNIT_SCALE, (each) => (holds(each) ? 1 : 0));
  const ofType = (type: string): Estimate | undefined =>
    share(({ attempt, points }) => points !== undefined && standingVerdict(attempt)?.errorType === type);
  const bothFail = ofType('both_fail');
  const wrongConclusion = ofType('wrong_conclusion');
  const wrongVisualEvidence = ofType('wrong_visual_evidence');
  const none = ofType('none');
  const unjudged = share(({ attempt, points }) => points === undefined || standingVerdict(attempt) === undefined);
  return bothFail && wrongConclusion && wrongVisualEvidence && none && unjudged
    ? { bothFail, wrongConclusion, wrongVisualEvidence, none, unjudged }
    : undefined;
}

/** As in the Report of a Run, without the rest of it. */
export function errorSharesOfRun(benchmark: Benchmark, run: RunWithAttempts): ErrorShares | undefined {
  return errorSharesOf(endedAttempts(benchmark, run).ended);
}
