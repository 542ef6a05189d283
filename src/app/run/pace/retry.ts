import type { CallFailure } from '../../../domain/run/index.ts';

/** Tries in all, the first included. A call that timed out has cost its full time already. */
const TRIES = { usual: 6, timeout: 2, neverAnswered: 2 } as const;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** As long as a whole run takes: who asks for more means a quota, whatever it is called. */
const LONGEST_SLEEP_MS = 60 * 60 * 1000;

export interface RetrySituation {
  /** How many tries have failed, from 1. */
  readonly failedTries: number;
  /** Whether this server has answered anything in this Run: one that never has is more likely mis-typed than tired. */
  readonly hasAnswered: boolean;
  /** From 0 to under 1. */
  readonly random: number;
}

/**
 * How long to wait before the next try; undefined when another would not help. The server's own wait is kept to; without one,
 * the wait doubles from a second to a minute, half of it drawn at random so that calls do not come back all at once.
 */
export function retryWaitMs(failure: CallFailure, situation: RetrySituation): number | undefined {
  if (!failure.retryable || asksForHours(failure)) return undefined;
  const tries =
    failure.kind === 'timeout'
      ? TRIES.timeout
      : failure.kind === 'network-or-cors' && !situation.hasAnswered
        ? TRIES.neverAnswered
        : TRIES.usual;
  if (situation.failedTries >= tries) return undefined;
  const full = Math.min(FIRST_WAIT_MS * 2 ** (situation.failedTries - 1), LONGEST_WAIT_MS);
  const own = full / 2 + (full / 2) * situation.random;
  // A wait of the server's is a floor; a little more keeps its clients apart.
  return failure.waitMs === undefined ? own : failure.waitMs + own / 4;
}

/** Whether a server asks for a wait that nobody should sit through: a Run had better pause, and be gone on with. */
export function asksForHours({ retryable, waitMs }: CallFailure): boolean {
  return retryable && waitMs !== undefined && waitMs > LONGEST_SLEEP_MS;
}
