import type { ClipProgress, Services } from '../../app/index.ts';
import { videoOf, type Benchmark, type Question, type Roi } from '../../domain/benchmark/index.ts';
import { type Correction, correctedBenchmark } from '../../domain/clip/index.ts';
import type { ClipRecord } from '../../domain/run/index.ts';
import { isAbort, messageOf } from './errors.ts';
import { cutRegion, type RegionBox } from './region.ts';

export type ClipView =
  | { readonly kind: 'none' }
  | { readonly kind: 'cutting'; readonly progress: ClipProgress }
  | {
      readonly kind: 'ready';
      readonly url: string;
      readonly record: ClipRecord;
      /** What a model is shown of it, where it is the whole frame. */
      readonly box: RegionBox | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** The clip of one Question for the eye. Its object URL lives until another Question comes or the page goes. */
export class ClipState {
  readonly #services: Services;
  #controller: AbortController | undefined;
  #url: string | undefined;

  view = $state.raw<ClipView>({ kind: 'none' });
  /** Once somebody has asked for a clip, the following questions show theirs unasked. */
  wanted = $state(false);
  /** Whether the whole frame is shown, with what a model sees of it marked. */
  whole = $state(false);

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param corrections those of the Run that the clip is shown for */
  async show(benchmark: Benchmark, question: Question, corrections?: readonly Correction[]): Promise<void> {
    this.clear();
    this.wanted = true;
    const controller = new AbortController();
    this.#controller = controller;
    this.view = { kind: 'cutting', progress: { kind: 'cutting' } };
    try {
      const corrected = correctedBenchmark(benchmark, corrections);
      const roi = this.whole ? videoOf(corrected, question)?.roi : undefined;
      const shown = roi === undefined ? corrected : uncropped(corrected, question.videoKey);
      const clip = await this.#services.clips.clipFor(shown, question, controller.signal, (progress) => {
        if (!controller.signal.aborted) this.view = { kind: 'cutting', progress };
      });
      if (controller.signal.aborted) return;
      this.#url = URL.createObjectURL(new Blob([clip.bytes], { type: 'video/mp4' }));
      this.view = {
        kind: 'ready',
        url: this.#url,
        record: clip.record,
        box: roi === undefined ? undefined : boxOf(roi, clip.record),
      };
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Stops the cut that goes on and gives the bytes back. */
  clear(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
    this.view = { kind: 'none' };
  }
}

function uncropped(benchmark: Benchmark, videoKey: string): Benchmark {
  const videos = benchmark.videos.map((video) => (video.key === videoKey ? { ...video, roi: undefined } : video));
  return { ...benchmark, videos };
}

/** Where a region lies in a clip of the whole frame, whose pixels are square. */
function boxOf(roi: Roi, { widthPixels, heightPixels }: ClipRecord): RegionBox | undefined {
  const rect = cutRegion(roi, { widthPixels, heightPixels, pixelAspect: 1 });
  return rect && { widthPixels, heightPixels, rect };
}
