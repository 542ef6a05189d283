import type { Benchmarks, BenchmarkStore } from '../app/index.ts';
import { loadFiles } from './load-files.ts';
import { loadSample, type Fetch } from './load-sample.ts';
import type { CodeHosts } from './repository/index.ts';
import { ZIP_LIMITS, type ZipLimits } from './read-zip.ts';

export interface BenchmarkSources {
  readonly fetch: Fetch;
  /** Address of this site's folder, such as `document.baseURI`: the sample lies in `sample/` below it. */
  readonly sampleBaseUrl: string;
  readonly store: BenchmarkStore;
  /** How much of a zip archive is unpacked at most. */
  readonly zipLimits?: ZipLimits;
  /** Where public repositories are listed and read. Default: jsDelivr, and GitHub before it. */
  readonly codeHosts?: CodeHosts;
}

/** Benchmarks from the built-in sample, from files and from this browser's store. */
export function createBenchmarks(sources: BenchmarkSources): Benchmarks {
  const { fetch, sampleBaseUrl, store, zipLimits = ZIP_LIMITS } = sources;
  return {
    loadSample: (signal) => loadSample(fetch, sampleBaseUrl, signal),
    loadFiles: (files, signal) => loadFiles(files, signal, zipLimits),
    // Wanted by few, so it comes with its first use.
    loadAddress: async (address, signal, onProgress) => {
      const { loadAddress } = await import('./repository/index.ts');
      return loadAddress(address, { fetch, zipLimits, hosts: sources.codeHosts }, signal, onProgress);
    },
    keep: async (benchmark) => {
      const referencePrompts = benchmark.referencePrompts ?? (await store.kept(benchmark.digest))?.referencePrompts;
      await store.keep({ ...benchmark, referencePrompts });
    },
    kept: (digest) => store.kept(digest),
    listKept: () => store.listKept(),
    forget: (digest) => store.forget(digest),
  };
}
