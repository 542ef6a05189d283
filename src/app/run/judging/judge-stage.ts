import type { FreeResponseQuestion } from '../../../domain/benchmark/index.ts';
import type { CallFailure, JudgeChoice, ModelReply, Usage, Verdict } from '../../../domain/run/index.ts';
import type { ModelProvider, ModelRequest } from '../../ports.ts';
import { Breaker } from '../pace/breaker.ts';
import { callWithRetries } from '../pace/call-with-retries.ts';
import { failureOf } from '../failures.ts';
import { judgeOnce, type Judging } from './judge.ts';
import { paidCall, type Spending } from '../money/index.ts';
import { Pace } from '../pace/pace.ts';
import type { RunPorts } from '../run-ports.ts';

export type Judged =
  | { readonly kind: 'verdict' }
  | {
      readonly kind: 'failure';
      readonly failure: CallFailure;
      /** Why the Run had better pause, where it had. */
      readonly pauseReason: string | undefined;
    };

/** What becomes of one answer while it is judged. Until each has ended, its next call waits. */
export interface JudgeNotes {
  /** What each of the calls has used is added to it, whatever comes of them. */
  readonly paid: Usage[];
  /** Stores the Verdict, so that no more Verdicts than calls can get lost. */
  readonly keep: (verdict: Verdict) => Promise<void>;
  /** Stores what is paid so far, and that the judge is asked now: before each call. */
  readonly asks: () => Promise<void>;
  /** Stores that a call got no answer and may be billed all the same. */
  readonly unanswered: () => Promise<void>;
  /** Stores until when the next call waits, and why. */
  readonly waits: (untilMs: number, failure: CallFailure) => Promise<void>;
}

export interface JudgeWork {
  readonly choice: JudgeChoice;
  readonly provider: ModelProvider;
  readonly key: string | undefined;
  readonly reference: Judging['reference'];
  readonly spending: Spending;
  /** Whether the judge's server has answered in an earlier sitting. */
  readonly isReached: boolean;
  /** Pauses the Run: the judge's next call could pass its cap. */
  readonly onRefusal: (reason: string) => void;
}

/** Judges the free answers of one sitting, at a pace of its own: the judge is another server than the model, or another of its doors. */
export class JudgeStage {
  readonly #work: JudgeWork;
  readonly #ports: RunPorts;
  readonly #signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal };
  readonly #pace: Pace;
  readonly #breaker = new Breaker();
  #hasAnswered = false;
  #isReached: boolean;

  /** @param signals `cancelled` ends calls that are under way; `idle` keeps new ones from beginning */
  constructor(
    work: JudgeWork,
    ports: RunPorts,
    signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal },
  ) {
    this.#work = work;
    this.#isReached = work.isReached;
    this.#ports = ports;
    this.#signals = signals;
    this.#pace = new Pace(ports.clock, ports.callsAtOnce);
  }

  /** @throws the signal's reason, where the Run was cancelled or paused meanwhile, or what the notes throw */
  async judge(question: FreeResponseQuestion, prediction: string, notes: JudgeNotes): Promise<Judged> {
    const { paid, keep, waits } = notes;
    const { idle } = this.#signals;
    const { choice, reference } = this.#work;
    let isGiven = false;
    try {
      await callWithRetries(
        {
          pace: this.#pace,
          hasAnswered: () => this.#hasAnswered,
          onWait: waits,
          ask: async () => {
            const verdict = await judgeOnce({ choice, reference, question, prediction }, async (request) => {
              const reply = await this.#ask(request, notes);
              paid.push(reply.usage);
              return reply;
            });
            this.#hasAnswered = true;
            this.#breaker.answered();
            isGiven = true;
            await keep(verdict);
          },
        },
        this.#ports,
        idle,
      );
      return { kind: 'verdict' };
    } catch (error) {
      if (idle.aborted || isGiven) throw error;
      const failure = failureOf(error);
      const reason = this.#breaker.failed(failure, this.#ports.clock.nowMs());
      return {
        kind: 'failure',
        failure,
        pauseReason: reason === undefined ? undefined : `The judge could not go on: ${reason}`,
      };
    }
  }

  async #ask(request: ModelRequest, { asks, unanswered }: JudgeNotes): Promise<ModelReply> {
    const { provider, key, spending, onRefusal } = this.#work;
    const { cancelled, idle } = this.#signals;
    const reply = await paidCall({
      payee: 'judge',
      spending,
      idle,
      onRefusal,
      onSending: asks,
      send: () => provider.ask(request, key, cancelled),
      isReachable: () => this.#isReached && this.#ports.isOnline?.() !== false,
      onUnanswered: unanswered,
    });
    this.#isReached = true;
    return reply;
  }
}
