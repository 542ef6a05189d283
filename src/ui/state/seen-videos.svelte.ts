import type { Services, VideoLook } from '../../app/index.ts';
import type { Video } from '../../domain/benchmark/index.ts';
import { type Correction, correctedBenchmark } from '../../domain/clip/index.ts';
import { localized } from '../../language/index.ts';
import type { BenchmarkState } from './benchmark-state.svelte.ts';
import { isAbort, messageOf } from './errors.ts';

/** A frame to show. */
export interface ShownStill {
  readonly url: string;
  readonly seconds: number;
}

/** What was seen of a Video. */
export type Seen =
  | {
      readonly kind: 'seen';
      readonly look: VideoLook;
      readonly first: ShownStill | undefined;
      readonly last: ShownStill | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** What looking at Videos needs of whoever holds their files. */
interface HeldVideos {
  /** Id of the file or address that clips of a Video are cut from. */
  readonly cutFrom: (video: Video) => string | undefined;
  readonly failed: (message: string) => void;
}

/** The first and the last frame of each Video that there is a file for, looked at anew when file or Correction change. */
export class SeenVideos {
  readonly #bench: BenchmarkState;
  readonly #services: Services;
  readonly #videos: HeldVideos;
  #controller: AbortController | undefined;
  /** For which file and Correction a Video was looked at, by its key. */
  readonly #lookedAt = new Map<string, string>();
  #seen = $state.raw<ReadonlyMap<string, Seen>>(new Map());

  looking = $state.raw<{ readonly done: number; readonly total: number } | undefined>();

  constructor(bench: BenchmarkState, services: Services, videos: HeldVideos) {
    this.#bench = bench;
    this.#services = services;
    this.#videos = videos;
  }

  /** Undefined until the Video was looked at. */
  get(videoKey: string): Seen | undefined {
    return this.#seen.get(videoKey);
  }

  /** Looks at every Video that there is a file for and that was not looked at as it now is. */
  async lookAtAll(): Promise<void> {
    const benchmark = this.#bench.correctedBenchmark;
    if (benchmark === undefined || this.#services.looks === undefined || this.looking !== undefined) return;
    const wanted = benchmark.videos.filter(
      (video) => this.#isThere(video) && this.#lookedAt.get(video.key) !== this.#ticket(video),
    );
    if (wanted.length === 0) return;
    const controller = new AbortController();
    this.#controller = controller;
    this.looking = { done: 0, total: wanted.length };
    const keys = wanted.map(({ key }) => key);
    try {
      await this.#services.looks.look(benchmark, keys, controller.signal, (videoKey, seen) => {
        const video = wanted.find(({ key }) => key === videoKey);
        if (video !== undefined) this.#lookedAt.set(videoKey, this.#ticket(video));
        this.#show(videoKey, seen);
        if (this.looking !== undefined) this.looking = { ...this.looking, done: this.looking.done + 1 };
      });
    } catch (error) {
      if (!isAbort(error)) this.#videos.failed(messageOf(error));
    } finally {
      this.looking = undefined;
    }
  }

  /** Stops looking; what was seen stays. */
  stop(): void {
    this.#controller?.abort();
  }

  /**
   * Looks at one Video as a Correction would have it, without keeping that.
   * @throws what the looks throw, AbortError too
   */
  async preview(video: Video, correction: Correction | undefined, signal: AbortSignal): Promise<Seen | undefined> {
    const { benchmark, corrections } = this.#bench;
    if (benchmark === undefined || this.#services.looks === undefined) return undefined;
    const others = corrections.filter(({ videoKey }) => videoKey !== video.key);
    const tried = correctedBenchmark(benchmark, correction === undefined ? others : [...others, correction]);
    let result: Seen | undefined;
    await this.#services.looks.look(tried, [video.key], signal, (_key, seen) => {
      result = shown(seen);
    });
    return result;
  }

  /** Gives back what was seen of another Benchmark's Videos. */
  forgetAll(): void {
    this.stop();
    for (const seen of this.#seen.values()) forget(seen);
    this.#seen = new Map();
    this.#lookedAt.clear();
  }

  #isThere(video: Video): boolean {
    if (this.#videos.cutFrom(video) !== undefined) return true;
    // Through the relay every look takes its time, and reads from somebody else's server: only clips are cut that way.
    return this.#bench.available.has(video.sourceKey) && this.#services.sources.youTube?.isOn() !== true;
  }

  #ticket(video: Video): string {
    return JSON.stringify([
      this.#videos.cutFrom(video),
      this.#bench.corrections.find(({ videoKey }) => videoKey === video.key),
    ]);
  }

  #show(videoKey: string, seen: VideoLook | { readonly message: string }): void {
    forget(this.#seen.get(videoKey));
    this.#seen = new Map(this.#seen).set(videoKey, shown(seen));
  }
}

function shown(seen: VideoLook | { readonly message: string }): Seen {
  if ('message' in seen) return { kind: 'failed', message: localized(seen.message) };
  const still = (frame: VideoLook['first']): ShownStill | undefined =>
    frame && { url: URL.createObjectURL(frame.blob), seconds: frame.seconds };
  return { kind: 'seen', look: seen, first: still(seen.first), last: still(seen.last) };
}

/** Gives the pictures' memory back. */
export function forget(seen: Seen | undefined): void {
  if (seen?.kind !== 'seen') return;
  for (const still of [seen.first, seen.last]) if (still !== undefined) URL.revokeObjectURL(still.url);
}
