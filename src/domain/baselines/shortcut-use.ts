import type { Benchmark } from '../benchmark/index.ts';
import { BASELINE_NAMES, type Attempt, type BaselineName, type Run } from '../run/index.ts';
import {
  clusteredMean,
  groupDifference,
  UNIT_SCALE,
  type Estimate,
  type GroupDifference,
  type Observation,
} from '../statistics/index.ts';
import { createBaseline } from './baseline.ts';
import { isAnswer, scoredChoices } from './shortcut-meter.ts';

/** How a model fares where a shortcut points to the answer, and where it does not. */
export interface ShortcutUse {
  readonly name: BaselineName;
  /** The model's accuracy where the rule points to the answer; no answer counts as wrong. */
  readonly whereRight: Estimate | undefined;
  /** And where the rule points to another option. */
  readonly whereWrong: Estimate | undefined;
  /** The first − the second: far above 0 for a model that follows the rule, and for one that finds the same questions easy. */
  readonly difference: GroupDifference | undefined;
  /** Of questions where the rule is wrong, the share in which the model chose just what the rule chooses. */
  readonly fallsFor: Estimate | undefined;
  /** What `fallsFor` would be, were the model's wrong answers spread evenly over the wrong options. */
  readonly fallsForByChance: number | undefined;
}

/** For each Baseline, whether a Run's answers go along with it. Only questions that the rule says something about count. */
export function shortcutUse(benchmark: Benchmark, run: Run, attempts: readonly Attempt[]): readonly ShortcutUse[] {
  const all = scoredChoices(benchmark);
  const asked = new Set(run.questionIds);
  const questions = new Map(all.filter(({ id }) => asked.has(id)).map((question) => [question.id, question]));
  return BASELINE_NAMES.map((name) => {
    const choose = createBaseline(name, all, run.config.seed);
    const whereRight: Observation[] = [];
    const whereWrong: Observation[] = [];
    const falls: Observation[] = [];
    const chances: number[] = [];
    for (const { questionId, state, prediction } of attempts) {
      const question = questions.get(questionId);
      const choice = question === undefined ? undefined : choose(question);
      if (question === undefined || choice === undefined || state.kind !== 'done') continue;
      const observation = { value: state.outcome === 'correct' ? 1 : 0, cluster: question.sourceKey };
      if (isAnswer(question, choice)) {
        whereRight.push(observation);
        continue;
      }
      whereWrong.push(observation);
      const chosen = prediction?.kind === 'letter' ? prediction.printedIndex : undefined;
      falls.push({ value: chosen === choice ? 1 : 0, cluster: question.sourceKey });
      chances.push(state.outcome === 'incorrect' ? 1 / Math.max(1, question.options.length - 1) : 0);
    }
    return {
      name,
      whereRight: clusteredMean(whereRight, UNIT_SCALE),
      whereWrong: clusteredMean(whereWrong, UNIT_SCALE),
      difference: groupDifference(whereRight, whereWrong),
      fallsFor: clusteredMean(falls, UNIT_SCALE),
      fallsForByChance:
        chances.length === 0 ? undefined : chances.reduce((sum, each) => sum + each, 0) / chances.length,
    };
  });
}
