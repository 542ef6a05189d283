import { localized } from '../../language/index.ts';
import { type FetchProgress, loadFailure, type LoadResult, type PickedFile, type Services } from '../../app/index.ts';
import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import { type Correction, correctedBenchmark } from '../../domain/clip/index.ts';
import { Attachments } from './attachments.svelte.ts';
import { isAbort, messageOf } from './errors.ts';
import { type FileWork, IDLE } from './file-work.ts';
import { KeptBenchmarks } from './kept-benchmarks.svelte.ts';
import type { Drop } from './picked-files.ts';

/** The Benchmark that is open, what was wrong with its files, and which of its source videos are at hand. */
export class BenchmarkState {
  readonly #services: Services;
  #controller: AbortController | undefined;

  benchmark = $state.raw<Benchmark | undefined>();
  problems = $state.raw<readonly Problem[]>([]);
  loading = $state.raw<FileWork>(IDLE);
  available = $state.raw<ReadonlySet<string>>(new Set<string>());
  /** Of a load from an address. */
  progress = $state.raw<FetchProgress | undefined>();
  /** Of Videos that do not lie in their files as the benchmark says. */
  corrections = $state.raw<readonly Correction[]>([]);
  readonly attachments: Attachments;
  readonly kept: KeptBenchmarks;
  /** Resolves once the corrections of what is open are known: what a Run must wait for. */
  corrected: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
    this.attachments = new Attachments(
      services,
      () => this.benchmark,
      () => this.refreshAvailable(),
    );
    this.kept = new KeptBenchmarks(services, this);
  }

  /** What is open, with its Videos corrected. */
  get correctedBenchmark(): Benchmark | undefined {
    return this.benchmark && correctedBenchmark(this.benchmark, this.corrections);
  }

  /** Looks again which source videos are at hand. */
  refreshAvailable(): void {
    this.available = this.#benchmarkAvailable();
  }

  /** Keeps the Corrections of what is open, in place of those before. @throws what the store throws */
  async correct(corrections: readonly Correction[]): Promise<void> {
    const benchmark = this.benchmark;
    if (benchmark === undefined) return;
    this.corrections = corrections;
    this.refreshAvailable();
    await this.#services.corrections?.keepCorrections(benchmark.digest, corrections);
  }

  /** Opens the built-in sample. Resolves with whether it is open. */
  loadSample(): Promise<boolean> {
    return this.load('Opening the sample', (signal) => this.#services.benchmarks.loadSample(signal));
  }

  /**
   * Opens picked or dropped files. What was open before stays open when they hold no benchmark.
   * @param folders that some of the files lie in; those with videos are remembered
   */
  loadFiles(files: readonly PickedFile[], folders: readonly FileSystemDirectoryHandle[] = []): Promise<boolean> {
    if (files.length === 0) {
      this.loading = { kind: 'failed', message: 'There are no files in what you chose.', problems: [] };
      return Promise.resolve(false);
    }
    const words = files.length === 1 ? 'Reading 1 file' : `Reading ${files.length} files`;
    return this.load(words, (signal) => this.#services.benchmarks.loadFiles(files, signal), { files, folders });
  }

  /** Opens what lies at an address: a zip archive, or `owner/name@commit`. */
  loadAddress(address: string): Promise<boolean> {
    this.progress = undefined;
    return this.load('Fetching the benchmark', (signal) =>
      this.#services.benchmarks.loadAddress(address, signal, (progress) => {
        if (!signal.aborted) this.progress = progress;
      }),
    );
  }

  /** Opens what was kept last, if nothing is open: what a reload of the setup page needs. */
  async restore(): Promise<void> {
    if (this.benchmark !== undefined || this.loading.kind === 'working') return;
    try {
      const newest = (await this.#services.benchmarks.listKept())[0];
      if (newest !== undefined && this.benchmark === undefined) await this.open(newest.digest);
    } catch (error) {
      this.loading = { kind: 'failed', message: messageOf(error), problems: [] };
    }
  }

  /** Opens a kept Benchmark by its digest; resolves with it, or undefined where this browser does not keep it. */
  async open(digest: string): Promise<Benchmark | undefined> {
    if (this.benchmark?.digest === digest) return this.benchmark;
    const kept = await this.#services.benchmarks.kept(digest);
    if (kept !== undefined) this.#use(kept, []);
    return kept;
  }

  /** Puts a Benchmark that holds more, such as the authors’ prompts, in place of the same one where that is open, and keeps it. */
  async complete(benchmark: Benchmark): Promise<void> {
    if (this.benchmark?.digest === benchmark.digest) this.benchmark = benchmark;
    await this.#keep(benchmark);
  }

  /** Finds a Benchmark without putting it in place of the one that is open, unless none is. */
  async find(digest: string): Promise<Benchmark | undefined> {
    if (this.benchmark === undefined) return this.open(digest);
    return this.benchmark.digest === digest ? this.benchmark : this.#services.benchmarks.kept(digest);
  }

  /** Stops reading or attaching; what was open and attached before stays. */
  stop(): void {
    this.#controller?.abort();
    this.attachments.stop();
  }

  /** Has no Benchmark open any more. */
  close(): void {
    this.benchmark = undefined;
    this.problems = [];
    this.attachments.reset();
    this.refreshAvailable();
  }

  #benchmarkAvailable(): ReadonlySet<string> {
    const benchmark = this.correctedBenchmark;
    return benchmark === undefined ? new Set() : this.#services.sources.available(benchmark);
  }

  #use(benchmark: Benchmark, problems: readonly Problem[]): void {
    this.benchmark = benchmark;
    this.problems = problems;
    this.corrections = [];
    this.available = this.#benchmarkAvailable();
    this.attachments.reset();
    this.corrected = this.#findAgain(benchmark);
  }

  /** What an earlier visit left for this Benchmark. Its files come in while the page goes on. */
  async #findAgain(benchmark: Benchmark): Promise<void> {
    const isOpen = () => this.benchmark?.digest === benchmark.digest;
    void this.#services.desk
      ?.restore(benchmark, new AbortController().signal)
      .catch((error: unknown) => {
        if (isOpen())
          this.attachments.problems = [{ file: 'Source videos of earlier visits', message: messageOf(error) }];
      })
      .finally(() => {
        if (isOpen()) this.refreshAvailable();
      });
    const kept = await this.#services.corrections?.corrections(benchmark.digest).catch(() => []);
    if (kept === undefined || kept.length === 0 || !isOpen()) return;
    this.corrections = kept;
    this.refreshAvailable();
  }

  /** Opens what `read` brings; what was open before stays open where that is no benchmark. Resolves with whether it is open. */
  async load(
    words: string,
    read: (signal: AbortSignal) => Promise<LoadResult>,
    from: Drop = { files: [], folders: [] },
  ): Promise<boolean> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.loading = { kind: 'working', words };
    try {
      const result = await read(controller.signal);
      controller.signal.throwIfAborted();
      if (result.benchmark === undefined) {
        this.loading = { kind: 'failed', message: localized(loadFailure(result)), problems: result.problems };
        return false;
      }
      this.#use(result.benchmark, result.problems);
      this.loading = IDLE;
      await this.#keep(result.benchmark);
      await this.attachments.attachFound(result.videoFiles, from);
      return true;
    } catch (error) {
      if (isAbort(error)) {
        if (this.#controller === controller) this.loading = IDLE;
      } else {
        this.loading = { kind: 'failed', message: messageOf(error), problems: [] };
      }
      return false;
    }
  }

  async #keep(benchmark: Benchmark): Promise<void> {
    try {
      await this.#services.benchmarks.keep(benchmark);
    } catch (error) {
      // It can be used all the same; only a reload will not find it.
      const message = `This browser could not keep the benchmark, so a reload will ask for it again: ${messageOf(error)}`;
      this.problems = [...this.problems, { file: benchmark.name, message }];
    }
  }
}
