import type { Services } from '../../app/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';

/** How long a deleted Run can be had back. */
const UNDO_MS = 10_000;

/** Earlier Runs, newest first, with delete and undo: a Run is removed for good only when its time to undo is over. */
export class RunsList {
  readonly #services: Services;
  readonly #undoMs: number;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  runs = $state.raw<readonly Run[] | undefined>();
  /** Ids of Runs that are shown as deleted and can be had back. */
  deleted = $state.raw<ReadonlySet<string>>(new Set<string>());
  message = $state<string | undefined>();

  constructor(services: Services, undoMs = UNDO_MS) {
    this.#services = services;
    this.#undoMs = undoMs;
  }

  async refresh(): Promise<void> {
    try {
      this.runs = await this.#services.runs.list();
      this.message = undefined;
    } catch (error) {
      this.runs = [];
      this.message = `Earlier runs could not be read: ${messageOf(error)}`;
    }
  }

  delete(runId: string): void {
    this.deleted = new Set([...this.deleted, runId]);
    this.#timers.set(
      runId,
      setTimeout(() => {
        void this.#remove(runId);
      }, this.#undoMs),
    );
  }

  undo(runId: string): void {
    clearTimeout(this.#timers.get(runId));
    this.#timers.delete(runId);
    this.deleted = new Set([...this.deleted].filter((id) => id !== runId));
  }

  /** Removes at once what is marked as deleted; for when the page goes away. */
  flush(): void {
    for (const runId of this.#timers.keys()) {
      clearTimeout(this.#timers.get(runId));
      void this.#remove(runId);
    }
  }

  async #remove(runId: string): Promise<void> {
    this.#timers.delete(runId);
    try {
      await this.#services.runs.remove(runId);
      this.runs = this.runs?.filter((run) => run.id !== runId);
    } catch (error) {
      this.message = `The run could not be deleted: ${messageOf(error)}`;
    }
    this.deleted = new Set([...this.deleted].filter((id) => id !== runId));
  }
}
