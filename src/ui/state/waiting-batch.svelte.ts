import { tick, untrack } from 'svelte';

import type { Batches, WaitingCalls } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { RunConfig } from '../../domain/run/index.ts';

/** What would be asked next, if anything. */
export interface WantedCalls {
  readonly batches: Batches | undefined;
  readonly configs: readonly RunConfig[];
  readonly benchmark: Benchmark;
}

/**
 * Of calls that are about to be made, those that wait for the output of a batch: who makes them as well pays twice, and is asked
 * first. Made while a component starts.
 */
export class WaitingBatch {
  calls = $state.raw<WaitingCalls | undefined>();
  /** Whoever is asked wants them all the same. */
  accepted = $state(false);
  readonly #wanted: () => WantedCalls | undefined;
  #looks = 0;

  /** @param wanted looked up anew when it changes */
  constructor(wanted: () => WantedCalls | undefined) {
    this.#wanted = wanted;
    $effect(() => {
      const asked = wanted();
      void untrack(() => this.#look(asked));
    });
  }

  get hinders(): boolean {
    return this.calls !== undefined && !this.accepted;
  }

  /**
   * As `hinders`, just before the calls are made: a look-up may not have ended yet, and another tab may have written a batch since.
   * What is to be accepted is on the page by then.
   */
  async hindersNow(): Promise<boolean> {
    while (!(await this.#look(untrack(this.#wanted))));
    await tick();
    return this.hinders;
  }

  /** After something was written: what was accepted before is asked for again. */
  async lookAgain(): Promise<void> {
    this.accepted = false;
    await this.#look(untrack(this.#wanted));
  }

  /** @returns whether nothing else was looked up meanwhile */
  async #look(wanted: WantedCalls | undefined): Promise<boolean> {
    this.#looks += 1;
    const look = this.#looks;
    const found: WaitingCalls[] = [];
    for (const config of wanted?.configs ?? []) {
      if (config.model.kind !== 'provider' || wanted === undefined) continue;
      // Runs that cannot be read are told of where they are listed.
      const calls = await wanted.batches?.waiting(config, wanted.benchmark).catch(() => undefined);
      if (calls !== undefined) found.push(calls);
    }
    if (look !== this.#looks) return false;
    const all = together(found);
    if (this.calls?.callCount !== all?.callCount || this.calls?.writtenAt !== all?.writtenAt) this.accepted = false;
    this.calls = all;
    return true;
  }
}

function together(found: readonly WaitingCalls[]): WaitingCalls | undefined {
  const [last] = found.map(({ writtenAt }) => writtenAt).sort((a, b) => (a < b ? 1 : -1));
  return last === undefined
    ? undefined
    : {
        callCount: found.reduce((sum, { callCount }) => sum + callCount, 0),
        writtenAt: last,
        runIds: [...new Set(found.flatMap(({ runIds }) => runIds))],
      };
}
