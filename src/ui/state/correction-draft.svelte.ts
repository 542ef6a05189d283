import type { Roi, Video } from '../../domain/benchmark/index.ts';
import { type Correction, correctionWords, type CropRect, type FrameSize } from '../../domain/clip/index.ts';
import { isAbort } from './errors.ts';
import { regionOf, roiOf } from './region.ts';
import { forget, type Seen } from './seen-videos.svelte.ts';
import type { VideosState } from './videos-state.svelte.ts';

/** A wait that lets somebody click five times before a frame is sought. */
const SETTLE_MS = 200;

/** A Correction while it is being made, with what the Video looks like by it. */
export class CorrectionDraft {
  readonly #videos: VideosState;
  readonly #video: Video;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  offsetSeconds = $state(0);
  /** As the Correction is to have it; undefined: as the benchmark has it. */
  roi = $state.raw<Roi | undefined>();
  name = $state('');
  /** Undefined: what is stored is what is shown. */
  preview = $state.raw<Seen | undefined>();
  waiting = $state(false);

  constructor(videos: VideosState, video: Video) {
    this.#videos = videos;
    this.#video = video;
    this.reset();
  }

  /** Back to what is kept. */
  reset(): void {
    const kept = this.#kept;
    this.offsetSeconds = kept?.offsetSeconds ?? 0;
    this.roi = kept?.roi;
    this.name = kept?.name ?? '';
    this.close();
  }

  get isChanged(): boolean {
    const kept = this.#kept;
    return (
      this.offsetSeconds !== (kept?.offsetSeconds ?? 0) ||
      JSON.stringify(this.roi) !== JSON.stringify(kept?.roi) ||
      (kept !== undefined && this.name.trim() !== kept.name)
    );
  }

  /** What is to be kept; undefined where it would change nothing. */
  get correction(): Correction | undefined {
    const { offsetSeconds, roi } = this;
    if (offsetSeconds === 0 && roi === undefined) return undefined;
    const bare = { videoKey: this.#video.key, name: '', offsetSeconds, ...(roi === undefined ? {} : { roi }) };
    const name = this.name.trim();
    return { ...bare, name: name === '' ? correctionWords(bare) : name };
  }

  /** The region as it is drawn. */
  region(frame: FrameSize): CropRect {
    return regionOf(this.roi ?? this.#video.roi, frame);
  }

  setRegion(region: CropRect, frame: FrameSize): void {
    this.roi = roiOf(region, frame, this.#video.roi?.unit ?? 'proportion');
  }

  /** @param seconds later, or earlier where it is below 0 */
  nudge(seconds: number): void {
    this.setOffset(this.offsetSeconds + seconds);
  }

  setOffset(seconds: number): void {
    if (!Number.isFinite(seconds)) return;
    // As engines read times: what is rounded coarser drifts over a few frames.
    this.offsetSeconds = Math.round(seconds * 1e6) / 1e6;
    this.#controller?.abort();
    clearTimeout(this.#timer);
    this.waiting = true;
    this.#timer = setTimeout(() => void this.#look(), SETTLE_MS);
  }

  /** Gives up what is under way. */
  close(): void {
    this.#controller?.abort();
    clearTimeout(this.#timer);
    forget(this.preview);
    this.preview = undefined;
    this.waiting = false;
  }

  get #kept(): Correction | undefined {
    return this.#videos.correctionOf(this.#video.key);
  }

  async #look(): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const seen = await this.#videos.seen.preview(this.#video, this.correction, controller.signal);
      if (controller.signal.aborted) {
        forget(seen);
        return;
      }
      forget(this.preview);
      this.preview = seen;
    } catch (error) {
      if (!isAbort(error)) this.preview = { kind: 'failed', message: 'These frames could not be read: try again.' };
    } finally {
      if (!controller.signal.aborted) this.waiting = false;
    }
  }
}
