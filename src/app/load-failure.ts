import type { LoadResult } from './services.ts';

/** Why files gave no Benchmark, in one sentence; what is wrong with each is in the Problems. */
export function loadFailure({ unusableCount = 0 }: LoadResult): string {
  if (unusableCount === 0) return 'No benchmark was found in these files.';
  const none = unusableCount === 1 ? 'its only question cannot' : `none of its ${unusableCount} questions can`;
  return `These files hold a benchmark, but ${none} be used.`;
}
