import { sameJson, type MetadataFile, type QuestionFile } from './input-files.ts';
import { videoProblem } from './problems.ts';
import { readVideo } from './read-video.ts';
import type { Problem, SourceLocation, Video } from './types.ts';

interface Found {
  readonly video: Video;
  readonly location: SourceLocation;
}

/** Upstream renamed one questions file and left its Video's key with this at the end. */
const ALIAS_ENDING = '_CC';

/** Finds the Video of a questions file in the metadata, and says once of each what is wrong with it. */
export class VideoListing {
  readonly #entries = new Map<string, { readonly path: string; readonly entry: unknown }>();
  readonly #problems: Problem[];
  readonly #read = new Map<string, Found | undefined>();

  constructor(files: readonly MetadataFile[], problems: Problem[]) {
    this.#problems = problems;
    for (const { path, entries } of files) {
      for (const [key, entry] of entries) {
        const earlier = this.#entries.get(key);
        if (earlier === undefined) this.#entries.set(key, { path, entry });
        else if (!sameJson(earlier.entry, entry)) {
          const message = `The Video "${key}" is described otherwise in ${earlier.path}; that one is used.`;
          problems.push({ file: path, message });
        }
      }
    }
  }

  /** The Video that `file` asks about, or undefined where the metadata has no usable entry. */
  videoFor(file: QuestionFile): Found | undefined {
    const key = file.videoKey;
    const found = this.#entries.get(key) ?? this.#entries.get(key + ALIAS_ENDING);
    if (found === undefined) {
      const message = `The metadata has no entry "${key}"; the questions of this file are left out.`;
      this.#problems.push({ file: file.path, message });
      return undefined;
    }
    if (this.#read.has(key)) return this.#read.get(key);
    const read = readVideo(key, found.entry);
    if (read.kind === 'wrong') this.#problems.push(...read.faults.map((fault) => videoProblem(found.path, key, fault)));
    const usable = read.kind === 'read' ? read : undefined;
    this.#read.set(key, usable);
    return usable;
  }
}
