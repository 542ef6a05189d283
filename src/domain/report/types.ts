import type { ShortcutResult, ShortcutUse } from '../baselines/index.ts';
import type { DurationBin, OptionLetter, QuestionType } from '../benchmark/index.ts';
import type { Condition, Outcome, ProtocolChoice, UnansweredCalls } from '../run/index.ts';
import type { Estimate, RepeatParts } from '../statistics/index.ts';

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** How all Attempts ended. */
export interface Ledger {
  readonly all: OutcomeCounts;
  readonly multipleChoice: OutcomeCounts;
  readonly freeResponse: OutcomeCounts;
  /** Attempts that have not ended; they count nowhere else. */
  readonly pending: number;
}

/** The score of some questions: accuracy from 0 to 1, or a judge's score from 0 to 2. Each question counts once, by the mean of its repeats. */
export interface Score {
  /** What is no answer counts as 0, as the reference counts it. */
  readonly allCounted: Estimate;
  /** Only what was answered (and judged); undefined where nothing was. */
  readonly amongAnswered: Estimate | undefined;
  /** The upper bound: what is no answer counts in full. `allCounted` is the lower one. */
  readonly ifMissingRight: Estimate;
  readonly attemptCount: number;
  /** Attempts without an answer. */
  readonly missingCount: number;
}

/** One group of questions; a kind that has none in it is undefined. */
export interface GroupScores {
  readonly multipleChoice: Score | undefined;
  readonly freeResponse: Score | undefined;
}

/** How free-response answers went wrong, in shares of all of them; upstream's three, and the rest that makes it 1. */
export interface ErrorShares {
  readonly bothFail: Estimate;
  readonly wrongConclusion: Estimate;
  readonly wrongVisualEvidence: Estimate;
  readonly none: Estimate;
  /** No verdict: no answer, a failed call, or a judge that failed. Upstream counts those as 0 points. */
  readonly unjudged: Estimate;
}

/** A sum over Attempts of which some may not have said. */
export interface Sum {
  readonly total: number;
  readonly knownCount: number;
  readonly unknownCount: number;
}

export interface UsageSums {
  readonly inputTokens: Sum;
  readonly outputTokens: Sum;
  readonly thinkingTokens: Sum;
  readonly cachedTokens: Sum;
  /** US dollars; only where a price was given. */
  readonly costUsd: Sum | undefined;
  /** What judging took, in none of the sums above; absent where this Run has paid no judge. */
  readonly judge?: { readonly inputTokens: Sum; readonly outputTokens: Sum; readonly costUsd: Sum | undefined };
  /** Calls that got no answer and may have been billed all the same, in no sum here; absent where there is none. */
  readonly unanswered?: UnansweredCalls;
  /** Undefined where no reply came. Replies of an earlier run are left out. */
  readonly latencyMs:
    { readonly median: number; readonly p90: number; readonly max: number; readonly count: number } | undefined;
  /** Replies that an earlier run had paid for: they count in no sum. */
  readonly reusedCount: number;
}

/** One reply that the two rules of reading take for different letters. */
export interface ReadingDifference {
  readonly questionId: string;
  readonly epoch: number;
  readonly robust: OptionLetter | undefined;
  readonly reference: OptionLetter | undefined;
}

export interface ExtractionReport {
  /** Replies that were read by both. */
  readonly replyCount: number;
  readonly differences: readonly ReadingDifference[];
  /** Accuracy by each rule, all counted. */
  readonly robust: Estimate | undefined;
  readonly reference: Estimate | undefined;
}

export interface ShortcutReport {
  /** Over the questions that the run's own score is over: those with an Attempt that has ended. */
  readonly meter: readonly ShortcutResult[];
  readonly use: readonly ShortcutUse[];
  /** The best of the rules, and what the model got, in one sentence; undefined where no multiple-choice question was answered. */
  readonly sentence: string | undefined;
}

export interface RotationReport {
  /** Share of questions that were answered right in every rotation. */
  readonly rightInAll: Estimate;
}

/** Numbers with intervals computed from a Run. Plain JSON. */
export interface Report {
  readonly formatVersion: 1;
  readonly run: {
    readonly id: string;
    readonly model: string;
    readonly protocol: ProtocolChoice;
    readonly condition: Condition;
  };
  readonly benchmark: { readonly name: string; readonly digest: string; readonly isPublished: boolean };
  readonly ledger: Ledger;
  readonly overall: GroupScores;
  readonly byType: readonly ({ readonly type: QuestionType } & GroupScores)[];
  readonly byDuration: readonly ({ readonly bin: DurationBin } & GroupScores)[];
  readonly byVideo: readonly ({ readonly videoKey: string; readonly sourceKey: string } & GroupScores)[];
  /** Undefined without free-response. */
  readonly errorShares: ErrorShares | undefined;
  /** Only of runs with more than one epoch. */
  readonly repeats: {
    readonly multipleChoice: RepeatParts | undefined;
    readonly freeResponse: RepeatParts | undefined;
  };
  /** Only of runs that asked every rotation of the options; the other numbers are then means over rotations. */
  readonly rotations?: RotationReport | undefined;
  readonly usage: UsageSums;
  readonly extraction: ExtractionReport;
  readonly shortcuts: ShortcutReport;
  /** Free-response verdicts that a person has overridden. */
  readonly overriddenCount: number;
}
