import type { Question } from '../benchmark/index.ts';
import type { Attempt } from '../run/index.ts';

/** Why answers cannot have been given to these Questions, as one sentence without its full stop; undefined where they can. */
export function misfitOf(
  questions: readonly Question[],
  attempts: readonly Pick<Attempt, 'questionId' | 'optionOrder' | 'prediction'>[],
): string | undefined {
  const known = new Map(questions.map((question) => [question.id, question]));
  for (const { questionId, optionOrder, prediction } of attempts) {
    const question = known.get(questionId);
    if (question === undefined) return `the benchmark has no question “${questionId}”`;
    const count = question.kind === 'multiple-choice' ? question.options.length : 0;
    const chosen = prediction?.kind === 'letter' ? prediction.printedIndex : -1;
    if ((optionOrder.length > 0 && optionOrder.length !== count) || chosen >= count)
      return `an answer to “${questionId}” shows other options than the question has`;
  }
  return undefined;
}
