import type { ClipProgress, Services } from '../../app/index.ts';
import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import { type Correction, correctedBenchmark } from '../../domain/clip/index.ts';
import type { ClipRecord } from '../../domain/run/index.ts';
import { isAbort, messageOf } from './errors.ts';

export type ClipView =
  | { readonly kind: 'none' }
  | { readonly kind: 'cutting'; readonly progress: ClipProgress }
  | { readonly kind: 'ready'; readonly url: string; readonly record: ClipRecord }
  | { readonly kind: 'failed'; readonly message: string };

/** The clip of one Question for the eye. Its object URL lives until another Question comes or the page goes. */
export class ClipState {
  readonly #services: Services;
  #controller: AbortController | undefined;
  #url: string | undefined;

  view = $state.raw<ClipView>({ kind: 'none' });
  /** Once somebody has asked for a clip, the following questions show theirs unasked. */
  wanted = $state(false);

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
      const clip = await this.#services.clips.clipFor(corrected, question, controller.signal, (progress) => {
        if (!controller.signal.aborted) this.view = { kind: 'cutting', progress };
      });
      if (controller.signal.aborted) return;
      this.#url = URL.createObjectURL(new Blob([clip.bytes], { type: 'video/mp4' }));
      this.view = { kind: 'ready', url: this.#url, record: clip.record };
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
