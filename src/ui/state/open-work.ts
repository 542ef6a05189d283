import type { Attempt, Run } from '../../domain/run/index.ts';

/** What a Run that nobody works on still has to do. */
export interface OpenWork {
  /** Never answered. */
  readonly unasked: number;
  /** Asked, but no reply could be had. */
  readonly failed: number;
  /** Answered, but not scored, or the judge gave no verdict. */
  readonly unjudged: number;
}

export function openWorkOf(run: Run, attempts: readonly Attempt[]): OpenWork {
  let unasked = 0;
  let failed = 0;
  let unscored = 0;
  let unjudged = 0;
  for (const { state, reply, verdict } of attempts) {
    if (state.kind !== 'done' && reply === undefined) unasked += 1;
    else if (state.kind !== 'done') unscored += 1;
    else if (state.outcome === 'failed' && reply === undefined) failed += 1;
    else if (state.outcome === 'unjudged' && reply !== undefined && verdict === undefined) unjudged += 1;
  }
  // Of imported results nobody can ask anything.
  if (run.config.model.kind === 'published') return { unasked: 0, failed: 0, unjudged: 0 };
  return { unasked, failed, unjudged: unscored + (run.config.judge === undefined ? 0 : unjudged) };
}

export function isWork({ unasked, failed, unjudged }: OpenWork): boolean {
  return unasked + failed + unjudged > 0;
}
