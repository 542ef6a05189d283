import { localized } from '../../language/index.ts';
import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { MOST_RUNS, type SharedResult } from '../../domain/permalink/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { formatRoute } from './route.ts';

export type ShareView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'making' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'made';
      readonly url: string;
      /** What the link says, read back from it. */
      readonly result: SharedResult;
    };

/** Makes a link of a Run, and of others over the same Benchmark beside it. */
export class ShareState {
  readonly #services: Services;
  readonly #runId: string;

  view = $state.raw<ShareView>({ kind: 'idle' });
  /** Other Runs over the same Benchmark, newest first. */
  others = $state.raw<readonly Run[]>([]);
  /** Ids of those that go into the link too. */
  beside = $state.raw<readonly string[]>([]);

  constructor(services: Services, runId: string) {
    this.#services = services;
    this.#runId = runId;
  }

  /** How many more Runs the link can hold. */
  get room(): number {
    return MOST_RUNS - 1 - this.beside.length;
  }

  async findOthers(digest: string): Promise<void> {
    try {
      const runs = await this.#services.runs.list();
      this.others = runs.filter(({ id, benchmark }) => id !== this.#runId && benchmark.digest === digest);
    } catch {
      // Then the link is of this Run alone.
      this.others = [];
    }
  }

  choose(runId: string, isIn: boolean): void {
    this.beside = isIn ? [...this.beside, runId] : this.beside.filter((id) => id !== runId);
    this.view = { kind: 'idle' };
  }

  /** @param page the page's address, without what stands after `#` */
  async make(benchmark: Benchmark, page: string): Promise<void> {
    const { permalinks } = this.#services;
    if (permalinks === undefined) return;
    this.view = { kind: 'making' };
    try {
      const payload = await permalinks.write([this.#runId, ...this.beside], benchmark);
      const reading = await permalinks.read(payload);
      this.view =
        reading.kind === 'result'
          ? { kind: 'made', url: `${page}${formatRoute({ kind: 'shared', payload })}`, result: reading.result }
          : { kind: 'failed', message: localized(reading.message) };
    } catch (error) {
      this.view = { kind: 'failed', message: `The link could not be made: ${messageOf(error)}` };
    }
  }
}
