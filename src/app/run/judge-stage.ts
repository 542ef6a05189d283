import type { FreeResponseQuestion } from '../../domain/benchmark/index.ts';
import type { CallFailure, JudgeChoice, ModelReply, Usage, Verdict } from '../../domain/run/index.ts';
import type { ModelProvider, ModelRequest } from '../ports.ts';
import { Breaker } from './breaker.ts';
import { callWithRetries } from './call-with-retries.ts';
import { failureOf } from './failures.ts';
import { Gate } from './gate.ts';
import { judgeOnce, type Judging } from './judge.ts';
import { Pace } from './pace.ts';
import type { RunPorts } from './run-ports.ts';
import type { Spending } from './spending.ts';

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
  /** Stores what is paid so far, before another call for the same answer, and that it is asked for now. */
  readonly again: () => Promise<void>;
  /** Stores until when the next call waits, and why. */
  readonly waits: (untilMs: number, failure: CallFailure) => Promise<void>;
}

export interface JudgeWork {
  readonly choice: JudgeChoice;
  readonly provider: ModelProvider;
  readonly key: string | undefined;
  readonly reference: Judging['reference'];
  readonly spending: Spending;
  /** Pauses the Run: the judge's next call could pass its cap. */
  readonly onRefusal: (reason: string) => void;
}

/** Judges the free answers of one sitting, at a pace of its own: the judge is another server than the model, or another of its doors. */
export class JudgeStage {
  readonly #work: JudgeWork;
  readonly #ports: RunPorts;
  readonly #signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal };
  readonly #pace: Pace;
  readonly #firstCall = new Gate(1);
  readonly #breaker = new Breaker();
  #hasAnswered = false;

  /** @param signals `cancelled` ends calls that are under way; `idle` keeps new ones from beginning */
  constructor(
    work: JudgeWork,
    ports: RunPorts,
    signals: { readonly cancelled: AbortSignal; readonly idle: AbortSignal },
  ) {
    this.#work = work;
    this.#ports = ports;
    this.#signals = signals;
    this.#pace = new Pace(ports.clock, ports.callsAtOnce);
  }

  /** @throws the signal's reason, where the Run was cancelled or paused meanwhile, or what the notes throw */
  async judge(question: FreeResponseQuestion, prediction: string, notes: JudgeNotes): Promise<Judged> {
    const { paid, keep, again, waits } = notes;
    const { idle } = this.#signals;
    const { choice, reference } = this.#work;
    let isGiven = false;
    let isFirst = true;
    try {
      await callWithRetries(
        {
          pace: this.#pace,
          hasAnswered: () => this.#hasAnswered,
          onWait: waits,
          ask: async () => {
            const verdict = await judgeOnce({ choice, reference, question, prediction }, async (request) => {
              if (!isFirst) await again();
              isFirst = false;
              const reply = await this.#ask(request);
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

  async #ask(request: ModelRequest): Promise<ModelReply> {
    const { provider, key, spending, onRefusal } = this.#work;
    const { cancelled, idle } = this.#signals;
    const leaveFirst = spending.mustWaitForFirst('judge') ? await this.#firstCall.enter(idle) : () => undefined;
    try {
      const account = spending.reserve('judge');
      if ('refusal' in account) {
        onRefusal(account.refusal);
        idle.throwIfAborted();
        throw new Error('unreachable: a pause ends the wait');
      }
      let reply: ModelReply | undefined;
      try {
        reply = await provider.ask(request, key, cancelled);
        return reply;
      } finally {
        account.settle(reply?.usage);
      }
    } finally {
      if (!spending.mustWaitForFirst('judge')) this.#firstCall.limit = Infinity;
      leaveFirst();
    }
  }
}
