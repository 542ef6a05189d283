import type { Benchmark } from '../../../domain/benchmark/index.ts';
import type { RunStatus } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { RunPorts } from '../run-ports.ts';
import { failureOf } from '../failures.ts';
import { checkRecord } from './check-record.ts';
import { RunRecord } from './run-record.ts';

/** A Run that this tab works on, or has worked on and still holds what the store did not take. */
export interface LiveRun {
  readonly record: RunRecord;
  readonly benchmark: Benchmark;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** A Run that this tab has taken, so that no other works on it, and the way to let go of it. */
export interface ClaimedRun {
  readonly record: RunRecord;
  readonly letGo: () => void;
}

/** The Runs in this tab's memory, and the way from the store into it. */
export class LiveRuns {
  readonly #ports: RunPorts;
  readonly #live = new Map<string, LiveRun>();

  constructor(ports: RunPorts) {
    this.#ports = ports;
  }

  get(runId: string): LiveRun | undefined {
    return this.#live.get(runId);
  }

  forget(runId: string): void {
    this.#live.delete(runId);
  }

  /** Goes to work on a Run that this tab has taken; its status at the end is what `toDo` gives. */
  work({ record, letGo }: ClaimedRun, benchmark: Benchmark, toDo: (signal: AbortSignal) => Promise<RunStatus>): void {
    const controller = new AbortController();
    const { id } = record.run;
    const ended = Promise.resolve(controller.signal)
      .then(toDo)
      .catch((error: unknown): RunStatus => ({ kind: 'paused', reason: failureOf(error).message }))
      .then((status) => record.setStatus(status))
      .catch(() => undefined)
      .finally(() => {
        letGo();
        // What the store did not take stays in memory, to be exported or stored when the Run goes on.
        if (!record.hasUnsaved) this.#live.delete(id);
      });
    this.#live.set(id, { record, benchmark, controller, ended });
  }

  /** Cancels the work of this tab on a Run and resolves once it has ended. */
  async end(runId: string): Promise<void> {
    this.abort(runId);
    await this.#live.get(runId)?.ended;
  }

  abort(runId: string): void {
    this.#live.get(runId)?.controller.abort(new DOMException('The run was cancelled.', 'AbortError'));
  }

  /** A Run that this tab does not work on. What it still has in memory may be older than what another tab has stored since. */
  async atRest(runId: string): Promise<RunRecord | undefined> {
    const { store } = this.#ports;
    const mine = this.#live.get(runId)?.record;
    const run = await store.getRun(runId);
    if (mine === undefined) return run && new RunRecord(run, await store.listAttempts(runId), this.#ports);
    if (run !== undefined) mine.takeIn(run, await store.listAttempts(runId));
    return mine;
  }

  /**
   * Takes a Run that nobody works on, as memory or the store has it.
   * @throws {SonoscoreError} where another tab works on it, or it is not to be changed, or not with this Benchmark
   */
  async claimed(runId: string, benchmark: Benchmark): Promise<ClaimedRun> {
    const letGo = await this.#ports.locks.claim(runId);
    if (letGo === undefined) throw mistake('Another tab is at work on this run: go on with it there.');
    try {
      const record = await this.atRest(runId);
      if (record === undefined) throw mistake('This run is not in this browser: it may have been deleted.');
      checkRecord(record, benchmark);
      return { letGo, record };
    } catch (error) {
      letGo();
      throw error;
    }
  }
}
