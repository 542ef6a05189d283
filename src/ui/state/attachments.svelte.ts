import type { AttachReport, PickedFile, Services } from '../../app/index.ts';
import type { Benchmark, Problem, SourceVideo, Video } from '../../domain/benchmark/index.ts';
import { isAbort, messageOf } from './errors.ts';
import { type FileWork, IDLE } from './file-work.ts';
import type { Drop } from './picked-files.ts';

const EMPTY: AttachReport = { matched: [], unmatched: [], problems: [] };

/** Video files on their way to the source videos of the Benchmark that is open. */
export class Attachments {
  readonly #services: Services;
  readonly #opened: () => Benchmark | undefined;
  readonly #refreshAvailable: () => void;
  #controller: AbortController | undefined;

  doing = $state.raw<FileWork>(IDLE);
  /** Video files that fit no source video by their name. */
  unmatched = $state.raw<readonly PickedFile[]>([]);
  problems = $state.raw<readonly Problem[]>([]);

  /**
   * @param opened the Benchmark that is open
   * @param refreshAvailable called once other source videos may be at hand
   */
  constructor(services: Services, opened: () => Benchmark | undefined, refreshAvailable: () => void) {
    this.#services = services;
    this.#opened = opened;
    this.#refreshAvailable = refreshAvailable;
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
    const benchmark = this.#opened();
    const { desk, sources } = this.#services;
    if (benchmark === undefined || files.length + folders.length === 0) return undefined;
    const words =
      folders.length > 0
        ? 'Looking into the folder'
        : `Looking at ${files.length === 1 ? '1 file' : `${files.length} files`}`;
    return this.#do(words, async (signal) => {
      const reports = files.length > 0 ? [await sources.attach(benchmark, files, signal)] : [];
      for (const folder of folders) reports.push((await desk?.rememberFolder(benchmark, signal, folder)) ?? EMPTY);
      const report: AttachReport = {
        matched: reports.flatMap(({ matched }) => matched),
        unmatched: reports.flatMap(({ unmatched }) => unmatched),
        problems: reports.flatMap(({ problems }) => problems),
      };
      const again = new Set([...files, ...report.unmatched].map((file) => file.path));
      this.unmatched = [...this.unmatched.filter((file) => !again.has(file.path)), ...report.unmatched];
      this.problems = report.problems;
      return report;
    });
  }

  /** Attaches one file to the source video that a person says it is. */
  async attachTo(source: SourceVideo, file: PickedFile, video?: Video): Promise<void> {
    const benchmark = this.#opened();
    if (benchmark === undefined) return;
    await this.#do(`Attaching “${file.path}”`, async (signal) => {
      this.problems = await this.#services.sources.attachTo(benchmark, source, file, signal, video);
      if (this.problems.length === 0) this.unmatched = this.unmatched.filter((other) => other !== file);
    });
  }

  /** Drops a file from the list of those to be matched by hand. */
  dismiss(file: PickedFile): void {
    this.unmatched = this.unmatched.filter((other) => other !== file);
  }

  /** Attaches what came with a Benchmark: videos that lie in a folder by that folder, which is remembered; those in an archive cannot. */
  async attachFound(videoFiles: readonly PickedFile[], { files, folders }: Drop): Promise<void> {
    const loose = new Set(files.map(({ path }) => path));
    const isIn = (folder: FileSystemDirectoryHandle, { path }: PickedFile) =>
      loose.has(path) && path.startsWith(`${folder.name}/`);
    const whole = folders.filter((folder) => videoFiles.some((file) => isIn(folder, file)));
    await this.attach(
      videoFiles.filter((file) => !whole.some((folder) => isIn(folder, file))),
      whole,
    );
  }

  /** What came of attaching by another way than `attach`. */
  took(report: AttachReport): void {
    this.unmatched = [...this.unmatched, ...report.unmatched];
    this.problems = report.problems;
    this.#refreshAvailable();
  }

  /** Stops attaching; what was attached before stays. */
  stop(): void {
    this.#controller?.abort();
  }

  /** Begins anew, for another Benchmark. */
  reset(): void {
    this.stop();
    this.unmatched = [];
    this.problems = [];
    this.doing = IDLE;
  }

  async #do<T>(words: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.doing = { kind: 'working', words };
    try {
      const result = await work(controller.signal);
      if (this.#controller === controller) this.doing = IDLE;
      return result;
    } catch (error) {
      if (this.#controller === controller)
        this.doing = isAbort(error) ? IDLE : { kind: 'failed', message: messageOf(error), problems: [] };
      return undefined;
    } finally {
      this.#refreshAvailable();
    }
  }
}
