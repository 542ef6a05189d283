import type { Services } from '../../app/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import { messageOf } from './errors.ts';
import { readRuns } from './read-runs.ts';

export type OtherRunsView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      readonly runs: readonly RunWithAttempts[];
      /** Older Runs of the Benchmark that were left out. */
      readonly leftOutCount: number;
    };

/** More would make no plot clearer, and each is read whole. */
const MOST = 24;

/** The models' Runs of this browser over one Benchmark, newest first, read once. */
export class OtherRuns {
  readonly #services: Services;
  view = $state.raw<OtherRunsView>({ kind: 'loading' });

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param except a Run that the page has already */
  async load(digest: string, except?: string): Promise<void> {
    try {
      const all = (await this.#services.runs.list()).filter(
        ({ id, benchmark, config, deletedAt }) =>
          // A Baseline's Run is what the shortcuts show already.
          id !== except && benchmark.digest === digest && config.model.kind !== 'baseline' && deletedAt === undefined,
      );
      const wanted = all.slice(0, MOST).map(({ id }) => id);
      const runs = await readRuns(this.#services, wanted);
      this.view = { kind: 'ready', runs, leftOutCount: Math.max(0, all.length - MOST) };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }
}
