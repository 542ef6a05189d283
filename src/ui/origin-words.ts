import type { BenchmarkOrigin } from '../domain/benchmark/index.ts';

/** Where a Benchmark came from, as the end of a sentence. */
export function originWords(from: BenchmarkOrigin): string {
  switch (from.kind) {
    case 'sample':
      return 'comes with this page';
    case 'folder':
      return `from the folder “${from.name}”`;
    case 'zip':
      return `from “${from.name}”`;
    case 'files':
      return 'from files';
    case 'repository':
      return `from ${from.repository} at ${from.commit.slice(0, 7)}`;
  }
}
