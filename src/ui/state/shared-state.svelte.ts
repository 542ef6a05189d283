import type { PermalinkReading, Services } from '../../app/index.ts';
import type { Benchmark, QuestionKind } from '../../domain/benchmark/index.ts';
import {
  fitsBenchmark,
  openShared,
  sameScore,
  type SharedResult,
  type SharedRun,
} from '../../domain/permalink/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import { OUTCOMES, type Outcome } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { runReportOf, type RunReport } from './run-report.ts';
import type { LedgerGroup, Tally } from './tally.ts';

export type SharedView =
  { readonly kind: 'reading' } | { readonly kind: 'failed'; readonly message: string } | PermalinkReading;

/** A shared Run with everything computed again. */
export interface Recomputed extends RunWithAttempts, RunReport {
  /** Whether the headline came out as the link claims it. */
  readonly agrees: boolean;
}

/** A result that came as a link: nothing of it is stored. */
export class SharedState {
  readonly payload: string;
  readonly #services: Services;

  view = $state.raw<SharedView>({ kind: 'reading' });
  /** Which of the link's Runs is shown in full, from 0. */
  chosen = $state(0);

  constructor(services: Services, payload: string) {
    this.#services = services;
    this.payload = payload;
  }

  /** Reads the link: all of it, or what is wrong with it. */
  async read(): Promise<void> {
    const { permalinks } = this.#services;
    try {
      this.view =
        permalinks === undefined
          ? { kind: 'failed', message: 'This page cannot read links to results.' }
          : await permalinks.read(this.payload);
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  get result(): SharedResult | undefined {
    return this.view.kind === 'result' ? this.view.result : undefined;
  }
}

/** Computes a shared Run again; undefined where the Benchmark is not the one that the link is of. */
export function recompute(
  result: SharedResult,
  run: SharedRun,
  benchmark: Benchmark | undefined,
): Recomputed | undefined {
  if (benchmark === undefined || !fitsBenchmark(result, benchmark)) return undefined;
  const opened = openShared(result, run, benchmark, 'shared');
  const made = runReportOf(benchmark, opened.run, opened.attempts, { model: undefined, judge: undefined });
  const { overall } = made.report;
  const agrees =
    sameScore(run.headline.multipleChoice, overall.multipleChoice) &&
    sameScore(run.headline.freeResponse, overall.freeResponse);
  return { ...opened, ...made, agrees };
}

/** How the answers of a shared Run ended, by kind and in all: known without the Benchmark. */
export function sharedLedger(
  { questions }: SharedResult,
  run: SharedRun,
  nameOf: (kind: QuestionKind) => string,
): { readonly all: Tally; readonly groups: readonly LedgerGroup[]; readonly noun: 'question' | 'answer' } {
  const kinds: readonly QuestionKind[] = ['multiple-choice', 'free-response'];
  const outcomesOf = (kind: QuestionKind | undefined): readonly (Outcome | undefined)[] =>
    run.answers.flatMap((each, place) =>
      kind === undefined || questions[place]?.kind === kind ? (each ?? []).map(({ outcome }) => outcome) : [],
    );
  return {
    all: tallyOfOutcomes(outcomesOf(undefined)),
    groups: kinds
      .map((kind) => ({ kind, name: nameOf(kind), tally: tallyOfOutcomes(outcomesOf(kind)) }))
      .filter(({ tally }) => tally.total > 0),
    noun: run.config.epochs > 1 || run.config.optionOrder === 'circular' ? 'answer' : 'question',
  };
}

function tallyOfOutcomes(outcomes: readonly (Outcome | undefined)[]): Tally {
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
  for (const outcome of outcomes) if (outcome !== undefined) byOutcome[outcome] += 1;
  const done = OUTCOMES.reduce((sum, outcome) => sum + byOutcome[outcome], 0);
  return { total: outcomes.length, done, unscored: 0, byOutcome, failures: [] };
}
