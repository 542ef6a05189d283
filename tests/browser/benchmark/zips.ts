import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';

import type { PickedFile } from '../../../src/app/index.ts';
import { smallBenchmark } from '../../unit/benchmark/small-benchmark.ts';

interface ZipEntry {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Stored as it is, as most programs store videos. */
  readonly stored?: boolean;
  readonly password?: string;
}

/** A zip archive, made by the same library in its other direction. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
  for (const { path, content, stored = false, password } of entries) {
    const reader = typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
    await writer.add(path, reader, { level: stored ? 0 : 6, ...(password === undefined ? {} : { password }) });
  }
  return writer.close();
}

/** The files of a small benchmark as entries, below a folder as a repository's archive has it. */
export function benchmarkEntries(folder = 'repository-main/'): readonly ZipEntry[] {
  return smallBenchmark().map(({ path, text }) => ({ path: folder + path, content: text }));
}

export function picked(path: string, blob: Blob): PickedFile {
  return { path, blob };
}
