import type { Benchmarks, BenchmarkStore } from '../app/index.ts';
import { loadFiles } from './load-files.ts';
import { loadSample, type Fetch } from './load-sample.ts';
import { ZIP_LIMITS, type ZipLimits } from './read-zip.ts';

export interface BenchmarkSources {
  readonly fetch: Fetch;
  /** Address of this site's folder, such as `document.baseURI`: the sample lies in `sample/` below it. */
  readonly sampleBaseUrl: string;
  readonly store: BenchmarkStore;
  /** How much of a zip archive is unpacked at most. */
  readonly zipLimits?: ZipLimits;
}

/** Benchmarks from the built-in sample, from files and from this browser's store. */
export function createBenchmarks(sources: BenchmarkSources): Benchmarks {
  const { fetch, sampleBaseUrl, store, zipLimits = ZIP_LIMITS } = sources;
  return {
    loadSample: (signal) => loadSample(fetch, sampleBaseUrl, signal),
    loadFiles: (files, signal) => loadFiles(files, signal, zipLimits),
    keep: (benchmark) => store.keep(benchmark),
    kept: (digest) => store.kept(digest),
    listKept: () => store.listKept(),
  };
}
