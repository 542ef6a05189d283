import type { PickedFile, Services } from '../../app/index.ts';
import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { isAbort, messageOf } from './errors.ts';

export type ImportView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'done'; readonly runs: readonly Run[]; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Runs that come in from files. */
export class ImportState {
  readonly #exchange: Services['exchange'];
  #controller: AbortController | undefined;

  view = $state.raw<ImportView>({ kind: 'idle' });

  constructor(services: Services) {
    this.#exchange = services.exchange;
  }

  get offered(): boolean {
    return this.#exchange !== undefined;
  }

  /** @param benchmark the open one, which results of the authors’ scripts are matched with */
  async read(files: readonly PickedFile[], benchmark: Benchmark | undefined): Promise<void> {
    if (this.#exchange === undefined || files.length === 0) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.view = { kind: 'reading' };
    try {
      const { runs, problems } = await this.#exchange.import(files, benchmark, controller.signal);
      if (!controller.signal.aborted) this.view = { kind: 'done', runs, problems };
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  stop(): void {
    this.#controller?.abort();
    this.view = { kind: 'idle' };
  }
}
