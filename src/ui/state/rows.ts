import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';
import { isInBin, LENGTH_BINS } from './length-bins.ts';
import type { QuestionSets } from './question-sets.ts';
import { readingsDiffer, readingsOf } from './readings.ts';
import type { QuestionFilter } from './route.ts';

/** The key of a row, and of an Attempt in a Run. */
export function rowKey(questionId: string, epoch: number): string {
  return `${epoch} ${questionId}`;
}

/** One line of a list: an Attempt with its Question, where the Benchmark is at hand. */
export interface Row {
  readonly key: string;
  readonly questionId: string;
  readonly question: Question | undefined;
  readonly attempt: Attempt;
}

/** Attempts in the order of the Run's questions. */
export function rowsOf(run: Run, benchmark: Benchmark | undefined, attempts: readonly Attempt[]): readonly Row[] {
  const questions = new Map(benchmark?.questions.map((question) => [question.id, question]));
  const places = new Map(run.questionIds.map((id, index) => [id, index]));
  return attempts
    .map((attempt) => ({
      key: rowKey(attempt.questionId, attempt.epoch),
      questionId: attempt.questionId,
      question: questions.get(attempt.questionId),
      attempt,
    }))
    .sort(
      (a, b) => (places.get(a.questionId) ?? 0) - (places.get(b.questionId) ?? 0) || a.attempt.epoch - b.attempt.epoch,
    );
}

/** What is under way first, then what ended last, then what waits. */
export function byActivity(rows: readonly Row[]): readonly Row[] {
  const rank = ({ attempt }: Row): number =>
    attempt.state.kind === 'done' ? 1 : attempt.state.kind === 'queued' ? 2 : 0;
  return rows.toSorted((a, b) => {
    const difference = rank(a) - rank(b);
    if (difference !== 0 || rank(a) !== 1) return difference;
    return a.attempt.updatedAt < b.attempt.updatedAt ? 1 : a.attempt.updatedAt > b.attempt.updatedAt ? -1 : 0;
  });
}

/**
 * Whether a row is among those that a filter asks for. Text is looked for in stem, options, answer, reply and Video.
 * @param sets where the filter asks for one of them and it is not known, nothing fits
 */
export function matches({ question, attempt }: Row, filter: QuestionFilter, sets: QuestionSets): boolean {
  if (filter.outcome !== undefined) {
    if (attempt.state.kind !== 'done' || attempt.state.outcome !== filter.outcome) return false;
  }
  if (filter.kind !== undefined && question?.kind !== filter.kind) return false;
  if (filter.type !== undefined && question?.type !== filter.type) return false;
  if (filter.videoKey !== undefined && question?.videoKey !== filter.videoKey) return false;
  const bin = LENGTH_BINS.find(({ id }) => id === filter.length);
  if (bin !== undefined && (question === undefined || !isInBin(question, bin))) return false;
  if (filter.readings === 'differ') {
    const readings = readingsOf(question, attempt);
    if (readings === undefined || !readingsDiffer(readings)) return false;
  }
  if (filter.models !== undefined && sets.differing?.has(attempt.questionId) !== true) return false;
  if (filter.shortcut !== undefined && sets.elsewhere?.has(attempt.questionId) !== true) return false;
  const wanted = filter.text.trim().toLocaleLowerCase();
  if (wanted === '') return true;
  const haystack = [
    attempt.questionId,
    question?.stem ?? '',
    ...(question?.kind === 'multiple-choice'
      ? question.options.map((option) => option.text)
      : [question?.answer ?? '']),
    question?.videoKey.replaceAll('_', ' ') ?? '',
    attempt.reply?.text ?? '',
  ];
  return haystack.some((text) => text.toLocaleLowerCase().includes(wanted));
}
