import type { Benchmark, BenchmarkOrigin } from '../../domain/benchmark/index.ts';
import type { Correction } from '../../domain/clip/index.ts';

/** A Benchmark that this browser keeps. */
export interface KeptBenchmark {
  readonly digest: string;
  readonly name: string;
  readonly origin: BenchmarkOrigin;
  /** How many of its questions are scored. */
  readonly keptQuestions: number;
}

/** Benchmarks that this browser keeps, by digest. */
export interface BenchmarkStore {
  keep(benchmark: Benchmark): Promise<void>;
  kept(digest: string): Promise<Benchmark | undefined>;
  /** Newest first. */
  listKept(): Promise<readonly KeptBenchmark[]>;
  forget(digest: string): Promise<void>;
}

/** Corrections of a Benchmark's Videos, by its digest. */
export interface CorrectionStore {
  corrections(digest: string): Promise<readonly Correction[]>;
  /** Puts the whole list in place of the one before. */
  keepCorrections(digest: string, corrections: readonly Correction[]): Promise<void>;
}

/** Where source videos are to be found again after a reload. */
export type SourcePlace =
  /** A folder that somebody has opened for this site; the browser asks again before it is read. */
  | { readonly kind: 'folder'; readonly id: string; readonly name: string; readonly handle: FileSystemDirectoryHandle }
  /** A copy of a file in this browser's own storage, under its id. */
  | { readonly kind: 'copy'; readonly id: string; readonly path: string; readonly byteCount: number }
  /** An address that holds no secret. */
  | {
      readonly kind: 'address';
      readonly id: string;
      readonly digest: string;
      readonly sourceKey: string;
      readonly url: string;
    }
  /** What somebody said that a file is. */
  | {
      readonly kind: 'by-hand';
      readonly id: string;
      readonly path: string;
      readonly byteCount: number;
      readonly sourceKey: string;
      /** Where the file holds this Video only. */
      readonly videoKey: string | undefined;
    };

export interface SourcePlaceStore {
  list(): Promise<readonly SourcePlace[]>;
  put(place: SourcePlace): Promise<void>;
  delete(id: string): Promise<void>;
}
