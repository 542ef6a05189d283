export { createBenchmarks } from './create-benchmarks.ts';
export { createRepository } from './create-repository.ts';
export { readPickedTexts } from './read-picked-texts.ts';
export type { ZipLimits } from './read-zip.ts';
