export type { BenchmarkFile } from './input-files.ts';
export { DURATION_BINS, durationBin, keptQuestions, videoOf, windowSeconds, type DurationBin } from './lookups.ts';
export { parseBenchmark, type ParsedBenchmark } from './parse-benchmark.ts';
export { OPTION_LETTERS, printedKind, readPrintedChoice, withoutPrefix } from './printed-question.ts';
export { isPublished, PUBLISHED_DIGEST, PUBLISHED_NAME } from './published.ts';
export type * from './types.ts';
export { youtubeIdOf } from './youtube.ts';
