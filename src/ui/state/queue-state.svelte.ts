import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { messageOf } from './errors.ts';
import { isWork } from './open-work.ts';
import type { RememberedKey } from './remembered-key.svelte.ts';
import { ResumeState, type ResumeSurroundings, type RunSession } from './resume-state.svelte.ts';
import { RunState } from './run-state.svelte.ts';

/** What goes on with all Runs of a queue at once: a key for each endpoint, asked for once, and one cap for each Run. */
export interface QueueResume {
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
    return { members, keys: [...keys] };
  }

  async resume({ members }: QueueResume): Promise<void> {
    this.message = undefined;
    const mistake = members.map(({ form }) => form.mistake).find((each) => each !== undefined);
    if (mistake !== undefined) {
      this.message = mistake;
      return;
    }
    for (const { member, form } of members) {
      await member.resume({ secrets: form.secrets, budget: form.budget });
      this.message ??= member.message;
    }
  }

  close(): void {
    this.#closed = true;
    for (const member of this.members) member.close();
  }
}

function endpointOf({ run }: RunState): string | undefined {
  return run?.config.model.kind === 'provider' ? run.config.model.baseUrl : undefined;
}
