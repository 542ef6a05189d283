import type { Score } from '../report/index.ts';
import type { ErrorType, Outcome, RunConfig } from '../run/index.ts';

/** What a link says of one kept Question of its Benchmark: enough to read the answers without the Benchmark. */
export type SharedQuestion =
  { readonly kind: 'multiple-choice'; readonly optionCount: number } | { readonly kind: 'free-response' };

/** One Attempt as a link carries it: never the reply. */
export interface SharedAnswer {
  /** Undefined where it had not ended when the link was made. */
  readonly outcome: Outcome | undefined;
  /** Place of the chosen option in the printed order. */
  readonly printedIndex: number | undefined;
  /** What the standing verdict says was wrong; undefined without one. */
  readonly errorType: ErrorType | undefined;
  /** Whether a person's score stands in place of the judge's. */
  readonly isOverridden: boolean;
}

export type SharedConfig = Omit<RunConfig, 'sourceKeys' | 'questionIds' | 'spotCheck' | 'corrections'>;

/** The numbers that the sender's page showed, to a millionth. They are a claim until they are computed again. */
export interface ClaimedHeadline {
  readonly multipleChoice: Score | undefined;
  readonly freeResponse: Score | undefined;
}

/** One Run as a link carries it. */
export interface SharedRun {
  /** ISO date, to the second. */
  readonly createdAt: string;
  readonly isFinished: boolean;
  readonly config: SharedConfig;
  /** For each source video of the Benchmark, whether the Run was restricted to it; undefined where it was not restricted. */
  readonly sources: readonly boolean[] | undefined;
  /** How many Videos were cut elsewhere than the Benchmark says. */
  readonly correctionCount: number;
  /** What replies said of the model's version. */
  readonly modelVersions: readonly string[];
  readonly headline: ClaimedHeadline;
  /** For each kept Question in the Benchmark's order its Attempts by epoch; undefined where it was not asked. */
  readonly answers: readonly (readonly SharedAnswer[] | undefined)[];
}

/** Up to `MOST_RUNS` Runs over one Benchmark. */
export interface SharedResult {
  readonly benchmark: {
    readonly name: string;
    readonly digest: string;
    /** Of the repository that it came from, where it came from one. */
    readonly commit: string | undefined;
  };
  readonly questions: readonly SharedQuestion[];
  readonly runs: readonly SharedRun[];
}

/** The most Runs that one link carries. */
export const MOST_RUNS = 4;
