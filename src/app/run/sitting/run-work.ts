import type { Benchmark, Question } from '../../../domain/benchmark/index.ts';
import {
  type Attempt,
  type CallFailure,
  type ModelChoice,
  type Outcome,
  type RunStatus,
  withUnanswered,
} from '../../../domain/run/index.ts';
import { type ModelProvider, SonoscoreError } from '../../ports.ts';
import type { RunSecrets } from '../../services.ts';
import { prepareCall, type PreparedCall } from '../call/prepare-call.ts';
import { isReusable, replyKey } from '../call/reply-key.ts';
import { showsMedia } from '../call/shown-media.ts';
import { failureOf } from '../failures.ts';
import { JudgeStage } from '../judging/judge-stage.ts';
import { paidCall, type Spending } from '../money/index.ts';
import { Breaker } from '../pace/breaker.ts';
import { callWithRetries } from '../pace/call-with-retries.ts';
import { Gate } from '../pace/gate.ts';
import { DEFAULT_CALLS_AT_ONCE, Pace } from '../pace/pace.ts';
import { asksForHours } from '../pace/retry.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { RunPorts } from '../run-ports.ts';
import { scoreAnswer } from '../scoring/score-answer.ts';
import { providerNamed } from './provider-named.ts';

type ProviderModel = Extract<ModelChoice, { readonly kind: 'provider' }>;

/** Clips that lie ready beyond those whose calls are under way: enough that no call waits for one, few enough for memory. */
const LOOK_AHEAD = 4;
const CLIPS_AT_ONCE = 2;

export interface RunWorkInput {
  readonly record: RunRecord;
  readonly benchmark: Benchmark;
  readonly secrets: RunSecrets;
  readonly spending: Spending;
}

/** Who answers, and by which door. */
interface Asked {
  readonly model: ProviderModel;
  readonly provider: ModelProvider;
}

/** One sitting of work on a Run that calls a model: from its open Attempts to finished, paused or cancelled. */
export class RunWork {
  readonly #input: RunWorkInput;
  readonly #ports: RunPorts;
  readonly #questions: ReadonlyMap<string, Question>;
  readonly #pace: Pace;
  readonly #judge: JudgeStage | undefined;
  readonly #breaker = new Breaker();
  readonly #spending: Spending;
  readonly #clipGate: Gate;
  /** Ends by cancelling: everything stops at once. */
  readonly #signal: AbortSignal;
  /** Ends by pausing too: what is under way goes on, nothing new begins. */
  readonly #draining = new AbortController();
  readonly #idle: AbortSignal;
  #pauseReason: string | undefined;
  #modelAnswered = false;
  /** Whether the model's server has answered in any sitting. */
  #isReached: boolean;

  constructor(input: RunWorkInput, ports: RunPorts, signal: AbortSignal) {
    this.#input = input;
    this.#ports = ports;
    this.#signal = signal;
    this.#idle = AbortSignal.any([signal, this.#draining.signal]);
    this.#questions = new Map(input.benchmark.questions.map((question) => [question.id, question]));
    this.#pace = new Pace(ports.clock, ports.callsAtOnce);
    this.#spending = input.spending;
    this.#isReached = input.record.attempts.some(({ reply, reused }) => reply !== undefined && reused !== true);
    const { judge } = input.record.run.config;
    if (judge !== undefined) {
      const provider = providerNamed(judge.model.provider, ports);
      const work = {
        choice: judge,
        provider,
        key: input.secrets.judgeKey,
        reference: input.benchmark.referencePrompts,
        spending: this.#spending,
        isReached: input.record.attempts.some(({ judgeUsage }) => judgeUsage !== undefined),
        onRefusal: (reason: string) => {
          this.#pause(reason);
        },
      };
      this.#judge = new JudgeStage(work, ports, { cancelled: signal, idle: this.#idle });
    }
    this.#clipGate = new Gate(ports.clipsAtOnce ?? CLIPS_AT_ONCE);
  }

  /** Works until nothing is left to do, a reason to pause comes up, or the signal aborts. Never rejects for a call's sake. */
  async run(open: readonly Attempt[]): Promise<RunStatus> {
    const buffer = new Gate((this.#ports.callsAtOnce ?? DEFAULT_CALLS_AT_ONCE) + LOOK_AHEAD);
    const tasks = new Set<Promise<void>>();
    for (const attempt of open) {
      const leave = await buffer.enter(this.#idle).catch(() => undefined);
      if (leave === undefined) break;
      const task = this.#evaluate(attempt, leave).finally(() => {
        leave();
        tasks.delete(task);
      });
      tasks.add(task);
    }
    await Promise.all(tasks);
    if (this.#signal.aborted) return { kind: 'cancelled' };
    return this.#pauseReason === undefined ? { kind: 'finished' } : { kind: 'paused', reason: this.#pauseReason };
  }

  async #evaluate(attempt: Attempt, leaveBuffer: () => void): Promise<void> {
    let current = attempt;
    try {
      if (current.reply === undefined) {
        const asked = this.#whoIsAsked();
        const prepared = await this.#prepare(current, asked);
        current = await this.#ask(prepared, asked);
      }
      leaveBuffer();
      await scoreAnswer(current, this.#question(current), {
        judge: this.#judge,
        save: (changed) => this.#save(changed),
        pause: (reason) => {
          this.#pause(reason);
        },
      });
    } catch (error) {
      await this.#fail(current, error).catch((unsaved: unknown) => {
        this.#pause(failureOf(unsaved).message);
      });
    }
  }

  async #prepare(attempt: Attempt, { model, provider }: Asked): Promise<PreparedCall> {
    const { record, benchmark } = this.#input;
    const { config } = record.run;
    const wanted = { attempt, question: this.#question(attempt), benchmark, config, model, provider };
    if (!showsMedia(config)) return prepareCall(wanted, this.#ports, this.#signal);
    const leave = await this.#clipGate.enter(this.#idle);
    try {
      const preparing = await this.#save({ ...attempt, state: { kind: 'preparing' } });
      return await prepareCall({ ...wanted, attempt: preparing }, this.#ports, this.#signal);
    } finally {
      leave();
    }
  }

  async #ask({ attempt, request }: PreparedCall, { model, provider }: Asked): Promise<Attempt> {
    const { record, secrets } = this.#input;
    const name = await replyKey(model.provider, request, attempt.epoch);
    if (record.run.config.freshAnswers !== true) {
      // What cannot be read there is asked for anew: no question must be lost to a spoilt record.
      const known = await this.#ports.replies?.get(name).catch(() => undefined);
      if (known !== undefined) {
        return this.#save({ ...attempt, state: { kind: 'judging' }, reply: known, reused: true });
      }
    }
    let current = attempt;
    try {
      return await callWithRetries(
        {
          pace: this.#pace,
          hasAnswered: () => this.#modelAnswered,
          onWait: async (untilMs, failure) => {
            const { kind: cause, message: reason } = failure;
            current = await this.#save({ ...current, state: { kind: 'waiting', untilMs, reason, cause } });
          },
          ask: async () => {
            this.#idle.throwIfAborted();
            const reply = await paidCall({
              payee: 'model',
              spending: this.#spending,
              idle: this.#idle,
              onRefusal: (reason) => {
                this.#pause(reason);
              },
              onSending: async () => {
                current = await this.#save({ ...current, state: { kind: 'asking' } });
              },
              send: () => provider.ask(request, secrets.key, this.#signal),
              isReachable: () => this.#isReached && this.#ports.isOnline?.() !== false,
              onUnanswered: async () => {
                current = await this.#save({ ...withUnanswered(current, 'model'), state: { kind: 'queued' } });
              },
            });
            this.#modelAnswered = true;
            this.#isReached = true;
            this.#breaker.answered();
            const answered = { ...current, state: { kind: 'judging' }, reply, failure: undefined } as const;
            current = answered;
            return await this.#save(answered);
          },
        },
        this.#ports,
        this.#idle,
      );
    } finally {
      // Other Runs may use it; that they cannot costs money, not answers.
      if (current.reply !== undefined && isReusable(current.reply)) {
        await this.#ports.replies?.put(name, current.reply).catch(() => undefined);
      }
    }
  }

  /** What becomes of an Attempt whose work threw. Whoever has a reply keeps it. */
  async #fail(attempt: Attempt, error: unknown): Promise<void> {
    const now = this.#latest(attempt);
    if (now.reply !== undefined) {
      if (!this.#idle.aborted) this.#pause(failureOf(error).message);
      return;
    }
    if (this.#idle.aborted) {
      await this.#save({ ...now, state: { kind: 'queued' } });
      return;
    }
    const failure = failureOf(error);
    const reason = this.#breaker.failed(failure, this.#ports.clock.nowMs());
    if (reason !== undefined) this.#pause(reason);
    const askAgain = failure.kind === 'auth' || failure.kind === 'quota-exhausted' || asksForHours(failure);
    await this.#save({
      ...now,
      failure,
      state: askAgain ? { kind: 'queued' } : { kind: 'done', outcome: outcomeOfFailure(failure) },
    });
  }

  /** @throws {SonoscoreError} where the Run's replies come from elsewhere and nobody can be asked for more */
  #whoIsAsked(): Asked {
    const { model } = this.#input.record.run.config;
    if (model.kind === 'provider') return { model, provider: providerNamed(model.provider, this.#ports) };
    throw new SonoscoreError({
      kind: 'internal',
      retryable: false,
      message: 'This run was imported: whoever answered it cannot be asked from here.',
    });
  }

  #latest(attempt: Attempt): Attempt {
    return this.#input.record.attempt(attempt) ?? attempt;
  }

  #pause(reason: string): void {
    this.#pauseReason ??= reason;
    this.#draining.abort(new DOMException(reason, 'AbortError'));
  }

  #question(attempt: Attempt): Question {
    const question = this.#questions.get(attempt.questionId);
    if (question === undefined) {
      throw new SonoscoreError({
        kind: 'internal',
        retryable: false,
        message: `The benchmark has no question “${attempt.questionId}”: open the benchmark that this run was started with.`,
      });
    }
    return question;
  }

  #save<const T extends Attempt>(attempt: T): Promise<T> {
    return this.#input.record.save({ ...attempt, updatedAt: new Date(this.#ports.clock.nowMs()).toISOString() });
  }
}

function outcomeOfFailure(failure: CallFailure): Outcome {
  return failure.kind === 'blocked' ? 'blocked' : 'failed';
}
