import type { FetchProgress } from '../../app/index.ts';
import { fetchFile, type FetchPorts } from './fetch-file.ts';
import type { ListedFile } from './manifest.ts';

const AT_ONCE = 6;

export interface FetchedText {
  readonly path: string;
  readonly text: string;
}

export interface FetchedTexts {
  readonly texts: readonly FetchedText[];
  /** Paths of files that are not as recorded on any mirror. */
  readonly changed: readonly string[];
}

/** Fetches lists of files, six at a time. What has come is kept, so that a second try goes on where the first ended. */
export class FileFetcher {
  readonly #ports: FetchPorts;
  readonly #held: Map<string, { readonly text: string; readonly isChanged: boolean }>;

  /** @param held from an earlier try, by path */
  constructor(ports: FetchPorts, held: HeldFiles) {
    this.#ports = ports;
    this.#held = held;
  }

  /**
   * @throws {SonoscoreError} of the first file that no mirror gives; the others are then not asked for
   * @throws {DOMException} AbortError when `signal` aborts
   */
  async fetch(
    files: readonly ListedFile[],
    signal: AbortSignal,
    onProgress: (progress: FetchProgress) => void,
  ): Promise<FetchedTexts> {
    const missing = files.filter(({ sha256 }) => !this.#held.has(sha256));
    const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let bytes = totalBytes - missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let count = files.length - missing.length;
    const tell = () => onProgress({ files: count, totalFiles: files.length, bytes, totalBytes });
    tell();
    const giveUp = new AbortController();
    const both = AbortSignal.any([signal, giveUp.signal]);
    const decoder = new TextDecoder();
    const queue = missing[Symbol.iterator]();
    const work = async () => {
      for (const file of queue) {
        const fetched = await fetchFile(file, this.#ports, both);
        this.#held.set(file.sha256, { text: decoder.decode(fetched.bytes), isChanged: fetched.kind === 'changed' });
        bytes += file.sizeBytes;
        count += 1;
        tell();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } catch (error) {
      giveUp.abort();
      signal.throwIfAborted();
      throw error;
    }
    const texts: FetchedText[] = [];
    const changed: string[] = [];
    for (const { path, sha256 } of files) {
      const held = this.#held.get(sha256);
      if (held === undefined) continue;
      texts.push({ path, text: held.text });
      if (held.isChanged) changed.push(path);
    }
    return { texts, changed };
  }
}

/** Texts by the digest that their file should have. */
export type HeldFiles = Map<string, { readonly text: string; readonly isChanged: boolean }>;
