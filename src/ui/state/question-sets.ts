import { createBaseline, scoredChoices } from '../../domain/baselines/index.ts';
import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import { pointsOf } from '../../domain/outcome/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import type { Attempt } from '../../domain/run/index.ts';

/** Ids of Questions that a filter asks for by more than one Attempt; undefined while nobody knows. */
export interface QuestionSets {
  readonly differing: ReadonlySet<string> | undefined;
  readonly elsewhere: ReadonlySet<string> | undefined;
}

/**
 * Ids of the Questions on which Runs disagree: they chose different options, or one chose none, or their texts were scored
 * differently. What failed, was not judged or has not ended says nothing; of several answers of one Run, the first counts.
 */
export function differingQuestions(benchmark: Benchmark, runs: readonly RunWithAttempts[]): ReadonlySet<string> {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const first = new Map<string, string>();
  const differing = new Set<string>();
  for (const { attempts } of runs)
    for (const attempt of attempts) {
      const question = questions.get(attempt.questionId);
      const said = question && attempt.epoch === 0 ? saidBy(question, attempt) : undefined;
      if (said === undefined) continue;
      const before = first.get(attempt.questionId);
      if (before === undefined) first.set(attempt.questionId, said);
      else if (before !== said) differing.add(attempt.questionId);
    }
  return differing;
}

/** Ids of the multiple-choice Questions whose shortest option is not the answer. */
export function shortcutElsewhere(benchmark: Benchmark): ReadonlySet<string> {
  const questions = scoredChoices(benchmark);
  const shortest = createBaseline('shortest-option', questions, 1);
  return new Set(
    questions.flatMap((question) => {
      const choice = shortest(question);
      return choice === undefined || question.options[choice]?.letter === question.answer ? [] : [question.id];
    }),
  );
}

function saidBy(question: Question, { state, prediction }: Attempt): string | undefined {
  if (state.kind !== 'done' || state.outcome === 'failed' || state.outcome === 'unjudged') return undefined;
  if (question.kind === 'multiple-choice')
    return prediction?.kind === 'letter' ? `option ${prediction.printedIndex}` : 'none';
  return `points ${pointsOf(question.kind, state.outcome) ?? 'none'}`;
}
