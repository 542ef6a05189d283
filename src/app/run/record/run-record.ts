import type { Attempt, JudgeChoice, Run, RunStatus } from '../../../domain/run/index.ts';
import type { RunProgress } from '../../services.ts';
import type { RunPorts } from '../run-ports.ts';

export function attemptKey(attempt: Pick<Attempt, 'questionId' | 'epoch'>): string {
  return `${attempt.epoch} ${attempt.questionId}`;
}

/**
 * A Run in memory and in the store. Memory comes first, so that a store that fails loses nothing while the page lives; what
 * could not be stored is stored with the next change.
 */
export class RunRecord {
  readonly #ports: RunPorts;
  readonly #attempts: Map<string, Attempt>;
  readonly #unsaved = new Map<string, Attempt>();
  readonly #listeners = new Set<(progress: RunProgress) => void>();
  #run: Run;
  #lastWrite: Promise<void> = Promise.resolve();
  /** Begins when the last one has ended, and takes along what came meanwhile. */
  #nextWrite: Promise<void> | undefined;

  constructor(run: Run, attempts: readonly Attempt[], ports: RunPorts) {
    this.#ports = ports;
    this.#run = run;
    this.#attempts = new Map(attempts.map((attempt) => [attemptKey(attempt), attempt]));
  }

  get run(): Run {
    return this.#run;
  }

  get attempts(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }

  /** An Attempt as it stands now. */
  attempt(which: Pick<Attempt, 'questionId' | 'epoch'>): Attempt | undefined {
    return this.#attempts.get(attemptKey(which));
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  watch(listener: (progress: RunProgress) => void): () => void {
    this.#listeners.add(listener);
    listener({ run: this.#run, changed: this.attempts, unsavedCount: this.#unsaved.size });
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Keeps and stores changed Attempts; they are shown once they are stored.
   * @returns the first as it is kept
   */
  async save<const T extends Attempt>(changed: T, ...more: readonly Attempt[]): Promise<T> {
    const kept = this.#inOrder(changed);
    const all = [kept, ...more.map((attempt) => this.#inOrder(attempt))];
    for (const attempt of all) {
      this.#attempts.set(attemptKey(attempt), attempt);
      this.#unsaved.set(attemptKey(attempt), attempt);
    }
    try {
      await this.#write();
    } finally {
      this.#tell(all);
    }
    return kept;
  }

  /** A clock that is set back must not make what is new look old: pages show the newer of two. */
  #inOrder<const T extends Attempt>(attempt: T): T {
    const before = this.#attempts.get(attemptKey(attempt))?.updatedAt ?? '';
    return before > attempt.updatedAt ? { ...attempt, updatedAt: before } : attempt;
  }

  /**
   * Stores all that is unsaved by the time the disk is free. Calls that end together are written together: each commit waits
   * for the disk, and one after another they would keep the next calls waiting.
   */
  #write(): Promise<void> {
    this.#nextWrite ??= this.#lastWrite.then(() => {
      this.#nextWrite = undefined;
      const writing = [...this.#unsaved.values()];
      const written = this.#ports.store.putAttempts(writing).then(() => {
        this.#forgetSaved(writing);
      });
      this.#lastWrite = written.catch(() => undefined);
      return written;
    });
    return this.#nextWrite;
  }

  /** What came while it was being written stays to be written. */
  #forgetSaved(written: readonly Attempt[]): void {
    for (const attempt of written) {
      if (this.#unsaved.get(attemptKey(attempt)) === attempt) this.#unsaved.delete(attemptKey(attempt));
    }
  }

  /**
   * Takes in what another tab has stored since this one stopped. Of what this tab could not store, only replies and what hangs
   * on them are worth more than what the store has.
   */
  takeIn(run: Run, stored: readonly Attempt[]): void {
    // Whoever asks has seen that nobody is at work, whatever was stored when a page went away; and a judge may not be stored yet.
    const status = run.status.kind === 'running' ? this.#run.status : run.status;
    const judge = run.config.judge ?? this.#run.config.judge;
    this.#run = { ...run, status, config: judge === undefined ? run.config : { ...run.config, judge } };
    const changed = stored.filter((attempt) => {
      const mine = this.#unsaved.get(attemptKey(attempt));
      if (mine === undefined || (attempt.reply !== undefined && mine.reply === undefined)) return true;
      return mine.reply !== undefined && attempt.reply !== undefined && isJudgedOnly(attempt, mine);
    });
    for (const attempt of changed) {
      this.#attempts.set(attemptKey(attempt), attempt);
      this.#unsaved.delete(attemptKey(attempt));
    }
    this.#show(changed);
  }

  /** Marks the Run as deleted, or takes the mark off; in memory at once, so that whatever is stored later keeps it. */
  async setDeletedAt(deletedAt: string | undefined): Promise<void> {
    this.#run = { ...this.#run, deletedAt };
    try {
      // Another tab may have removed it for good, and what was stored before is in memory only.
      if (deletedAt === undefined && (await this.#stored()) === undefined) await this.#store(this.attempts);
      await this.#ports.store.putRun(this.#run);
    } finally {
      this.#tell([]);
    }
  }

  /** Another tab has marked the Run as deleted, or has taken the mark off, while nobody worked on it here. */
  hearDeletedAt(deletedAt: string | undefined): void {
    this.#run = { ...this.#run, deletedAt };
    this.#show([]);
  }

  /** Who judges the Run from now on; stored with its next status. */
  setJudge(judge: JudgeChoice): void {
    this.#run = { ...this.#run, config: { ...this.#run.config, judge } };
  }

  async setStatus(status: RunStatus): Promise<void> {
    this.#run = { ...this.#run, status };
    try {
      const stored = await this.#stored();
      // A mark that another tab has set without a word reaching this one holds.
      if (stored?.deletedAt !== undefined) this.#run = { ...this.#run, deletedAt: stored.deletedAt };
      // Where the browser threw the site's data away meanwhile, what was stored before is in memory only.
      if (stored === undefined) await this.#store(this.attempts);
      else if (this.hasUnsaved) await this.#store([...this.#unsaved.values()]);
      await this.#ports.store.putRun(this.#run);
    } finally {
      this.#tell([]);
    }
  }

  #stored(): Promise<Run | undefined> {
    return this.#ports.store.getRun(this.#run.id);
  }

  async #store(attempts: readonly Attempt[]): Promise<void> {
    await this.#ports.store.putAttempts(attempts);
    this.#forgetSaved(attempts);
  }

  #tell(changed: readonly Attempt[]): void {
    this.#ports.feed.tell({ kind: 'progress', run: this.#run, changed });
    this.#show(changed);
  }

  #show(changed: readonly Attempt[]): void {
    const progress = { run: this.#run, changed, unsavedCount: this.#unsaved.size };
    for (const listener of this.#listeners) listener(progress);
  }
}

function isJudgedOnly(stored: Attempt, mine: Attempt): boolean {
  return stored.verdict !== undefined && mine.verdict === undefined;
}
