import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { SharedResult } from '../../domain/permalink/index.ts';
import type { Run } from '../../domain/run/index.ts';
import type { PickedFile } from './source-services.ts';

/** The forms in which a Run leaves the page: whole, as a table, as numbers, or as the authors' scripts write it. */
export type ExportFormat = 'run-file' | 'csv' | 'report' | 'upstream';

/** Runs in and out of files. No form holds a key. */
export interface RunExchange {
  /** @throws {SonoscoreError} where the Run is not in this browser, or the format needs the Benchmark and it is not at hand */
  export(
    runId: string,
    benchmark: Benchmark | undefined,
    format: ExportFormat,
  ): Promise<{ readonly name: string; readonly blob: Blob }>;
  /** The Audit of a Run with its numbers. @throws {SonoscoreError} where there is none, or the Benchmark is not at hand */
  exportAudit(
    runId: string,
    benchmark: Benchmark | undefined,
    format: 'json' | 'csv',
  ): Promise<{ readonly name: string; readonly blob: Blob }>;
  /** Run files, and results as the authors' scripts write them (these need the Benchmark); as files, folders or zip archives. */
  import(
    files: readonly PickedFile[],
    benchmark: Benchmark | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly runs: readonly Run[]; readonly problems: readonly Problem[] }>;
}

/** Files at addresses that a reader names. */
export interface RemoteFiles {
  /**
   * @param url https, or http on this computer
   * @throws {SonoscoreError} where it cannot be fetched or is too large
   * @throws {DOMException} AbortError when `signal` aborts
   */
  fetch(
    url: string,
    signal: AbortSignal,
    onProgress: (progress: { readonly bytes: number; readonly totalBytes: number | undefined }) => void,
  ): Promise<PickedFile>;
}

/** What came of reading a link: a whole result, or which fault it has, with one sentence. */
export type PermalinkReading =
  | { readonly kind: 'result'; readonly result: SharedResult }
  | {
      /** `senseless`: as it was made, but by something other than Sonoscore. */
      readonly kind: 'cut' | 'altered' | 'newer' | 'senseless';
      readonly message: string;
    };

/** Whole results as text for an address. None holds a key, a reply, or an address that opens a door. */
export interface Permalinks {
  /**
   * What stands after `#/r/` in a link to up to `MOST_RUNS` Runs over one Benchmark.
   * @throws {SonoscoreError} where a Run is not in this browser or of another Benchmark, or holds what no link may hold
   */
  write(runIds: readonly string[], benchmark: Benchmark): Promise<string>;
  read(payload: string): Promise<PermalinkReading>;
}
