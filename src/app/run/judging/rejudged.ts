import type { Attempt, JudgeChoice, Run } from '../../../domain/run/index.ts';

/**
 * A new Run with the replies of another one, whose free-response answers wait for another judge. What has no reply is kept as
 * it is, so that it counts as before: `toJudge` is all that there is to do.
 */
export function rejudged(
  old: Run,
  attempts: readonly Attempt[],
  { id, now, judge }: { readonly id: string; readonly now: string; readonly judge: JudgeChoice },
): { readonly run: Run; readonly attempts: readonly Attempt[]; readonly toJudge: readonly Attempt[] } {
  const copies = attempts.map((attempt): Attempt => {
    const { state, reply, verdict } = attempt;
    // What was asked was asked in the earlier Run.
    const copy = { ...attempt, runId: id, updatedAt: now, unanswered: undefined };
    if (reply === undefined) return state.kind === 'done' ? copy : { ...copy, state: { kind: 'queued' } };
    const isJudged = state.kind !== 'done' || verdict !== undefined || state.outcome === 'unjudged';
    return {
      ...copy,
      reused: true,
      // The earlier judge was paid in the earlier Run.
      judgeUsage: undefined,
      ...(isJudged ? { state: { kind: 'judging' }, verdict: undefined, failure: undefined } : {}),
    };
  });
  return {
    run: {
      ...old,
      id,
      createdAt: now,
      config: { ...old.config, judge },
      status: { kind: 'running' },
      // The queue was for asking models; this is about the judge.
      queue: undefined,
    },
    attempts: copies,
    toJudge: copies.filter(({ state }) => state.kind === 'judging'),
  };
}
