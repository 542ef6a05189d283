import type { FileEntry } from '@zip.js/zip.js';

import type { PickedFile } from '../app/index.ts';
import type { Problem } from '../domain/benchmark/index.ts';
import { fileKind, isInside } from './file-kinds.ts';
import { storedPart, unpack } from './unpack.ts';

/** How much of an archive is unpacked at most. What is stored without compression is read in place and costs nothing. */
export interface ZipLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
  readonly textBytes: number;
  /** Unpacked to packed size; deflate itself ends near 1030. Only entries of more than 1 MB are held to it. */
  readonly ratio: number;
}

export const ZIP_LIMITS: ZipLimits = { entries: 10_000, unpackedBytes: 2e9, textBytes: 50e6, ratio: 200 };

const RATIO_FROM_BYTES = 1e6;

interface ZipContent {
  /** JSON files, the authors' prompt files and videos; paths begin with the archive's own. */
  readonly files: readonly PickedFile[];
  readonly problems: readonly Problem[];
}

/**
 * Reads what a benchmark may use out of a zip archive. What is wrong with it is a Problem; the rest of it is used.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function readZip(archive: PickedFile, signal: AbortSignal, limits: ZipLimits): Promise<ZipContent> {
  const { ZipReader, BlobReader } = await import('@zip.js/zip.js/lib/zip-core-native.js');
  const broken = (message: string): ZipContent => ({ files: [], problems: [{ file: archive.path, message }] });
  const head = new Uint8Array(await archive.blob.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x50 || head[1] !== 0x4b) return broken('No zip archive: the file begins otherwise.');
  const reader = new ZipReader(new BlobReader(archive.blob), {
    useWebWorkers: false,
    filenameValidation: 'tolerant',
    checkCrc32: true,
    signal,
  });
  const problems = new ZipProblems(archive.path);
  const entries: FileEntry[] = [];
  try {
    let count = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      signal.throwIfAborted();
      count += 1;
      if (count > limits.entries)
        return broken(`The archive has more than ${limits.entries} entries: unpack it and choose the folder.`);
      if (!entry.directory) entries.push(entry);
    }
  } catch {
    signal.throwIfAborted();
    return broken('The archive is cut short or damaged: download or copy it again.');
  }

  const files: PickedFile[] = [];
  let unpackedBytes = 0;
  for (const entry of entries) {
    signal.throwIfAborted();
    const name = entry.filename;
    const kind = fileKind(name);
    if (kind === undefined) continue;
    if (kind === 'archive') problems.add('nested', name);
    else if (!isInside(name)) problems.add('outside', name);
    else if (entry.encrypted) problems.add('encrypted', name);
    else {
      const path = `${archive.path}/${name}`;
      const stored = kind === 'video' ? await storedPart(archive.blob, entry) : undefined;
      if (stored !== undefined) {
        files.push({ path, blob: stored });
        continue;
      }
      const size = entry.uncompressedSize;
      const swells = size > RATIO_FROM_BYTES && size > entry.compressedSize * limits.ratio;
      unpackedBytes += size;
      if (swells) problems.add('swells', name);
      else if (kind === 'text' && size > limits.textBytes) problems.add('large', name);
      else if (unpackedBytes > limits.unpackedBytes) problems.add('large', name);
      else {
        const blob = await unpack(entry, signal);
        if (blob === undefined) problems.add('damaged', name);
        else files.push({ path, blob });
      }
    }
  }
  await reader.close();
  return { files, problems: problems.list() };
}

type Fault = 'nested' | 'outside' | 'encrypted' | 'swells' | 'large' | 'damaged';

const FAULTS: Readonly<Record<Fault, string>> = {
  nested: 'is an archive within the archive: unpack it first',
  outside: 'points outside the archive and is left out',
  encrypted: 'is protected by a password: unpack the archive and choose the folder',
  swells: 'swells to many times its packed size and is left out, for it may be meant to fill the memory',
  large: 'is too much to unpack here: unpack the archive and choose the folder',
  damaged: 'is cut short or damaged: download or copy the archive again',
};

/** One Problem for each kind of fault, however many entries have it. */
class ZipProblems {
  readonly #archive: string;
  readonly #names = new Map<Fault, string[]>();

  constructor(archive: string) {
    this.#archive = archive;
  }

  add(fault: Fault, name: string): void {
    const names = this.#names.get(fault);
    if (names === undefined) this.#names.set(fault, [name]);
    else names.push(name);
  }

  list(): readonly Problem[] {
    return [...this.#names].map(([fault, names]) => {
      const others = names.length === 1 ? '' : ` (and ${names.length - 1} more like it)`;
      return { file: this.#archive, message: `"${names[0] ?? ''}"${others} ${FAULTS[fault]}.` };
    });
  }
}
