import type { FreeResponseQuestion } from '../../domain/benchmark/index.ts';
import type { CallFailure, Verdict } from '../../domain/run/index.ts';
import { Breaker } from './breaker.ts';
import { callWithRetries } from './call-with-retries.ts';
import { failureOf } from './failures.ts';
import { judgeOnce, type Judging } from './judge.ts';
import { Pace } from './pace.ts';
import type { RunPorts } from './run-ports.ts';

export type Judged =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | {
      readonly kind: 'failure';
      readonly failure: CallFailure;
      /** Why the Run had better pause, where it had. */
      readonly pauseReason: string | undefined;
    };

/** Judges the free answers of one sitting, at a pace of its own: the judge is another server than the model, or another of its doors. */
export class JudgeStage {
  readonly #work: Omit<Judging, 'question' | 'prediction'>;
  readonly #ports: RunPorts;
  readonly #signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal };
  readonly #pace: Pace;
  readonly #breaker = new Breaker();
  #hasAnswered = false;

  /** @param signals `cancelled` ends calls that are under way; `idle` keeps new ones from beginning */
  constructor(
    work: Omit<Judging, 'question' | 'prediction'>,
    ports: RunPorts,
    signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal },
  ) {
    this.#work = work;
    this.#ports = ports;
    this.#signals = signals;
    this.#pace = new Pace(ports.clock, ports.callsAtOnce);
  }

  /** @throws the signal's reason, where the Run was cancelled or paused meanwhile */
  async judge(question: FreeResponseQuestion, prediction: string): Promise<Judged> {
    const { cancelled, idle } = this.#signals;
    try {
      const verdict = await callWithRetries(
        {
          pace: this.#pace,
          hasAnswered: () => this.#hasAnswered,
          onWait: () => Promise.resolve(),
          ask: () => judgeOnce({ ...this.#work, question, prediction }, cancelled),
        },
        this.#ports,
        idle,
      );
      this.#hasAnswered = true;
      this.#breaker.answered();
      return { kind: 'verdict', verdict };
    } catch (error) {
      if (idle.aborted) throw error;
      const failure = failureOf(error);
      const reason = this.#breaker.failed(failure);
      return {
        kind: 'failure',
        failure,
        pauseReason: reason === undefined ? undefined : `The judge could not go on: ${reason}`,
      };
    }
  }
}
