import type { Clip, Clipper, ClipProgress, ClipSpec, SourceFile } from '../app/index.ts';
import { checkedClip } from './checked-clip.ts';
import { clipAccident, clipError } from './clip-errors.ts';
import { type AskedCut, SharedCuts, type Wanted } from './shared-cuts.ts';
import { SlotQueue } from './slot-queue.ts';
import { WebcodecsWorker } from './webcodecs-client.ts';
import type { ClipPair, Comparison, WebcodecsJob, WebcodecsOutcome } from './webcodecs-protocol.ts';

export interface WebcodecsClipperOptions {
  /** Workers at the same time. Default: one for each core, at most 4. */
  readonly instances?: number;
  /** A worker that says nothing for so long is taken for hung. Default: 30 000. */
  readonly silenceTimeoutMs?: number;
}

export interface WebcodecsCutOptions {
  /** As ffmpeg takes it, where it was asked. */
  readonly nominalFrameRate?: number | undefined;
  /** Whole frames from a key frame on are copied instead of encoded again. Default: no. */
  readonly mayCopy?: boolean;
}

interface WantedJob extends WebcodecsJob, Wanted {
  readonly blob: Blob;
}

/** Cuts with the browser's own decoder and encoder. */
export function createWebcodecsClipper(options: WebcodecsClipperOptions = {}): WebcodecsClipper {
  return new WebcodecsClipper(options);
}

export class WebcodecsClipper implements Clipper {
  readonly #workers: readonly WebcodecsWorker[];
  readonly #queue: SlotQueue<WebcodecsWorker>;
  readonly #comparing: WebcodecsWorker;
  readonly #ids = new WeakMap<Blob, number>();
  readonly #shared = new SharedCuts<WantedJob, WebcodecsOutcome>((asked) => this.#cutTogether(asked));
  #nextId = 1;

  constructor({ instances, silenceTimeoutMs = 30_000 }: WebcodecsClipperOptions = {}) {
    const count = instances ?? Math.max(1, Math.min(navigator.hardwareConcurrency, 4));
    this.#workers = Array.from({ length: count }, () => new WebcodecsWorker(silenceTimeoutMs));
    this.#queue = new SlotQueue(this.#workers);
    this.#comparing = new WebcodecsWorker(silenceTimeoutMs);
  }

  /** @throws {SonoscoreError} not retryable where this engine cannot cut the source at all */
  async cut(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
    options: WebcodecsCutOptions = {},
  ): Promise<Clip> {
    return (await this.cutAndRate(source, spec, signal, onProgress, options)).clip;
  }

  /** The clip, and the frame rate by which its window was counted: `nominalFrameRate`, or what was measured. */
  async cutAndRate(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
    { nominalFrameRate, mayCopy = false }: WebcodecsCutOptions = {},
  ): Promise<{ readonly clip: Clip; readonly frameRate: number }> {
    onProgress?.({ kind: 'cutting' });
    const { startSeconds, durationSeconds, roi } = spec;
    const job = { startSeconds, durationSeconds, roi, nominalFrameRate, mayCopy };
    const { blob } = source;
    const reply = await this.#shared.outcomeOf({ ...job, blob, sourceId: this.#idOf(blob) }, signal);
    if (reply.kind === 'refused')
      throw clipError(`The browser's own decoder cannot cut this source, since ${reply.message}: use ffmpeg.`);
    if (reply.kind !== 'cut') throw clipAccident('The browser’s decoder failed at this clip: try again.', reply);
    const { cut } = reply;
    const clip = await checkedClip(cut.bytes, {
      engine: 'webcodecs',
      engineVersion: `${cut.muxer}, ${browserName()}`,
      arguments: cut.settings,
      spec,
      facts: { pixelAspect: cut.pixelAspect, durationSeconds: cut.sourceSeconds },
      rect: cut.rect,
      notes: cut.notes,
    });
    return { clip, frameRate: cut.frameRate };
  }

  /** Loads what the first clip and its comparison take, while something else is waited for. */
  getReady(): void {
    for (const worker of [this.#workers[0], this.#comparing]) worker?.getReady();
  }

  /** By a worker of its own, so that no cut is waited for. */
  async compare(pair: ClipPair, signal: AbortSignal): Promise<Comparison> {
    const reply = await this.#comparing.ask({ kind: 'compare', ...pair }, signal);
    return reply.kind === 'compared' ? reply.comparison : { kind: 'different', how: 'they could not be compared' };
  }

  dispose(): void {
    for (const worker of [...this.#workers, this.#comparing]) worker.terminate();
  }

  async #cutTogether(asked: AskedCut<WantedJob, WebcodecsOutcome>): Promise<void> {
    const { sourceId, blob } = asked.wanted;
    const { signal } = asked.hold;
    const worker = await this.#queue.acquire(
      () => this.#shared.secondsWith(asked),
      signal,
      ({ lastSourceId }) => lastSourceId === sourceId,
    );
    try {
      // It came free in the very moment in which another worker took the cut along.
      if (signal.aborted) return;
      this.#shared.turnOf(asked);
      const party = [asked, ...this.#shared.companionsFor(asked)];
      // Only what can be sent to a worker.
      const jobs = party.map(({ wanted: { startSeconds, durationSeconds, roi, nominalFrameRate, mayCopy } }) => {
        return { startSeconds, durationSeconds, roi, nominalFrameRate, mayCopy };
      });
      const answer = await worker.ask({ kind: 'cut', sourceId, blob, jobs }, signal, ({ index, outcome }) =>
        party[index]?.settle(outcome),
      );
      const left = clipAccident('The browser’s decoder failed at this clip: try again.', answer);
      for (const one of party) if (!one.isOver) one.fail(left);
    } finally {
      this.#queue.release(worker);
    }
  }

  #idOf(blob: Blob): number {
    const id = this.#ids.get(blob) ?? this.#nextId++;
    this.#ids.set(blob, id);
    return id;
  }
}

/** Such as `Chrome/147.0.0.0`: whose decoder and encoder it was. */
function browserName(): string {
  const names = [...navigator.userAgent.matchAll(/\b(?:Edg|Firefox|HeadlessChrome|Chrome|Version)\/[\d.]+/g)];
  return names.find(([name]) => /^(?:Edg|Firefox)/.test(name))?.[0] ?? names[0]?.[0] ?? 'unknown browser';
}
