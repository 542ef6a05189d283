import type { Benchmark } from '../../domain/benchmark/index.ts';
import { keptReadings, scoreAttempt } from '../../domain/outcome/index.ts';
import { type Attempt, type JudgeChoice, type Run, withoutCallUnderWay } from '../../domain/run/index.ts';

/** Whether there is something left to do: no reply yet, or a reply that was not scored to its end. */
export function isOpen({ state, reply, verdict }: Attempt): boolean {
  if (state.kind !== 'done') return true;
  if (reply === undefined) return state.outcome === 'failed';
  return state.outcome === 'unjudged' && verdict === undefined;
}

/** What is left of a Run, put in line again. Of one that was imported only its replies can be gone on with. */
export function reopened(run: Run, attempts: readonly Attempt[], updatedAt: string): readonly Attempt[] {
  const canAsk = run.config.model.kind !== 'published';
  return attempts
    .filter((attempt) => isOpen(attempt) && (canAsk || attempt.reply !== undefined))
    .map((attempt) => ({
      ...withoutCallUnderWay(attempt),
      state: { kind: attempt.reply === undefined ? 'queued' : 'judging' },
      failure: undefined,
      updatedAt,
    }));
}

/** Those Attempts whose stored reply is scored otherwise today than when it came. Verdicts stay as they are. */
export function rescored(attempts: readonly Attempt[], benchmark: Benchmark, updatedAt: string): readonly Attempt[] {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  return attempts.flatMap((attempt): Attempt[] => {
    const question = questions.get(attempt.questionId);
    if (question === undefined || attempt.reply === undefined || attempt.state.kind !== 'done') return [];
    // A judge's failure is no failure of the model's.
    const score = scoreAttempt(question, { ...attempt, failure: undefined });
    const { outcome, prediction } = score;
    // Compared as they are stored.
    const isSame = JSON.stringify(prediction) === JSON.stringify(attempt.prediction);
    return isSame && outcome === attempt.state.outcome
      ? []
      : [{ ...attempt, prediction, ...keptReadings(score), state: { kind: 'done', outcome }, updatedAt }];
  });
}

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
