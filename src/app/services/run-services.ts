import type { Benchmark, Problem } from '../../domain/benchmark/index.ts';
import type { Attempt, CallFailure, JudgeChoice, ModelReply, Run, RunConfig } from '../../domain/run/index.ts';
import type { Price } from '../cost.ts';
import type { PersonalChange } from '../ports.ts';

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

/** Calls that a batch service may be at. */
export interface WaitingCalls {
  readonly callCount: number;
  /** ISO date of the last batch that has some of them. */
  readonly writtenAt: string;
  readonly runIds: readonly string[];
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
  /** Which calls of such a Run wait for a batch’s output already, so that making them now is paid for twice; undefined: none. */
  waiting(config: RunConfig, benchmark: Benchmark): Promise<WaitingCalls | undefined>;
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
