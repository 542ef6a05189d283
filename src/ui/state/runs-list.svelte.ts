import type { Services, UnreadableRun } from '../../app/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';

/** How long a deleted Run can be had back. */
const UNDO_MS = 10_000;
/** How often to look whether work still goes on: a tab that is closed says nothing. */
const LOOK_MS = 5_000;

/**
 * Earlier Runs, newest first, with delete and undo. What is deleted is cancelled and marked as deleted at once, and removed for
 * good when its time to undo is over.
 */
export class RunsList {
  readonly #services: Services;
  readonly #undoMs: number;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Deleted here and still to be had back, so shown, though the store lists them no more. */
  readonly #trashed = new Map<string, { readonly run: Run; readonly marked: Promise<void> }>();

  runs = $state.raw<readonly Run[] | undefined>();
  /** Ids of the Runs that some tab works on. */
  atWork = $state.raw<ReadonlySet<string>>(new Set<string>());
  /** Ids of Runs that are shown as deleted and can be had back. */
  deleted = $state.raw<ReadonlySet<string>>(new Set<string>());
  message = $state<string | undefined>();
  /** Stored, and not to be read by this page. */
  unreadable = $state.raw<readonly UnreadableRun[]>([]);

  constructor(services: Services, undoMs = UNDO_MS) {
    this.#services = services;
    this.#undoMs = undoMs;
  }

  async refresh(): Promise<void> {
    try {
      const listed = await this.#services.runs.list();
      this.atWork = await this.#services.runs.atWork(listed);
      this.unreadable = (await this.#services.unreadableRuns?.list()) ?? [];
      const ids = new Set(listed.map(({ id }) => id));
      const trashed = [...this.#trashed.values()].map(({ run }) => run).filter(({ id }) => !ids.has(id));
      this.runs =
        trashed.length === 0 ? listed : [...listed, ...trashed].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      this.message = undefined;
    } catch (error) {
      this.runs = [];
      this.message = `Earlier runs could not be read: ${messageOf(error)}`;
    }
  }

  /** Keeps the list up to date with what this tab and others do, until the returned function is called. */
  follow(): () => void {
    void this.refresh();
    const unwatch = this.#services.runs.watchAll((run) => {
      const known = this.runs?.find(({ id }) => id === run.id);
      // Most that is told is about single answers, which the list does not show.
      if (known?.status.kind === run.status.kind && known.deletedAt === run.deletedAt) {
        if (run.status.kind !== 'running' || this.atWork.has(run.id)) return;
      }
      if (known === undefined && run.deletedAt !== undefined) return;
      void this.refresh();
    });
    const looking = setInterval(() => {
      if (this.atWork.size > 0) void this.refresh();
    }, LOOK_MS);
    return () => {
      unwatch();
      clearInterval(looking);
    };
  }

  async delete(runId: string): Promise<void> {
    const run = this.runs?.find(({ id }) => id === runId);
    if (run === undefined || this.#trashed.has(runId)) return;
    const marked = this.#services.runs.trash(runId);
    this.#trashed.set(runId, { run, marked });
    this.#show();
    this.#timers.set(
      runId,
      setTimeout(() => {
        void this.#purge(runId);
      }, this.#undoMs),
    );
    try {
      await marked;
    } catch (error) {
      this.#drop(runId);
      this.message = `The run could not be deleted: ${messageOf(error)}`;
    }
  }

  /** Has a deleted Run back, whichever tab deleted it. @throws what the application throws */
  async restore(runId: string): Promise<void> {
    const trashed = this.#trashed.get(runId);
    this.#drop(runId);
    // What is not marked yet could be marked after this.
    await trashed?.marked.catch(() => undefined);
    await this.#services.runs.restore(runId);
  }

  async undo(runId: string): Promise<void> {
    try {
      await this.restore(runId);
      await this.refresh();
    } catch (error) {
      await this.refresh();
      this.message = `The run could not be had back: ${messageOf(error)}`;
    }
  }

  async #purge(runId: string): Promise<void> {
    let fault: string | undefined;
    try {
      await this.#trashed.get(runId)?.marked;
      await this.#services.runs.purge(runId);
    } catch (error) {
      fault = `The run could not be deleted: ${messageOf(error)}`;
    }
    this.#drop(runId);
    // Another tab may have had it back meanwhile.
    await this.refresh();
    this.message ??= fault;
  }

  #drop(runId: string): void {
    clearTimeout(this.#timers.get(runId));
    this.#timers.delete(runId);
    this.#trashed.delete(runId);
    this.#show();
  }

  #show(): void {
    this.deleted = new Set(this.#trashed.keys());
  }
}
