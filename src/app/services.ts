import type { Benchmark, Problem, Question, ReferencePrompts } from '../domain/benchmark/index.ts';
import type { NewPeopleRun } from '../domain/classroom/index.ts';
import type { ClassNetwork } from './class-network.ts';
import type { SharedResult } from '../domain/permalink/index.ts';
import type {
  Attempt,
  CallFailure,
  JudgeChoice,
  ModelChoice,
  ModelReply,
  Run,
  RunConfig,
} from '../domain/run/index.ts';
import type { Price } from './cost.ts';
import type { RunForecast } from './forecast.ts';
import type { DoctorReport, Finding } from './doctor/index.ts';
import type {
  AuditStore,
  ClassroomStore,
  Clip,
  ClipProgress,
  CorrectionStore,
  Credentials,
  KeptBenchmark,
  PersonalChange,
  UnreadableRuns,
} from './ports.ts';
import type { PickedFile, SourceDesk, SourceLibrary, VideoLooks } from './source-services.ts';

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

/** What a page hears of a Run that goes on. */
export interface RunProgress {
  readonly run: Run;
  /** Attempts that changed since the last call; all of them at the first. */
  readonly changed: readonly Attempt[];
  /** Attempts that the browser's storage has not taken, so that they are in this page only. Absent where another tab works. */
  readonly unsavedCount?: number;
}

/** What a Run is given and never stored. */
export interface RunSecrets {
  readonly key: string | undefined;
  /** Absent where nobody judges, or the judge needs none. */
  readonly judgeKey?: string | undefined;
}

/** A cap on what a Run may cost, its judge and its earlier sittings included. */
export interface Budget {
  readonly price: Price;
  /** What the judge's tokens cost. Absent: nobody judges, or the model itself does. */
  readonly judgePrice?: Price | undefined;
  readonly capUsd: number;
  /** Present: the cap holds over all Runs of this Run's queue together. Absent: over this Run alone. */
  readonly queue?: {
    /** What its Runs have cost so far, calls that may have been billed without an answer included, by their ids, for those that are not at work in this page. */
    readonly paidUsd: Readonly<Record<string, number>>;
  };
}

/** One Run of a queue that is to be started. */
export interface QueuedRun {
  readonly config: RunConfig;
  readonly secrets: RunSecrets;
  readonly budget: Budget | undefined;
}

/** What a batch service made of one call. */
export interface BatchAnswer {
  readonly questionId: string;
  readonly epoch: number;
  readonly result:
    | { readonly kind: 'reply'; readonly reply: ModelReply }
    | { readonly kind: 'failure'; readonly failure: CallFailure };
}

/** Runs whose calls leave as one file and come back as another, for what outgrows a browser. Always as chat completions. */
export interface Batches {
  /** About how large the file will be; clips are cut only when it is written. */
  size(config: RunConfig, benchmark: Benchmark): Promise<{ readonly lineCount: number; readonly bytes: number }>;
  /**
   * Writes the file and stores the Run that its output will be imported into.
   * @throws {SonoscoreError} where nothing can be written
   * @throws {DOMException} AbortError when `signal` aborts; then nothing is stored
   */
  write(
    config: RunConfig,
    benchmark: Benchmark,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<{
    readonly run: Run;
    readonly name: string;
    readonly blob: Blob;
    readonly lineCount: number;
    readonly problems: readonly Problem[];
  }>;
}

/** Starts, cancels and reads Runs. Work goes on while pages come and go. */
export interface Runs {
  /** Stores the Run and its queued Attempts, then goes to work. Resolves once it is stored. */
  start(config: RunConfig, benchmark: Benchmark, secrets: RunSecrets, budget?: Budget): Promise<Run>;
  /**
   * Starts Runs of several models over one Benchmark as a queue: all are stored before any begins. Those that ask different
   * endpoints go on at once, those that ask the same one after another, also when they are gone on with later.
   */
  startQueue(queued: readonly QueuedRun[], benchmark: Benchmark): Promise<readonly Run[]>;
  /**
   * Goes on with what has no stored reply, failures included; what has one is scored again without a call.
   * @throws {SonoscoreError} where another tab works on it
   */
  resume(runId: string, benchmark: Benchmark, secrets: RunSecrets, budget?: Budget): Promise<void>;
  /**
   * Scores every stored reply anew, without a call; verdicts stay as they are.
   * @returns how many outcomes are other than before
   */
  rescore(runId: string, benchmark: Benchmark): Promise<number>;
  /**
   * Judges in the Run itself the free answers that no judge has scored, and asks the model nothing: for answers that came from
   * elsewhere. Resolves once it goes to work.
   * @throws {SonoscoreError} where another judge has scored some of them
   */
  judge(runId: string, benchmark: Benchmark, judge: JudgeChoice, secrets: RunSecrets): Promise<void>;
  /** A new Run with the replies of this one, judged by another judge; the model is not asked again. */
  rejudge(runId: string, benchmark: Benchmark, judge: JudgeChoice, secrets: RunSecrets): Promise<Run>;
  /**
   * Sets a person's scores in place of the judge's, or takes them off again; the Verdicts stay beside them. Notes as well, beside
   * any answer that has ended. Also while the Run goes on, here or in another tab.
   * @returns the Attempts as they are stored now
   * @throws {SonoscoreError} where one of them has no text to score, or has not ended; then nothing is changed
   */
  override(runId: string, benchmark: Benchmark, changes: readonly PersonalChange[]): Promise<readonly Attempt[]>;
  /**
   * Gives a Run at rest answers that came from elsewhere, to what has none yet, and scores them.
   * @returns the Run as it is then, and how many were taken
   */
  answer(
    runId: string,
    benchmark: Benchmark,
    answers: readonly BatchAnswer[],
  ): Promise<{ readonly run: Run; readonly takenCount: number }>;
  /** Ends calls and clip work within a second; what is stored stays. */
  cancel(runId: string): Promise<void>;
  /** Newest first, without those that were deleted; what was deleted over a minute ago is removed for good. */
  list(): Promise<readonly Run[]>;
  /** Ids of those among `runs` that some tab works on now: after a reload a Run may be `running` with nobody at work. */
  atWork(runs: readonly Run[]): Promise<ReadonlySet<string>>;
  load(
    runId: string,
  ): Promise<{ readonly run: Run; readonly attempts: readonly Attempt[]; readonly active: boolean } | undefined>;
  /**
   * Deletes a Run so that it can be had back: ends work on it, in whichever tab, and marks it as deleted. The mark outlives the page.
   * @throws {SonoscoreError} where the Run is not in this browser
   */
  trash(runId: string): Promise<void>;
  /**
   * Takes the mark off again; work does not go on by itself.
   * @throws {SonoscoreError} where the Run was removed for good meanwhile
   */
  restore(runId: string): Promise<Run>;
  /** Removes for good what is still marked as deleted, and nothing else. */
  purge(runId: string): Promise<void>;
  /** Calls `listener` at each change until the returned function is called. */
  watch(runId: string, listener: (progress: RunProgress) => void): () => void;
  /** Calls `listener` at each change of any Run, in this tab or another, until the returned function is called. */
  watchAll(listener: (run: Run) => void): () => void;
}

/** A clip for the eye: cut as a model would be shown it. */
export interface Clips {
  /** @param onProgress hears what is going on, for the words beside the empty player */
  clipFor(
    benchmark: Benchmark,
    question: Question,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip>;
}

/** An endpoint that a reader can choose and then edit. */
export interface ModelPreset {
  readonly id: string;
  /** Name for a person. */
  readonly label: string;
  /** Name in the provider registry. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelId: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly keyNeeded: boolean;
  /** It reads public videos of YouTube by itself. */
  readonly readsYouTube?: boolean;
  /** `relay`: the service does not answer browsers. */
  readonly reach?: 'direct' | 'relay';
  readonly price?: Price;
  /** What a reader should know before choosing it. */
  readonly note?: string | undefined;
}

/** Tries an endpoint before money is spent on a Run. */
export interface ConnectionTests {
  /**
   * One tiny text request, then one with a short clip. What goes wrong is a finding, not an error.
   * @param onFinding hears each finding as it is made
   * @throws {DOMException} AbortError when `signal` aborts
   */
  test(
    model: Extract<ModelChoice, { readonly kind: 'provider' }>,
    price: Price | undefined,
    key: string | undefined,
    signal: AbortSignal,
    onFinding: (finding: Finding) => void,
  ): Promise<DoctorReport>;
}

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

/** What this browser keeps for the site, and for how long. */
export interface StorageFacts {
  /** Bytes; undefined where the browser does not say. */
  readonly usedBytes: number | undefined;
  readonly quotaBytes: number | undefined;
  /** Whether the browser has promised not to clear it by itself. */
  readonly isPersistent: boolean;
  readonly clipBytes: number;
  readonly clipCount: number;
  readonly runCount: number;
  readonly benchmarkCount: number;
}

export interface StorageKeeping {
  facts(): Promise<StorageFacts>;
  /** Asks the browser not to clear the site's data by itself; resolves with whether it has promised. */
  persist(): Promise<boolean>;
  /** Clips are cut again when they are needed. */
  clearClips(): Promise<void>;
}

/**
 * Where the reader's own relay answers. It holds a token, so it lives in this page's memory only and is never part of a Run;
 * services that answer no browsers are called through it while their own addresses stay in the Run.
 */
export interface RelaySetting {
  address(): string | undefined;
  /** @param address as `npm run relay` prints it, such as `http://127.0.0.1:8787/t/TOKEN`; undefined for none */
  use(address: string | undefined): void;
}

/** Says that something has ended to somebody who looks elsewhere. */
export interface EndSignals {
  /** To be called in a click: browsers give no sound to a page that nobody has touched. */
  readySound(): Promise<void>;
  sound(): void;
  /** To be called in a click. @returns whether the reader and the browser allow notifications */
  askToNotify(): Promise<boolean>;
  /** @param tag a later one of the same tag takes the place of an earlier one */
  notify(title: string, body: string, tag: string): void;
}

/** `ready`: a newer version of the page waits. `replaced`: another tab put one in its place, and files of this one may be gone. */
export type UpdateState = 'current' | 'ready' | 'replaced';

/** Versions of the page itself, where the browser keeps it for use without a network. */
export interface PageUpdates {
  /** Calls `listener` with the state, now and at each change, until the returned function is called. */
  watch(listener: (state: UpdateState) => void): () => void;
  /** Puts the newer version in place and reloads the page: never while a Run is at work. */
  use(): void;
}

/** What a classroom keeps: Decks, classes, and what people answered as Runs. */
export interface Classroom extends ClassroomStore {
  /** Keeps Runs of people; one that is kept already is replaced, but for what judges and persons have added to its answers. */
  keepRuns(runs: readonly NewPeopleRun[], benchmark: Benchmark): Promise<void>;
}

/** Everything a page may ask for. Built once, in main.ts. */
export interface Services {
  readonly benchmarks: Benchmarks;
  readonly sources: SourceLibrary;
  readonly runs: Runs;
  readonly clips: Clips;
  /** Endpoints that the setup page offers; without it, any OpenAI-compatible one by its address. */
  readonly modelPresets?: readonly ModelPreset[];
  /** Absent where connections cannot be tested; the page then offers no test. */
  readonly connectionTests?: ConnectionTests;
  /** Gets ready for a Run that is still being chosen; absent where nothing can be got ready. Never rejects. */
  readonly warmUp?: (config: RunConfig, benchmark: Benchmark, signal: AbortSignal) => Promise<void>;
  /** What a Run will take; absent where nobody can tell. */
  readonly forecast?: (
    config: RunConfig,
    benchmark: Benchmark,
    price: Price | undefined,
    judgePrice?: Price,
  ) => RunForecast | undefined;
  /** What is held for the source videos; absent where nothing can be held. */
  readonly desk?: SourceDesk;
  readonly looks?: VideoLooks;
  readonly corrections?: CorrectionStore;
  readonly storage?: StorageKeeping;
  readonly exchange?: RunExchange;
  readonly batches?: Batches;
  /** Absent where audits cannot be kept. */
  readonly audits?: AuditStore;
  /** Absent where nothing of a classroom can be kept. */
  readonly classroom?: Classroom;
  /** Absent where browsers cannot be connected with each other. */
  readonly classNetwork?: ClassNetwork;
  /** Absent where every stored Run and Attempt can be read. */
  readonly unreadableRuns?: UnreadableRuns;
  /** Absent where the page is to fetch nothing from elsewhere. */
  readonly repository?: PublicRepository;
  readonly permalinks?: Permalinks;
  /** Absent where nothing is to be fetched from elsewhere. */
  readonly remoteFiles?: RemoteFiles;
  readonly relay?: RelaySetting;
  /** Absent where the end of a Run is shown on the page only. */
  readonly signals?: EndSignals;
  /** Absent where keys cannot be remembered. */
  readonly credentials?: Credentials;
  readonly updates?: PageUpdates;
}
