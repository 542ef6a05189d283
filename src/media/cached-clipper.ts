import type { Clip, ClipCacheStore, Clipper, ClipProgress, ClipSpec, SourceFile } from '../app/index.ts';
import { abortError } from './clip-errors.ts';
import { clipKey } from './clip-key.ts';
import { fingerprintSource } from './fingerprint.ts';
import { SharedWork } from './shared-work.ts';

export interface CachedClipperOptions {
  readonly clipper: Clipper;
  readonly store: ClipCacheStore;
  /** What all kept clips may measure together. Default: 512 MB. */
  readonly maxBytes?: number;
  /** For tests. Default: Date.now. */
  readonly now?: () => number;
}

/**
 * Keeps clips by their content address; the longest unused goes first when room is short. Equal clips that are asked for at
 * the same time are cut once. A store that fails loses its clips, never the clip that was asked for.
 */
export function createCachedClipper(options: CachedClipperOptions): Clipper {
  return new CachedClipper(options);
}

class CachedClipper implements Clipper {
  readonly #clipper: Clipper;
  readonly #store: ClipCacheStore;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #shared = new SharedWork<Clip>();
  /** One change of the store at a time, so that two do not both make room for themselves. */
  #changes: Promise<void> = Promise.resolve();

  constructor({ clipper, store, maxBytes = 512 * 1024 * 1024, now = Date.now }: CachedClipperOptions) {
    this.#clipper = clipper;
    this.#store = store;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  async cut(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip> {
    const key = await clipKey(await fingerprintSource(source), spec, spec.settings);
    if (signal.aborted) throw abortError();
    return this.#shared.do(key, signal, async (sharedSignal) => {
      // The clip may be the one that is just being put away.
      await this.#changes;
      const kept = await this.#get(key);
      if (kept !== undefined) return kept;
      const clip = await this.#clipper.cut(source, spec, sharedSignal, onProgress);
      this.#changes = this.#changes.then(() => this.#put(key, clip));
      return clip;
    });
  }

  dispose(): void {
    this.#clipper.dispose();
  }

  async #get(key: string): Promise<Clip | undefined> {
    try {
      const kept = await this.#store.get(key);
      if (kept !== undefined) await this.#store.touch(key, this.#now());
      return kept;
    } catch {
      return undefined;
    }
  }

  async #put(key: string, clip: Clip): Promise<void> {
    try {
      if (clip.bytes.length > this.#maxBytes) return;
      const kept = [...(await this.#store.list())].sort((a, b) => a.usedAtMs - b.usedAtMs);
      let total = kept.reduce((sum, { byteCount }) => sum + byteCount, clip.bytes.length);
      for (const entry of kept) {
        if (total <= this.#maxBytes) break;
        await this.#store.delete(entry.key);
        total -= entry.byteCount;
      }
      await this.#store.put(key, clip, this.#now());
    } catch {
      // The browser's quota is used up, which would hurt the runs: they are worth more than clips that can be cut anew.
      await this.#store.clear().catch(() => {});
    }
  }
}
