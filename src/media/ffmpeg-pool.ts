import type { ClipProgress } from '../app/index.ts';
import { abortError } from './clip-errors.ts';
import { FfmpegInstance, type InstanceOptions } from './ffmpeg-instance.ts';
import { untilAborted } from './race.ts';
import { SlotQueue } from './slot-queue.ts';

/** One instance traps ("memory access out of bounds") near its hundredth command; well before that it is replaced. */
const RUNS_PER_INSTANCE = 25;

export interface PoolOptions extends InstanceOptions {
  /** At most so many at a time; each is started when it is first needed. */
  readonly size: number;
}

export interface Turn {
  /** As the queue has it; of two that wait the heavier comes first. */
  readonly weight: () => number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: ClipProgress) => void) | undefined;
  /** It has an instance, which may still have to be started. */
  readonly onTurn?: () => void;
}

interface Slot {
  instance: FfmpegInstance | undefined;
}

/** Instances of ffmpeg.wasm, each given to one piece of work at a time. */
export class FfmpegPool {
  readonly #options: PoolOptions;
  readonly #all: readonly Slot[];
  readonly #queue: SlotQueue<Slot>;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#all = Array.from({ length: options.size }, () => ({ instance: undefined }));
    this.#queue = new SlotQueue(this.#all);
  }

  /**
   * Gives `work` an instance of its own. When `signal` aborts, the instance ends at once.
   * @throws {DOMException} AbortError when `signal` aborts
   */
  async use<T>(work: (instance: FfmpegInstance) => Promise<T>, turn: Turn): Promise<T> {
    const { weight, signal, onProgress } = turn;
    // Those that run already come first.
    const slot = await this.#queue.acquire(
      weight,
      signal,
      ({ instance }) => instance !== undefined && !instance.spoilt,
    );
    if (signal.aborted) {
      // In the very moment in which the instance came free, which is not to be ended for it.
      this.#release(slot);
      throw abortError();
    }
    turn.onTurn?.();
    try {
      return await untilAborted(this.#workIn(slot, work, signal, onProgress), signal, () => slot.instance?.terminate());
    } catch (error) {
      slot.instance?.terminate();
      throw signal.aborted ? abortError() : error;
    } finally {
      this.#release(slot);
    }
  }

  /** Ends every instance; the next piece of work starts a new one. */
  dispose(): void {
    for (const slot of this.#all) slot.instance?.terminate();
  }

  async #workIn<T>(
    slot: Slot,
    work: (instance: FfmpegInstance) => Promise<T>,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<T> {
    if (slot.instance === undefined || slot.instance.spoilt) {
      // Its address and digest come from the build, so that nothing else needs the build to be imported.
      const { loadFfmpegCore } = await import('./ffmpeg-core.ts');
      const core = await loadFfmpegCore(signal, (loadedBytes, totalBytes) =>
        onProgress?.({ kind: 'loading-engine', loadedBytes, totalBytes }),
      );
      const started = await FfmpegInstance.start(core, this.#options);
      if (signal.aborted) {
        started.terminate();
        throw abortError();
      }
      slot.instance = started;
    }
    onProgress?.({ kind: 'cutting' });
    return work(slot.instance);
  }

  #release(slot: Slot): void {
    if (slot.instance !== undefined && (slot.instance.spoilt || slot.instance.runs >= RUNS_PER_INSTANCE)) {
      slot.instance.terminate();
      slot.instance = undefined;
    }
    this.#queue.release(slot);
  }
}
