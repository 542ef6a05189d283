import { scoreAttempt } from '../outcome/index.ts';
import type { Benchmark } from '../benchmark/index.ts';
import type { Attempt, Run } from '../run/index.ts';
import type { NewPeopleRun } from './class-run.ts';

/**
 * A Run of people made anew, with what was added to its answers since it was kept first: a judge's Verdicts, a person's scores
 * and notes. They go with an answer to wherever it stands now, since more people may have answered meanwhile. Points of the
 * teacher's are told from a person's later score by their date, which is that of the Run.
 */
export function keptOver(
  made: NewPeopleRun,
  benchmark: Benchmark,
  earlier: { readonly run: Run; readonly attempts: readonly Attempt[] } | undefined,
): NewPeopleRun {
  if (earlier === undefined) return made;
  const left = new Map<string, Attempt[]>();
  for (const attempt of earlier.attempts.toSorted((a, b) => a.epoch - b.epoch))
    left.set(answerOf(attempt), [...(left.get(answerOf(attempt)) ?? []), attempt]);
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const attempts = made.attempts.map((attempt): Attempt => {
    const same = left.get(answerOf(attempt)) ?? [];
    const old = same.find(({ epoch }) => epoch === attempt.epoch) ?? same[0];
    const question = questions.get(attempt.questionId);
    if (old === undefined || question === undefined) return attempt;
    left.set(
      answerOf(attempt),
      same.filter((each) => each !== old),
    );
    const { verdict, judgeUsage, unanswered, note, override } = old;
    const isPersons = override !== undefined && override.at !== earlier.run.createdAt;
    if (verdict === undefined && note === undefined && !isPersons) return attempt;
    const joined: Attempt = {
      ...attempt,
      verdict,
      ...(judgeUsage === undefined ? {} : { judgeUsage }),
      ...(unanswered === undefined ? {} : { unanswered }),
      ...(note === undefined ? {} : { note }),
      ...(isPersons ? { override } : {}),
    };
    if (question.kind !== 'free-response') return joined;
    return { ...joined, state: { kind: 'done', outcome: scoreAttempt(question, joined).outcome } };
  });
  const { judge } = earlier.run.config;
  const run = judge === undefined ? made.run : { ...made.run, config: { ...made.run.config, judge } };
  return { run, attempts };
}

/** Whether each of these answers stands in a Run at the place where it stood. */
export function isStandingIn({ attempts }: NewPeopleRun, earlier: readonly Attempt[]): boolean {
  const placed = (attempt: Attempt): string => `${attempt.epoch} ${answerOf(attempt)}`;
  const standing = new Set(attempts.map(placed));
  return earlier.every((attempt) => standing.has(placed(attempt)));
}

/** The same for the same answer to the same Question. */
function answerOf({ questionId, prediction }: Attempt): string {
  return JSON.stringify([questionId, prediction?.kind === 'text' ? prediction.text : prediction?.printedIndex]);
}
