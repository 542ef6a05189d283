import { shortcutMeter } from '../../domain/baselines/index.ts';
import { keptQuestions, type Benchmark } from '../../domain/benchmark/index.ts';
import { overallScores } from '../../domain/report/index.ts';
import type { Services } from '../../app/index.ts';
import { OtherRuns } from './other-runs.svelte.ts';
import { comparable, type NamedRun } from './plot-rows.ts';

/** The Runs of this browser over one Benchmark by their scores, beside what shortcuts reach. */
export class Leaderboard {
  readonly #runs: OtherRuns;

  constructor(services: Services) {
    this.#runs = new OtherRuns(services);
  }

  async load(digest: string): Promise<void> {
    await this.#runs.load(digest);
  }

  get view() {
    return this.#runs.view;
  }

  /** Best first, those without a multiple-choice score last; `name` is the Run's id. */
  ranked(benchmark: Benchmark): readonly NamedRun[] {
    if (this.view.kind !== 'ready') return [];
    const value = (run: NamedRun): number => comparable(run.scores, 'multipleChoice')?.value ?? -1;
    return this.view.runs
      .map((each) => ({ ...each, name: each.run.id, scores: overallScores(benchmark, each) }))
      .filter(
        ({ scores }) =>
          comparable(scores, 'multipleChoice') !== undefined || comparable(scores, 'freeResponse') !== undefined,
      )
      .sort((a, b) => value(b) - value(a));
  }
}

/** The best rule that never looks at the video, over all scored questions; undefined where there is no multiple choice. */
export function bestRule(benchmark: Benchmark) {
  return [...shortcutMeter(benchmark)].sort((a, b) => b.estimate.value - a.estimate.value)[0];
}

/** How many questions of each kind are scored. */
export function scoredCounts(benchmark: Benchmark) {
  const kept = keptQuestions(benchmark);
  return {
    multipleChoice: kept.filter(({ kind }) => kind === 'multiple-choice').length,
    freeResponse: kept.filter(({ kind }) => kind === 'free-response').length,
  };
}
