import type { AttachReport, KeptCopy, RememberedFolder, Services, SourceHolding } from '../../app/index.ts';
import type { Benchmark, SourceVideo, Video } from '../../domain/benchmark/index.ts';
import type { Correction } from '../../domain/clip/index.ts';
import type { BenchmarkState } from './benchmark-state.svelte.ts';
import { isAbort, messageOf } from './errors.ts';
import { SeenVideos } from './seen-videos.svelte.ts';

export type Doing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly words: string }
  | { readonly kind: 'done'; readonly words: string; readonly undo?: () => Promise<void> }
  | { readonly kind: 'failed'; readonly message: string };

const states = new WeakMap<BenchmarkState, VideosState>();

/** The state of the Videos page: it outlives the page, but is not fetched before it. */
export function videosStateOf(bench: BenchmarkState, services: Services): VideosState {
  const state = states.get(bench) ?? new VideosState(bench, services);
  states.set(bench, state);
  return state;
}

/** What is held for the source videos, what was seen in them, and how they are found again. */
export class VideosState {
  readonly bench: BenchmarkState;
  readonly seen: SeenVideos;
  readonly #services: Services;
  #controller: AbortController | undefined;
  #digest: string | undefined;

  holdings = $state.raw<readonly SourceHolding[]>([]);
  folders = $state.raw<readonly RememberedFolder[]>([]);
  copies = $state.raw<readonly KeptCopy[]>([]);
  doing = $state.raw<Doing>({ kind: 'idle' });

  constructor(bench: BenchmarkState, services: Services) {
    this.bench = bench;
    this.#services = services;
    this.seen = new SeenVideos(bench, services, {
      cutFrom: (video) => this.usedFor(video)?.id,
      failed: (message) => {
        this.doing = { kind: 'failed', message };
      },
    });
  }

  get remembersFolders(): boolean {
    return this.#services.desk?.remembersFolders === true;
  }

  get keepsCopies(): boolean {
    return this.#services.desk?.keepsCopies === true;
  }

  /** Takes in what changed: files that came or went, corrections, another Benchmark. */
  refresh(): void {
    const benchmark = this.bench.correctedBenchmark;
    if (benchmark?.digest !== this.#digest) {
      this.seen.forgetAll();
      this.doing = { kind: 'idle' };
    }
    this.#digest = benchmark?.digest;
    const all = benchmark === undefined ? [] : (this.#services.desk?.holdings(benchmark) ?? []);
    // The sample's own files come along with this site at every visit: nobody need keep them or let them go.
    this.holdings =
      benchmark?.origin.kind === 'sample'
        ? all.filter(({ place, name, sourceKey }) => place !== 'file' || name !== sourceKey)
        : all;
  }

  async refreshPlaces(): Promise<void> {
    const { desk } = this.#services;
    if (desk === undefined) return;
    try {
      [this.folders, this.copies] = await Promise.all([desk.folders(), desk.copies()]);
    } catch (error) {
      this.doing = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** What clips of a Video are cut from, where it is a file or an address. */
  usedFor(video: Video): SourceHolding | undefined {
    const fits = (videoKey: string | undefined) =>
      this.holdings.find((held) => held.used && held.sourceKey === video.sourceKey && held.videoKey === videoKey);
    return fits(undefined) ?? fits(video.key);
  }

  correctionOf(videoKey: string): Correction | undefined {
    return this.bench.corrections.find((correction) => correction.videoKey === videoKey);
  }

  /** Keeps a Correction of a Video, or takes it off. */
  async correct(videoKey: string, correction: Correction | undefined): Promise<void> {
    const before = this.bench.corrections;
    const others = before.filter((entry) => entry.videoKey !== videoKey);
    const title = correction === undefined ? 'The correction is taken off.' : `“${correction.name}” is kept.`;
    await this.#do('Keeping the correction', async () => {
      await this.bench.correct(correction === undefined ? others : [...others, correction]);
      return {
        kind: 'done',
        words: title,
        undo: async () => {
          await this.bench.correct(before);
        },
      };
    });
    void this.seen.lookAtAll();
  }

  async use(held: SourceHolding): Promise<void> {
    await this.#do('Changing the file', () => {
      this.#services.desk?.use(held.id);
      return Promise.resolve({ kind: 'done', words: `“${held.name}” is used from now on.` });
    });
    void this.seen.lookAtAll();
  }

  async accept(held: SourceHolding): Promise<void> {
    await this.#do('Taking the file as it is', () => {
      this.#services.desk?.accept(held.id);
      return Promise.resolve({ kind: 'done', words: `“${held.name}” is used as it is.` });
    });
  }

  async holdAs(held: SourceHolding, video: Video | undefined): Promise<void> {
    await this.#do('Changing what the file holds', () => {
      this.#services.desk?.holdAs(held.id, video);
      const what = video === undefined ? 'the whole source video' : 'this Video only';
      return Promise.resolve({ kind: 'done', words: `“${held.name}” is taken for ${what}.` });
    });
    void this.seen.lookAtAll();
  }

  async remove(held: SourceHolding): Promise<void> {
    await this.#do('Letting go of the file', async () => {
      const undo = await this.#services.desk?.remove(held.id);
      const words = `“${held.name}” is not used any more. The file itself stays where it is.`;
      return { kind: 'done', words, ...(undo === undefined ? {} : { undo }) };
    });
  }

  /** Resolves with whether it was taken. */
  addAddress(source: SourceVideo, address: string): Promise<boolean> {
    return this.#attach('Asking the server', async (benchmark, signal) => {
      const added = await this.#services.desk?.addAddress(benchmark, source, address, signal);
      const way = added?.viaRelay === true ? ' It is read through your relay.' : '';
      const kept =
        added?.remembered === true
          ? 'It is remembered with the benchmark.'
          : 'Its query may hold a secret, so it is held in this page only: give it again after a reload.';
      return `The video is there. ${kept}${way}`;
    });
  }

  async rememberFolder(): Promise<void> {
    await this.#attach('Looking into the folder', async (benchmark, signal) => {
      const report = await this.#services.desk?.rememberFolder(benchmark, signal);
      return report === undefined ? undefined : this.#took(report);
    });
    await this.refreshPlaces();
  }

  async reopenFolder(folder: RememberedFolder): Promise<void> {
    await this.#attach('Looking into the folder', async (benchmark, signal) => {
      const report = await this.#services.desk?.reopenFolder(folder.id, benchmark, signal);
      return report === undefined
        ? `The browser did not allow “${folder.name}” to be read.`
        : this.#took({ ...report, unmatched: [] });
    });
    await this.refreshPlaces();
  }

  async forgetFolder(folder: RememberedFolder): Promise<void> {
    await this.#do('Forgetting the folder', async () => {
      await this.#services.desk?.forgetFolder(folder.id);
      return {
        kind: 'done',
        words: `“${folder.name}” is not remembered any more; what is open of it stays until a reload.`,
      };
    });
    await this.refreshPlaces();
  }

  async keepCopies(all: readonly SourceHolding[]): Promise<void> {
    await this.#attach('Copying', async (_benchmark, signal) => {
      for (const [index, held] of all.entries()) {
        const total = held.byteCount ?? 0;
        await this.#services.desk?.keepCopy(held.id, signal, (copied) => {
          const share = total === 0 ? 0 : Math.floor((100 * copied) / total);
          this.doing = { kind: 'working', words: `Copying ${index + 1} of ${all.length}: “${held.name}”, ${share} %` };
        });
      }
      return all.length === 1 ? 'The copy is kept in this browser.' : `${all.length} copies are kept in this browser.`;
    });
    await this.refreshPlaces();
  }

  async deleteCopy(copy: KeptCopy): Promise<void> {
    await this.#do('Deleting the copy', async () => {
      await this.#services.desk?.deleteCopy(copy.id);
      return { kind: 'done', words: `The copy of “${copy.path}” is deleted; the file that it was made from stays.` };
    });
    await this.refreshPlaces();
  }

  async undo(): Promise<void> {
    if (this.doing.kind !== 'done' || this.doing.undo === undefined) return;
    const { undo } = this.doing;
    await this.#do('Taking it back', async () => {
      await undo();
      return { kind: 'idle' };
    });
    void this.seen.lookAtAll();
  }

  stop(): void {
    this.#controller?.abort();
  }

  #took(report: AttachReport): string {
    this.bench.attachments.took(report);
    const count = new Set(report.matched.map(({ sourceKey }) => sourceKey)).size;
    return count === 0
      ? 'No file in it fits a source video by its name.'
      : `${count === 1 ? 'One source video' : `${count} source videos`} found in it.`;
  }

  async #attach(
    words: string,
    work: (benchmark: Benchmark, signal: AbortSignal) => Promise<string | undefined>,
  ): Promise<boolean> {
    const benchmark = this.bench.benchmark;
    if (benchmark === undefined) return false;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const done = await this.#do(words, async () => {
      const told = await work(benchmark, controller.signal);
      return told === undefined ? { kind: 'idle' } : { kind: 'done', words: told };
    });
    void this.seen.lookAtAll();
    return done;
  }

  async #do(words: string, work: () => Promise<Doing>): Promise<boolean> {
    this.doing = { kind: 'working', words: `${words}…` };
    try {
      this.doing = await work();
      return true;
    } catch (error) {
      this.doing = isAbort(error) ? { kind: 'idle' } : { kind: 'failed', message: messageOf(error) };
      return false;
    } finally {
      this.bench.refreshAvailable();
      this.refresh();
    }
  }
}
