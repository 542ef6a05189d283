export { createBenchmarks, type BenchmarkSources } from './create-benchmarks.ts';
export type { ZipLimits } from './read-zip.ts';
