import { type Attempt, type Run, withoutCallUnderWay } from '../../../domain/run/index.ts';

/** Whether there is something left to do: no reply yet, or a reply that was not scored to its end. */
function isOpen({ state, reply, verdict }: Attempt): boolean {
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
