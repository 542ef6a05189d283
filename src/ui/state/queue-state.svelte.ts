import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { ModelChoice } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { isWork } from './open-work.ts';
import type { PriceBook } from './price-book.ts';
import type { RememberedKey } from './remembered-key.svelte.ts';
import { ResumeState, type ResumeSurroundings, type RunSession } from './resume-state.svelte.ts';
import { runCostOf } from './run-cost.ts';
import { RunState } from './run-state.svelte.ts';

/** What goes on with all Runs of a queue at once: a key for each endpoint, asked for once, and one cap over all of them. */
export interface QueueResume {
  /** The cap over the whole queue in this visit, in US dollars; empty for none. */
  readonly capText: string;
  readonly prices: PriceBook;
  readonly members: readonly { readonly member: RunState; readonly form: ResumeState }[];
  readonly keys: readonly (readonly [endpoint: string, key: RememberedKey])[];
}

/** The Runs that were started as one queue, each kept up to date. */
export class QueueState {
  readonly #services: Services;
  readonly #sessions: Map<string, RunSession>;
  #closed = false;

  /** In the order in which they were started. */
  members = $state.raw<readonly RunState[]>([]);
  message = $state<string | undefined>();
  cancelling = $state(false);

  readonly active: readonly RunState[] = $derived(this.members.filter((member) => member.active));
  readonly halted: readonly RunState[] = $derived(
    this.members.filter((member) => member.run !== undefined && !member.active && isWork(member.openWork)),
  );

  constructor(services: Services, sessions: Map<string, RunSession>) {
    this.#services = services;
    this.#sessions = sessions;
  }

  async open(queueId: string, openBenchmark: (digest: string) => Promise<Benchmark | undefined>): Promise<void> {
    try {
      const runs = (await this.#services.runs.list()).filter(({ queue }) => queue?.id === queueId);
      if (this.#closed) return;
      runs.sort((a, b) => (a.queue?.place ?? 0) - (b.queue?.place ?? 0));
      this.members = runs.map(({ id }) => new RunState(this.#services, id, this.#sessions));
      await Promise.all(this.members.map((member) => member.open(openBenchmark)));
    } catch (error) {
      this.message = `The other runs of this queue could not be read: ${messageOf(error)}`;
    }
  }

  /** Whether a Run that goes on has to wait until another one at the same endpoint has ended. */
  waits(member: RunState): boolean {
    const isAtWork = ({ attempts }: RunState) =>
      attempts.some(({ state }) => state.kind !== 'queued' && state.kind !== 'done');
    return (
      member.active &&
      !isAtWork(member) &&
      this.active.some((other) => other !== member && endpointOf(other) === endpointOf(member) && isAtWork(other))
    );
  }

  async cancelAll(): Promise<void> {
    this.cancelling = true;
    // From the last: none of them is let on by the end of the one before.
    await Promise.all(this.active.toReversed().map((member) => member.cancel()));
    this.cancelling = false;
    this.message = this.members.find((member) => member.message !== undefined)?.message;
  }

  /** The form that goes on with what has halted. */
  resumeForm(app: ResumeSurroundings): QueueResume {
    const keys = new Map<string, RememberedKey>();
    const members = this.halted.flatMap((member) =>
      member.run === undefined
        ? []
        : [{ member, form: new ResumeState(member.run, app, this.#sessions.get(member.runId), keys) }],
    );
    const budgets = this.members.flatMap((member) => this.#sessions.get(member.runId)?.budget ?? []);
    const capUsd = budgets.find(({ queue }) => queue !== undefined)?.capUsd;
    return { members, keys: [...keys], prices: app.prices, capText: capUsd === undefined ? '' : String(capUsd) };
  }

  /** @param capText as typed, in US dollars over the whole queue; empty for none */
  async resume({ members, prices }: QueueResume, capText: string): Promise<void> {
    this.message = undefined;
    for (const { form } of members) form.capText = capText;
    const paidUsd = capText.trim() === '' ? {} : this.#paidUsd(prices);
    const mistake =
      members.map(({ form }) => form.mistake).find((each) => each !== undefined) ??
      (paidUsd === undefined
        ? 'What this queue has cost so far is not known, since a price or a count of tokens is missing: go on without a cap, or with each run on its own page.'
        : undefined);
    if (mistake !== undefined || paidUsd === undefined) {
      this.message = mistake;
      return;
    }
    for (const { member, form } of members) {
      const budget = form.budget && { ...form.budget, queue: { paidUsd } };
      await member.resume({ secrets: form.secrets, budget });
      this.message ??= member.message;
    }
  }

  /** What each Run has cost so far, by its id; undefined where that is not known of one of them. */
  #paidUsd(book: PriceBook): Readonly<Record<string, number>> | undefined {
    const paid: Record<string, number> = {};
    for (const { runId, run, attempts, active, benchmark } of this.members) {
      const budget = this.#sessions.get(runId)?.budget;
      const priceOf = (model: ModelChoice | undefined) => (model?.kind === 'provider' ? book.find(model) : undefined);
      const model = budget?.price ?? priceOf(run?.config.model);
      const judge = budget?.judgePrice ?? priceOf(run?.config.judge?.model);
      const expected =
        run && benchmark && this.#services.forecast?.(run.config, benchmark, model, judge)?.dearestCallUsd;
      const isPaid = attempts.some(({ reply, reused, judgeUsage }) => (reply && reused !== true) || judgeUsage);
      const cost = runCostOf(attempts, { model, judge }, active, expected);
      if (isPaid && (cost === undefined || cost.uncounted > 0)) return undefined;
      // Calls without an answer of which nobody can tell what they cost are left out.
      paid[runId] = (cost?.usd ?? 0) + (cost?.perhaps?.usd ?? 0);
    }
    return paid;
  }

  close(): void {
    this.#closed = true;
    for (const member of this.members) member.close();
  }
}

function endpointOf({ run }: RunState): string | undefined {
  return run?.config.model.kind === 'provider' ? run.config.model.baseUrl : undefined;
}
