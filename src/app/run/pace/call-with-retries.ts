import type { CallFailure } from '../../../domain/run/index.ts';
import { SonoscoreError } from '../../ports.ts';
import type { Pace } from './pace.ts';
import { retryWaitMs } from './retry.ts';
import type { RunPorts } from '../run-ports.ts';

export interface RetriedCall<T> {
  readonly pace: Pace;
  /** Whether this server has answered anything in this Run. */
  readonly hasAnswered: () => boolean;
  /** Asks once. Runs only while a place is held. */
  readonly ask: () => Promise<T>;
  /** Before a wait of its own: until when, and why. */
  readonly onWait: (untilMs: number, failure: CallFailure) => Promise<void>;
}

/**
 * Asks until there is an answer or another try would not help. A place among the calls is held while asking only, so that
 * one that waits keeps nobody else from asking.
 * @param signal ends waits; `ask` has a signal of its own
 * @throws what the last try threw, or the signal's reason
 */
export async function callWithRetries<T>(
  call: RetriedCall<T>,
  { clock, random }: Pick<RunPorts, 'clock' | 'random'>,
  signal: AbortSignal,
): Promise<T> {
  for (let failedTries = 1; ; failedTries += 1) {
    const leave = await call.pace.enter(signal);
    try {
      const answer = await call.ask();
      call.pace.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof SonoscoreError)) throw error;
      const failure = error.toFailure();
      const waitMs = retryWaitMs(failure, { failedTries, hasAnswered: call.hasAnswered(), random: random() });
      if (failure.kind === 'rate-limited') call.pace.tooMany(waitMs ?? failure.waitMs ?? 0);
      if (waitMs === undefined) throw error;
      if (failure.kind === 'server' && failure.waitMs !== undefined) call.pace.hold(waitMs);
      leave();
      await call.onWait(clock.nowMs() + waitMs, failure);
      await clock.sleep(waitMs, signal);
    } finally {
      leave();
    }
  }
}
