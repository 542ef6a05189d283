import type { AttachReport, PickedFile, SourceFile, SourceLibrary, SourceVideos } from '../app/index.ts';
import type { Benchmark, Problem, SourceVideo } from '../domain/benchmark/index.ts';
import { type Certainty, type FileMatch, matchFile } from '../domain/clip/index.ts';
import { abortError } from './clip-errors.ts';
import { isFileError, lookIntoFile } from './look-into-file.ts';
import { openRemoteSource } from './remote-clipper.ts';
import { type Fetch, SampleVideos } from './sample-videos.ts';

export interface SourceLibraryOptions {
  readonly fetch: Fetch;
  /** Where the sample's files lie, with a slash at the end; undefined where there is no sample. */
  readonly sampleBaseUrl: string | undefined;
}

interface Attached {
  readonly file: PickedFile;
  readonly offsetSeconds: number;
  readonly certainty: Certainty | 'by-hand';
}

type Matched = Exclude<FileMatch, { readonly kind: 'none' }>;

const RANKS = { likely: 0, certain: 1, 'by-hand': 2 } as const;

/** The source videos at hand: files that somebody attached, and the sample's own. */
export function createSourceLibrary(options: SourceLibraryOptions): SourceLibrary & SourceVideos {
  return new MediaLibrary(options);
}

class MediaLibrary implements SourceLibrary, SourceVideos {
  /** By source key: files that hold the whole source video. */
  readonly #whole = new Map<string, Attached>();
  /** By source key and Video key: files that hold one Video only. */
  readonly #parts = new Map<string, Map<string, Attached>>();
  readonly #sample: SampleVideos;
  readonly #fetch: Fetch;
  /** Sources that the benchmark names by an address, once they were asked for. */
  readonly #remote = new Map<string, SourceFile>();

  constructor({ fetch, sampleBaseUrl }: SourceLibraryOptions) {
    this.#fetch = fetch;
    this.#sample = new SampleVideos(fetch, sampleBaseUrl);
  }

  async attach(benchmark: Benchmark, files: readonly PickedFile[], signal: AbortSignal): Promise<AttachReport> {
    const matched: { file: string; sourceKey: string; offsetSeconds: number }[] = [];
    const unmatched: PickedFile[] = [];
    const problems: Problem[] = [];
    for (const file of files) {
      if (signal.aborted) throw abortError();
      const problem = await this.#problemWith(file);
      if (problem !== undefined) {
        problems.push(problem);
        continue;
      }
      const match = matchFile(file.path, benchmark);
      if (match.kind === 'none') {
        unmatched.push(file);
        continue;
      }
      const sourceKey = match.kind === 'source' ? match.source.key : match.video.sourceKey;
      const offsetSeconds = match.kind === 'source' ? 0 : match.video.startSeconds;
      const { kept, problem: clash } = this.#keep(match, { file, offsetSeconds, certainty: match.certainty });
      if (kept) matched.push({ file: file.path, sourceKey, offsetSeconds });
      if (clash !== undefined) problems.push(clash);
    }
    return { matched, unmatched, problems };
  }

  async attachTo(source: SourceVideo, file: PickedFile, signal: AbortSignal): Promise<readonly Problem[]> {
    const problem = await this.#problemWith(file);
    if (signal.aborted) throw abortError();
    if (problem !== undefined) return [problem];
    this.#whole.set(source.key, { file, offsetSeconds: 0, certainty: 'by-hand' });
    return [];
  }

  available(benchmark: Benchmark): ReadonlySet<string> {
    const isSample = benchmark.origin.kind === 'sample';
    return new Set(
      benchmark.sourceVideos
        .filter(
          ({ key, location }) =>
            this.#whole.has(key) ||
            this.#parts.has(key) ||
            (location.kind === 'file' && (isSample || isAddress(location.path))),
        )
        .map(({ key }) => key),
    );
  }

  async find(sourceKey: string, videoKey: string, signal: AbortSignal): Promise<SourceFile | undefined> {
    const attached = this.#whole.get(sourceKey) ?? this.#parts.get(sourceKey)?.get(videoKey);
    if (attached !== undefined) {
      return { name: attached.file.path, blob: attached.file.blob, offsetSeconds: attached.offsetSeconds };
    }
    if (isAddress(sourceKey)) {
      const remote = this.#remote.get(sourceKey) ?? (await openRemoteSource(sourceKey, this.#fetch, signal));
      this.#remote.set(sourceKey, remote);
      return remote;
    }
    const blob = await this.#sample.find(sourceKey, signal);
    return blob === undefined ? undefined : { name: sourceKey, blob, offsetSeconds: 0 };
  }

  async #problemWith(file: PickedFile): Promise<Problem | undefined> {
    try {
      const look = await lookIntoFile(file.blob);
      if (look.kind !== 'no-video') return undefined;
      return {
        file: file.path,
        message: `The file has no video stream (it is ${look.what}): attach the file that holds the picture.`,
      };
    } catch (error) {
      if (!isFileError(error)) throw error;
      return {
        file: file.path,
        message: 'The file cannot be read any more: check that it is still where it was, then attach it again.',
      };
    }
  }

  /** Of two files for the same, the better match stays, or else the larger. */
  #keep(match: Matched, fresh: Attached): { readonly kept: boolean; readonly problem: Problem | undefined } {
    const [slots, key] =
      match.kind === 'source'
        ? [this.#whole, match.source.key]
        : [this.#partsOf(match.video.sourceKey), match.video.key];
    const held = slots.get(key);
    const isSame =
      held === undefined || (held.file.path === fresh.file.path && held.file.blob.size === fresh.file.blob.size);
    if (isSame) {
      slots.set(key, fresh);
      return { kept: true, problem: undefined };
    }
    const rank = RANKS[fresh.certainty] - RANKS[held.certainty];
    const better = rank > 0 || (rank === 0 && fresh.file.blob.size > held.file.blob.size);
    const [winner, loser] = better ? [fresh, held] : [held, fresh];
    slots.set(key, winner);
    const why = rank === 0 ? 'it is the larger file' : 'its name fits better';
    return {
      kept: better,
      problem: {
        file: loser.file.path,
        message: `Two files fit “${key}”: “${winner.file.path}” is used, since ${why}. To use the other one, attach it by hand.`,
      },
    };
  }

  #partsOf(sourceKey: string): Map<string, Attached> {
    const parts = this.#parts.get(sourceKey) ?? new Map<string, Attached>();
    this.#parts.set(sourceKey, parts);
    return parts;
  }
}

function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}
