import type { BenchmarkStore, ClipCacheStore, RunStore, StorageKeeping } from '../app/index.ts';

/** What the browser says of the site's storage, with what the stores hold. */
export function createStorageKeeping(stores: {
  readonly runs: RunStore;
  readonly clips: ClipCacheStore;
  readonly benchmarks: BenchmarkStore;
}): StorageKeeping {
  return {
    async facts() {
      const [estimate, isPersistent, clips, runs, benchmarks] = await Promise.all([
        navigator.storage.estimate(),
        navigator.storage.persisted(),
        stores.clips.list(),
        stores.runs.listRuns(),
        stores.benchmarks.listKept(),
      ]);
      return {
        usedBytes: estimate.usage,
        quotaBytes: estimate.quota,
        isPersistent,
        clipBytes: clips.reduce((sum, { byteCount }) => sum + byteCount, 0),
        clipCount: clips.length,
        runCount: runs.length,
        benchmarkCount: benchmarks.length,
      };
    },
    persist: () => navigator.storage.persist(),
    clearClips: () => stores.clips.clear(),
  };
}
