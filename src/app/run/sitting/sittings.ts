import type { Benchmark } from '../../../domain/benchmark/index.ts';
import type { Attempt, RunStatus } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { Budget, QueuedRun, RunSecrets } from '../../services.ts';
import { Purses, Spending } from '../money/index.ts';
import type { NewRun } from '../plan/plan-run.ts';
import type { ClaimedRun, LiveRuns } from '../record/live-runs.ts';
import { RunRecord } from '../record/run-record.ts';
import type { RunPorts } from '../run-ports.ts';
import { workBaseline } from './baseline-work.ts';
import { Lanes } from './lanes.ts';
import { RunWork } from './run-work.ts';

/** What there is to do of a Run. */
export interface ToDo {
  readonly open: readonly Attempt[];
  readonly secrets: RunSecrets;
  readonly budget: Budget | undefined;
  /** What becomes of the Run where some of it was not to be done; default: finished. */
  readonly unlessAllIsDone?: RunStatus;
}

/** A new Run with what there is to do of it. */
export interface Beginning extends NewRun, ToDo, Pick<QueuedRun, 'secrets' | 'budget'> {}

/** Sittings of work: from the open Attempts of a Run to its status at the end, each in its turn and under its cap. */
export class Sittings {
  readonly #ports: RunPorts;
  readonly #live: LiveRuns;
  readonly #lanes = new Lanes();
  readonly #purses = new Purses();

  constructor(ports: RunPorts, live: LiveRuns) {
    this.#ports = ports;
    this.#live = live;
  }

  /** Stores new Runs, and goes to work on them once all are stored. */
  async begin(fresh: readonly Beginning[], benchmark: Benchmark): Promise<void> {
    const stowed: ClaimedRun[] = [];
    try {
      for (const one of fresh) stowed.push(await this.#stow(one));
    } catch (error) {
      for (const { letGo } of stowed) letGo();
      throw error;
    }
    fresh.forEach((one, index) => {
      const claimed = stowed[index];
      if (claimed !== undefined) this.goOn(claimed, benchmark, one);
    });
  }

  /** Goes to work on a Run that this tab has taken. */
  goOn(claimed: ClaimedRun, benchmark: Benchmark, toDo: ToDo): void {
    const { record } = claimed;
    const { id, config } = record.run;
    const { open, secrets, budget, unlessAllIsDone = { kind: 'finished' } } = toDo;
    // Now, not when its turn comes: what it has paid counts for those before it.
    const expected =
      budget &&
      this.#ports.forecast?.(config, benchmark, budget.price, budget.judgePrice ?? budget.price)?.dearestCallUsd;
    const spending = new Spending(id, record.attempts, budget, this.#purses.of(record.run, budget), expected);
    const sit = (signal: AbortSignal): Promise<RunStatus> => {
      const { model } = config;
      if (model.kind === 'baseline') {
        const nowIso = () => new Date(this.#ports.clock.nowMs()).toISOString();
        return workBaseline(record, benchmark, model.baseline, open, signal, nowIso);
      }
      return new RunWork({ record, benchmark, secrets, spending }, this.#ports, signal).run(open);
    };
    this.#live.work(claimed, benchmark, async (signal) => {
      const leave = await this.#lanes.enter(record.run, signal);
      if (leave === undefined) return { kind: 'cancelled' };
      const status = await sit(signal).finally(leave);
      const isDone = status.kind !== 'finished' || record.attempts.every(({ state }) => state.kind === 'done');
      return isDone ? status : unlessAllIsDone;
    });
  }

  /** Takes a new Run for this tab and stores it. */
  async #stow({ run, attempts }: NewRun): Promise<ClaimedRun> {
    const letGo = await this.#ports.locks.claim(run.id);
    if (letGo === undefined) throw mistake('Another tab has just started this run: look at it there.');
    try {
      // The Attempts first: a Run that is listed has them all.
      await this.#ports.store.putAttempts(attempts);
      await this.#ports.store.putRun(run);
      return { record: new RunRecord(run, attempts, this.#ports), letGo };
    } catch (error) {
      letGo();
      throw error;
    }
  }
}
