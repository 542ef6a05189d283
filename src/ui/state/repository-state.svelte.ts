import type { FetchProgress, PublicRepository, RepositoryOrder, Services } from '../../app/index.ts';
import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { Run } from '../../domain/run/index.ts';
import type { BenchmarkState } from './benchmark-state.svelte.ts';
import { isAbort, messageOf } from './errors.ts';

/** Where the authors' prompts stand, which come after the questions. */
export type PromptsView =
  { readonly kind: 'idle' } | { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string };

/** Where published results stand. */
export type ResultsView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly label: string; readonly progress: FetchProgress | undefined }
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly runs: readonly Run[]; readonly problems: readonly Problem[] };

/** The benchmark's public repository, as a reader loads it: questions first, then the authors' prompts, results when asked for. */
export class RepositoryState {
  readonly #services: Services;
  readonly #benchmark: BenchmarkState;
  #controller: AbortController | undefined;
  #promptsController: AbortController | undefined;

  /** As typed: addresses to fetch from, the first to be asked first. */
  mirrors = $state<string[]>([]);
  progress = $state.raw<FetchProgress | undefined>();
  /** Files that are not as recorded, for which the questions were refused. */
  changed = $state.raw<readonly string[]>([]);
  prompts = $state.raw<PromptsView>({ kind: 'idle' });
  results = $state.raw<ResultsView>({ kind: 'idle' });

  constructor(services: Services, benchmark: BenchmarkState) {
    this.#services = services;
    this.#benchmark = benchmark;
    this.mirrors = [...(services.repository?.mirrors ?? [])];
  }

  /** Undefined where the page is to fetch nothing from elsewhere. */
  get repository(): PublicRepository | undefined {
    return this.#services.repository;
  }

  /** What is wrong with the addresses; undefined where nothing is. */
  get mirrorsMistake(): string | undefined {
    const written = this.#written();
    if (written.length === 0) return 'Write at least one address to fetch from.';
    const wrong = written.find((text) => !/^https?:$/.test(URL.parse(text)?.protocol ?? ''));
    return wrong === undefined ? undefined : `“${wrong}” is no address: write it in full, beginning with https://.`;
  }

  /**
   * Opens the published benchmark: from this browser where it is kept, else from the mirrors. Resolves with whether it is open;
   * the authors' prompts may still be on their way then.
   */
  async load(acceptChanged = false): Promise<boolean> {
    const { repository } = this;
    if (repository === undefined) return false;
    this.changed = [];
    this.progress = undefined;
    const isOpen = await this.#benchmark.load(`Loading ${repository.name}`, async (signal) => {
      const kept = await this.#services.benchmarks.kept(repository.digest);
      if (kept !== undefined) return { benchmark: kept, problems: [], videoFiles: [] };
      const order = { ...this.#order(), acceptChanged };
      const loaded = await repository.loadQuestions(order, signal, (progress) => (this.progress = progress));
      if (loaded.kind === 'loaded') return loaded.value;
      this.changed = loaded.files;
      throw new Error(
        loaded.files.length === 1
          ? 'One file is not as recorded for this commit, so nothing was used.'
          : `${loaded.files.length} files are not as recorded for this commit, so nothing was used.`,
      );
    });
    this.progress = undefined;
    if (isOpen) void this.fetchPrompts();
    return isOpen;
  }

  /** Whether the open Benchmark came from the repository and lacks the authors' prompts. */
  lacksPrompts(benchmark: Benchmark): boolean {
    return (
      this.repository !== undefined &&
      benchmark.referencePrompts === undefined &&
      (benchmark.origin.kind === 'repository' || benchmark.digest === this.repository.digest)
    );
  }

  /** Fetches the authors' prompts for the open Benchmark, if it lacks them. */
  async fetchPrompts(): Promise<void> {
    const { repository } = this;
    const { benchmark } = this.#benchmark;
    if (repository === undefined || benchmark === undefined || !this.lacksPrompts(benchmark)) return;
    this.#promptsController?.abort();
    const controller = new AbortController();
    this.#promptsController = controller;
    this.prompts = { kind: 'loading' };
    try {
      const loaded = await repository.addPrompts(benchmark, this.#order(), controller.signal);
      if (controller.signal.aborted) return;
      this.prompts =
        loaded.kind === 'loaded'
          ? { kind: 'idle' }
          : { kind: 'failed', message: `Not as published, and therefore not used: ${loaded.files.join(', ')}.` };
      if (loaded.kind === 'loaded') await this.#benchmark.complete(loaded.value);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.prompts = isAbort(error) ? { kind: 'idle' } : { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Fetches the published models' scored results and takes them in as Runs; models that are here already are passed over. */
  async fetchResults(acceptChanged = false): Promise<void> {
    const { repository } = this;
    const { exchange, runs } = this.#services;
    const { benchmark } = this.#benchmark;
    if (repository === undefined || exchange === undefined || benchmark === undefined) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    const taken: Run[] = [];
    const problems: Problem[] = [];
    try {
      const listed = await runs.list();
      for (const { id, label } of repository.publishedModels) {
        const known = listed.find((run) => isOf(run, id, benchmark));
        if (known !== undefined) {
          taken.push(known);
          continue;
        }
        const tell = (progress?: FetchProgress) => {
          if (!signal.aborted) this.results = { kind: 'loading', label, progress };
        };
        tell();
        const loaded = await repository.loadResults(id, { ...this.#order(), acceptChanged }, signal, tell);
        if (loaded.kind === 'changed') {
          this.results = loaded;
          return;
        }
        const imported = await exchange.import(loaded.value, benchmark, signal);
        taken.push(...imported.runs);
        problems.push(...imported.problems);
      }
      signal.throwIfAborted();
      this.results = { kind: 'done', runs: taken, problems };
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.results = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Stops fetching results; models that came whole stay. */
  stopResults(): void {
    this.#controller?.abort();
    this.results = { kind: 'idle' };
  }

  #order(): RepositoryOrder {
    return { mirrors: this.#written() };
  }

  #written(): readonly string[] {
    return this.mirrors.map((text) => text.trim()).filter((text) => text !== '');
  }
}

function isOf({ config: { model }, benchmark: { digest } }: Run, id: string, benchmark: Benchmark): boolean {
  return model.kind === 'published' && model.name.toLowerCase() === id && digest === benchmark.digest;
}
