import { localized } from '../../language/index.ts';
import {
  type AttachReport,
  type FetchProgress,
  type KeptBenchmark,
  loadFailure,
  type LoadResult,
  type PickedFile,
  type Services,
} from '../../app/index.ts';
import type { Benchmark, Problem, SourceVideo, Video } from '../../domain/benchmark/index.ts';
import { type Correction, correctedBenchmark } from '../../domain/clip/index.ts';
import { isAbort, messageOf } from './errors.ts';
import type { Drop } from './picked-files.ts';

/** What is going on with files: one thing at a time. */
export type Work =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly words: string }
  | { readonly kind: 'failed'; readonly message: string; readonly problems: readonly Problem[] };

const IDLE: Work = { kind: 'idle' };
const EMPTY: AttachReport = { matched: [], unmatched: [], problems: [] };

/** The Benchmark that is open, what was wrong with its files, and which of its source videos are at hand. */
export class BenchmarkState {
  readonly #services: Services;
  #controller: AbortController | undefined;
  #attachController: AbortController | undefined;

  benchmark = $state.raw<Benchmark | undefined>();
  problems = $state.raw<readonly Problem[]>([]);
  loading = $state.raw<Work>(IDLE);
  attaching = $state.raw<Work>(IDLE);
  available = $state.raw<ReadonlySet<string>>(new Set<string>());
  /** Video files that fit no source video by their name. */
  unmatched = $state.raw<readonly PickedFile[]>([]);
  attachProblems = $state.raw<readonly Problem[]>([]);
  /** Of a load from an address. */
  progress = $state.raw<FetchProgress | undefined>();
  /** Undefined until somebody looked. */
  kept = $state.raw<readonly KeptBenchmark[] | undefined>();
  keptMessage = $state<string | undefined>();
  /** Deleted last, and to be had back. */
  forgotten = $state.raw<Benchmark | undefined>();
  /** Of Videos that do not lie in their files as the benchmark says. */
  corrections = $state.raw<readonly Correction[]>([]);
  /** Resolves once the corrections of what is open are known: what a Run must wait for. */
  corrected: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
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

  /** What came of attaching by another way than `attach`. */
  took(report: AttachReport): void {
    this.unmatched = [...this.unmatched, ...report.unmatched];
    this.attachProblems = report.problems;
    this.refreshAvailable();
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

  /** Sees anew which Benchmarks this browser keeps. */
  async refreshKept(): Promise<void> {
    try {
      this.kept = await this.#services.benchmarks.listKept();
    } catch (error) {
      this.keptMessage = `What this browser keeps could not be read: ${messageOf(error)}`;
    }
  }

  /** Opens a kept Benchmark in place of the one that is open; a reload finds it too. Resolves with whether it is open. */
  async switchTo(digest: string): Promise<boolean> {
    try {
      const found = await this.open(digest);
      if (found !== undefined) await this.#services.benchmarks.keep(found);
      await this.refreshKept();
      return found !== undefined;
    } catch (error) {
      this.keptMessage = messageOf(error);
      return false;
    }
  }

  /** Keeps a Benchmark no longer, in a way that can be taken back while this page is there. */
  async forget(digest: string): Promise<void> {
    try {
      const found = await this.#services.benchmarks.kept(digest);
      await this.#services.benchmarks.forget(digest);
      this.forgotten = found;
      this.keptMessage = undefined;
      if (this.benchmark?.digest === digest) this.#close();
    } catch (error) {
      this.keptMessage = `It could not be deleted: ${messageOf(error)}`;
    }
    await this.refreshKept();
  }

  /** Has the Benchmark back that was deleted last. */
  async undoForget(): Promise<void> {
    const back = this.forgotten;
    if (back === undefined) return;
    try {
      await this.#services.benchmarks.keep(back);
      this.forgotten = undefined;
    } catch (error) {
      this.keptMessage = `It could not be kept again: ${messageOf(error)}`;
    }
    await this.refreshKept();
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

  /** Whether dropped folders can be found again after a reload. */
  get remembersFolders(): boolean {
    return this.#services.desk?.remembersFolders === true;
  }

  /**
   * Attaches video files by their names; those that fit nothing wait in `unmatched`.
   * @param folders to be looked through and remembered
   */
  async attach(
    files: readonly PickedFile[],
    folders: readonly FileSystemDirectoryHandle[] = [],
  ): Promise<AttachReport | undefined> {
    const { benchmark } = this;
    const { desk, sources } = this.#services;
    if (benchmark === undefined || files.length + folders.length === 0) return undefined;
    const words =
      folders.length > 0
        ? 'Looking into the folder'
        : `Looking at ${files.length === 1 ? '1 file' : `${files.length} files`}`;
    return this.#attachWork(words, async (signal) => {
      const reports = files.length > 0 ? [await sources.attach(benchmark, files, signal)] : [];
      for (const folder of folders) reports.push((await desk?.rememberFolder(benchmark, signal, folder)) ?? EMPTY);
      const report: AttachReport = {
        matched: reports.flatMap(({ matched }) => matched),
        unmatched: reports.flatMap(({ unmatched }) => unmatched),
        problems: reports.flatMap(({ problems }) => problems),
      };
      const again = new Set([...files, ...report.unmatched].map((file) => file.path));
      this.unmatched = [...this.unmatched.filter((file) => !again.has(file.path)), ...report.unmatched];
      this.attachProblems = report.problems;
      return report;
    });
  }

  /** Attaches one file to the source video that a person says it is. */
  async attachTo(source: SourceVideo, file: PickedFile, video?: Video): Promise<void> {
    const { benchmark } = this;
    if (benchmark === undefined) return;
    await this.#attachWork(`Attaching “${file.path}”`, async (signal) => {
      this.attachProblems = await this.#services.sources.attachTo(benchmark, source, file, signal, video);
      if (this.attachProblems.length === 0) this.unmatched = this.unmatched.filter((other) => other !== file);
    });
  }

  /** Drops a file from the list of those to be matched by hand. */
  dismissUnmatched(file: PickedFile): void {
    this.unmatched = this.unmatched.filter((other) => other !== file);
  }

  /** Stops reading or attaching; what was open and attached before stays. */
  stop(): void {
    this.#controller?.abort();
    this.#attachController?.abort();
  }

  #benchmarkAvailable(): ReadonlySet<string> {
    const benchmark = this.correctedBenchmark;
    return benchmark === undefined ? new Set() : this.#services.sources.available(benchmark);
  }

  #close(): void {
    this.#attachController?.abort();
    this.benchmark = undefined;
    this.problems = [];
    this.unmatched = [];
    this.attachProblems = [];
    this.attaching = IDLE;
    this.refreshAvailable();
  }

  #use(benchmark: Benchmark, problems: readonly Problem[]): void {
    this.#attachController?.abort();
    this.benchmark = benchmark;
    this.problems = problems;
    this.corrections = [];
    this.available = this.#benchmarkAvailable();
    this.unmatched = [];
    this.attachProblems = [];
    this.attaching = IDLE;
    this.corrected = this.#findAgain(benchmark);
  }

  /** What an earlier visit left for this Benchmark. Its files come in while the page goes on. */
  async #findAgain(benchmark: Benchmark): Promise<void> {
    const isOpen = () => this.benchmark?.digest === benchmark.digest;
    void this.#services.desk
      ?.restore(benchmark, new AbortController().signal)
      .catch((error: unknown) => {
        if (isOpen()) this.attachProblems = [{ file: 'Source videos of earlier visits', message: messageOf(error) }];
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
      await this.#attachFound(result.videoFiles, from);
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

  /** Videos that lie in a folder as they are come with the folder, which is remembered; those in an archive cannot. */
  async #attachFound(videoFiles: readonly PickedFile[], { files, folders }: Drop): Promise<void> {
    const loose = new Set(files.map(({ path }) => path));
    const isIn = (folder: FileSystemDirectoryHandle, { path }: PickedFile) =>
      loose.has(path) && path.startsWith(`${folder.name}/`);
    const whole = folders.filter((folder) => videoFiles.some((file) => isIn(folder, file)));
    await this.attach(
      videoFiles.filter((file) => !whole.some((folder) => isIn(folder, file))),
      whole,
    );
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

  async #attachWork<T>(words: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#attachController?.abort();
    const controller = new AbortController();
    this.#attachController = controller;
    this.attaching = { kind: 'working', words };
    try {
      const result = await work(controller.signal);
      if (this.#attachController === controller) this.attaching = IDLE;
      return result;
    } catch (error) {
      if (this.#attachController === controller)
        this.attaching = isAbort(error) ? IDLE : { kind: 'failed', message: messageOf(error), problems: [] };
      return undefined;
    } finally {
      this.available = this.#benchmarkAvailable();
    }
  }
}
