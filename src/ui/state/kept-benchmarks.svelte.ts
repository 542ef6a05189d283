import type { KeptBenchmark, Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { BenchmarkState } from './benchmark-state.svelte.ts';
import { messageOf } from './errors.ts';

/** The Benchmarks that this browser keeps, to be opened and deleted. */
export class KeptBenchmarks {
  readonly #services: Services;
  readonly #bench: BenchmarkState;

  /** Undefined until somebody looked. */
  list = $state.raw<readonly KeptBenchmark[] | undefined>();
  message = $state<string | undefined>();
  /** Deleted last, and to be had back. */
  forgotten = $state.raw<Benchmark | undefined>();

  constructor(services: Services, bench: BenchmarkState) {
    this.#services = services;
    this.#bench = bench;
  }

  /** Sees anew which Benchmarks this browser keeps. */
  async refresh(): Promise<void> {
    try {
      this.list = await this.#services.benchmarks.listKept();
    } catch (error) {
      this.message = `What this browser keeps could not be read: ${messageOf(error)}`;
    }
  }

  /** Opens a kept Benchmark in place of the one that is open; a reload finds it too. Resolves with whether it is open. */
  async switchTo(digest: string): Promise<boolean> {
    try {
      const found = await this.#bench.open(digest);
      if (found !== undefined) await this.#services.benchmarks.keep(found);
      await this.refresh();
      return found !== undefined;
    } catch (error) {
      this.message = messageOf(error);
      return false;
    }
  }

  /** Keeps a Benchmark no longer, in a way that can be taken back while this page is there. */
  async forget(digest: string): Promise<void> {
    try {
      const found = await this.#services.benchmarks.kept(digest);
      await this.#services.benchmarks.forget(digest);
      this.forgotten = found;
      this.message = undefined;
      if (this.#bench.benchmark?.digest === digest) this.#bench.close();
    } catch (error) {
      this.message = `It could not be deleted: ${messageOf(error)}`;
    }
    await this.refresh();
  }

  /** Has the Benchmark back that was deleted last. */
  async undo(): Promise<void> {
    const back = this.forgotten;
    if (back === undefined) return;
    try {
      await this.#services.benchmarks.keep(back);
      this.forgotten = undefined;
    } catch (error) {
      this.message = `It could not be kept again: ${messageOf(error)}`;
    }
    await this.refresh();
  }
}
