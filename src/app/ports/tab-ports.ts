import type { Attempt, Note, Override, Run } from '../../domain/run/index.ts';

/** A lock on a Run, so that one tab works on it. */
export interface RunLocks {
  /** Takes the Run for this tab and gives the way to let go; undefined where another tab has it. */
  claim(runId: string): Promise<(() => void) | undefined>;
  /** Whether any tab, this one included, works on the Run. */
  isHeld(runId: string): Promise<boolean>;
}

/** A person's score for one Attempt; undefined: the judge's Verdict counts again. */
export interface OverrideChange {
  readonly questionId: string;
  readonly epoch: number;
  readonly override: Override | undefined;
}

/** A person's note beside one Attempt; undefined: none. */
export interface NoteChange {
  readonly questionId: string;
  readonly epoch: number;
  readonly note: Note | undefined;
}

/** What a person says of one Attempt. */
export type PersonalChange = OverrideChange | NoteChange;

export type FeedMessage =
  | { readonly kind: 'progress'; readonly run: Run; readonly changed: readonly Attempt[] }
  /** To whichever tab works on the Run. With `deletedAt`, that tab stores it as the Run's mark. */
  | { readonly kind: 'cancel'; readonly runId: string; readonly deletedAt?: string }
  /** To whichever tab works on the Run, if its Benchmark has that digest. */
  | {
      readonly kind: 'override';
      readonly runId: string;
      readonly digest: string;
      readonly changes: readonly PersonalChange[];
    };

/** What tabs of this site tell each other of Runs. */
export interface RunFeed {
  tell(message: FeedMessage): void;
  /** Calls `listener` with what OTHER tabs tell, until the returned function is called. */
  hear(listener: (message: FeedMessage) => void): () => void;
}

/** Time that goes on in a background tab. */
export interface Clock {
  nowMs(): number;
  /** @throws {DOMException} the signal's reason when it aborts */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
