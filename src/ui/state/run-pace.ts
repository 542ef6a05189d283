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
 * The rate of answers over the last three minutes and the time that the rest will take at it; undefined while too few have come.
 * Answers that were used again took no time and say nothing.
 */
export function paceOf(attempts: readonly Attempt[], nowMs: number): RunPace | undefined {
  const times: number[] = [];
  let open = 0;
  for (const { state, reused, updatedAt } of attempts) {
    if (state.kind !== 'done') open += 1;
    else if (reused !== true) {
      const ms = Date.parse(updatedAt);
      if (ms > nowMs - WINDOW_MS && ms <= nowMs) times.push(ms);
    }
  }
  if (times.length < FEWEST) return undefined;
  const spanMs = nowMs - Math.min(...times);
  if (spanMs <= 0) return undefined;
  // The first of them opens the span, so it is not counted in it.
  const perMs = (times.length - 1) / spanMs;
  return { perMinute: perMs * 60_000, remainingMs: open / perMs };
}
