import type { Benchmark, Problem, ReferencePrompts } from '../../domain/benchmark/index.ts';
import type { KeptBenchmark } from '../ports.ts';
import type { PickedFile } from './source-services.ts';

/** What came of loading: what could be read, and everything that was wrong with the rest. */
export interface LoadResult {
  readonly benchmark: Benchmark | undefined;
  readonly problems: readonly Problem[];
  /** Where questions were found and not one of them can be used: how many. */
  readonly unusableCount?: number | undefined;
  /** Video files found beside the questions, to be attached. */
  readonly videoFiles: readonly PickedFile[];
  /** The authors' prompts, where all three of their files lay there unchanged; the benchmark holds them too. */
  readonly referencePrompts?: ReferencePrompts | undefined;
}

/** Where benchmarks come from, and the ones that this browser keeps. */
export interface Benchmarks {
  loadSample(signal: AbortSignal): Promise<LoadResult>;
  /** JSON files, a folder's files or zip archives, in any mixture. */
  loadFiles(files: readonly PickedFile[], signal: AbortSignal): Promise<LoadResult>;
  /**
   * A zip archive at an address, or a public repository as `owner/name@commit`.
   * @throws {SonoscoreError} what is wrong with the address or its server
   */
  loadAddress(address: string, signal: AbortSignal, onProgress: (progress: FetchProgress) => void): Promise<LoadResult>;
  /** Keeps it in this browser, so that a reload finds it: as the newest, and with the prompts that it was kept with before. */
  keep(benchmark: Benchmark): Promise<void>;
  kept(digest: string): Promise<Benchmark | undefined>;
  /** Newest first. */
  listKept(): Promise<readonly KeptBenchmark[]>;
  /** Keeps it no longer; runs over it stay. */
  forget(digest: string): Promise<void>;
}

/** How the public repository is to be read. */
export interface RepositoryOrder {
  /** Addresses below which its files lie, the first to be asked first. */
  readonly mirrors: readonly string[];
  /** True: the reader has said that files which are not as recorded are to be used. */
  readonly acceptChanged?: boolean;
}

export interface FetchProgress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

/** `changed`: these files are not as recorded for the commit, on any mirror, and nothing was used. */
export type RepositoryLoad<T> =
  { readonly kind: 'loaded'; readonly value: T } | { readonly kind: 'changed'; readonly files: readonly string[] };

/**
 * ReXSonoVQA where its authors publish it. Every call fetches several files at a time, each from whichever mirror has it, and
 * goes on where an earlier one ended; it throws SonoscoreError for the first file that no mirror gives.
 */
export interface PublicRepository {
  readonly name: string;
  /** `owner/name` */
  readonly repository: string;
  readonly commit: string;
  /** The Benchmark's, when all is as recorded. */
  readonly digest: string;
  /** For a person to look at. */
  readonly pageUrl: string;
  /** Where it is read from unless a reader says otherwise. */
  readonly mirrors: readonly string[];
  /** Models whose scored results lie there. */
  readonly publishedModels: readonly { readonly id: string; readonly label: string }[];
  /** Questions and metadata. */
  loadQuestions(
    order: RepositoryOrder,
    signal: AbortSignal,
    onProgress: (progress: FetchProgress) => void,
  ): Promise<RepositoryLoad<LoadResult>>;
  /** The Benchmark with the authors' prompts; these are never used where they are not as recorded. */
  addPrompts(benchmark: Benchmark, order: RepositoryOrder, signal: AbortSignal): Promise<RepositoryLoad<Benchmark>>;
  /** Files for `RunExchange.import`. */
  loadResults(
    model: string,
    order: RepositoryOrder,
    signal: AbortSignal,
    onProgress: (progress: FetchProgress) => void,
  ): Promise<RepositoryLoad<readonly PickedFile[]>>;
}
