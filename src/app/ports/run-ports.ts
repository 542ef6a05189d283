import type { Audit } from '../../domain/audit/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';

export interface RunStore {
  putRun(run: Run): Promise<void>;
  getRun(runId: string): Promise<Run | undefined>;
  /** Newest first, without those that cannot be read. */
  listRuns(): Promise<readonly Run[]>;
  deleteRun(runId: string): Promise<void>;
  putAttempts(attempts: readonly Attempt[]): Promise<void>;
  /** In no particular order, without those that cannot be read. */
  listAttempts(runId: string): Promise<readonly Attempt[]>;
}

/** A stored Run that this page cannot read, and why. */
export interface UnreadableRun {
  readonly id: string;
  readonly why: string;
}

/** An Attempt that is stored and that this page cannot read, and why. */
export interface UnreadableAttempt {
  readonly questionId: string;
  readonly epoch: number;
  readonly why: string;
}

export interface UnreadableRuns {
  list(): Promise<readonly UnreadableRun[]>;
  /** Of a Run that can be read itself. They stay as they are stored, whatever is done with the Run short of deleting it. */
  attempts(runId: string): Promise<readonly UnreadableAttempt[]>;
  /** What is stored of it, word for word, as JSON. */
  record(runId: string): Promise<Blob>;
  /** Removes it with its Attempts. @returns the way to put it back */
  remove(runId: string): Promise<() => Promise<void>>;
}

/** A person's blind scores of a Run's judged answers, one Audit for each Run. */
export interface AuditStore {
  get(runId: string): Promise<Audit | undefined>;
  /**
   * Changes what is stored, all at once.
   * @param change is given what is stored now; undefined removes it
   * @returns what is stored then
   */
  change(runId: string, change: (old: Audit | undefined) => Audit | undefined): Promise<Audit | undefined>;
}
