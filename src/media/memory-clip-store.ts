import type { Clip, ClipCacheStore } from '../app/index.ts';

/** Keeps clips for this visit only. */
export function createMemoryClipStore(): ClipCacheStore {
  const kept = new Map<string, { readonly clip: Clip; usedAtMs: number }>();
  return {
    get: async (key) => kept.get(key)?.clip,
    put: async (key, clip, usedAtMs) => {
      kept.set(key, { clip, usedAtMs });
    },
    touch: async (key, usedAtMs) => {
      const entry = kept.get(key);
      if (entry !== undefined) entry.usedAtMs = usedAtMs;
    },
    delete: async (key) => {
      kept.delete(key);
    },
    clear: async () => kept.clear(),
    list: async () =>
      Array.from(kept, ([key, { clip, usedAtMs }]) => ({ key, byteCount: clip.bytes.length, usedAtMs })),
  };
}
