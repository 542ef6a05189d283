import type { QuestionKind } from '../../domain/benchmark/index.ts';
import type { Attempt, FailureKind, Outcome } from '../../domain/run/index.ts';
import { OUTCOMES } from '../../domain/run/index.ts';

/** How many Attempts stand where. */
export interface Tally {
  readonly total: number;
  readonly done: number;
  /** Answered, but not scored or judged yet. */
  readonly unscored: number;
  readonly byOutcome: Readonly<Record<Outcome, number>>;
  readonly failures: readonly FailureGroup[];
}

/** Failures of one kind with one message. */
export interface FailureGroup {
  readonly kind: FailureKind;
  readonly message: string;
  readonly count: number;
  readonly retryable: boolean;
  /** `judge`: the model did answer, and its judge failed. */
  readonly whose: 'model' | 'judge';
}

/** Attempts that are counted together. */
export interface LedgerGroup {
  /** Undefined where it is not known. */
  readonly kind: QuestionKind | undefined;
  readonly name: string;
  readonly tally: Tally;
}

/** Counts Attempts by where they stand, and failures by what they say, the most frequent first. */
export function tallyOf(attempts: readonly Attempt[]): Tally {
  const byOutcome: Record<Outcome, number> = {
    correct: 0,
    'partly-correct': 0,
    incorrect: 0,
    'no-answer': 0,
    refused: 0,
    blocked: 0,
    truncated: 0,
    failed: 0,
    unjudged: 0,
  };
  const failures = new Map<string, FailureGroup>();
  let unscored = 0;
  for (const { state, failure, reply } of attempts) {
    if (state.kind === 'done') byOutcome[state.outcome] += 1;
    else if (reply !== undefined) unscored += 1;
    if (state.kind === 'done' && failure !== undefined) {
      const whose = reply === undefined ? 'model' : 'judge';
      const key = `${whose} ${failure.kind} ${failure.message}`;
      failures.set(key, {
        kind: failure.kind,
        message: failure.message,
        retryable: failure.retryable,
        whose,
        count: (failures.get(key)?.count ?? 0) + 1,
      });
    }
  }
  return {
    total: attempts.length,
    done: OUTCOMES.reduce((sum, outcome) => sum + byOutcome[outcome], 0),
    unscored,
    byOutcome,
    failures: [...failures.values()].sort((a, b) => b.count - a.count),
  };
}
