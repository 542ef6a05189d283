import type { Attempt } from '../../domain/run/index.ts';

/** How fast answers come, from those of the last minutes. */
export interface RunPace {
  readonly perMinute: number;
  readonly remainingMs: number;
}

/** Long enough to even out slow answers, short enough to follow a server that slows down. */
const WINDOW_MS = 180_000;
/** From fewer, a rate says nothing. */
const FEWEST = 3;

/**
 * The rate of answers over the last three minutes, or since work began if that is later, and the time that the rest will take at
 * it; undefined while too few have come. Answers that were used again took no time and say nothing.
 */
export function paceOf(attempts: readonly Attempt[], nowMs: number): RunPace | undefined {
  const answers: { readonly ms: number; readonly askedMs: number }[] = [];
  let open = 0;
  let queuedMs = Infinity;
  for (const { state, reused, reply, updatedAt } of attempts) {
    const ms = Date.parse(updatedAt);
    if (state.kind !== 'done') open += 1;
    else if (reused !== true && ms > nowMs - WINDOW_MS && ms <= nowMs) {
      answers.push({ ms, askedMs: ms - (reply?.latencyMs ?? 0) });
    }
    if (state.kind === 'queued') queuedMs = Math.min(queuedMs, ms);
  }
  // What still waits its turn was put in line when work began, or was gone on with. Calls that are made at once are answered at
  // once, so from the first answer on a rate would count answers without the time that they took.
  const beganMs = Number.isFinite(queuedMs) ? queuedMs : Math.min(...answers.map(({ askedMs }) => askedMs));
  const fromMs = Math.max(beganMs, nowMs - WINDOW_MS);
  const counted = answers.filter(({ ms }) => ms > fromMs).length;
  if (counted < FEWEST) return undefined;
  const perMs = counted / (nowMs - fromMs);
  return { perMinute: perMs * 60_000, remainingMs: open / perMs };
}
