import { keptQuestions, type Benchmark, type FreeResponseQuestion, type QuestionType } from '../benchmark/index.ts';
import type { Attempt } from '../run/index.ts';

export type JudgeScore = 0 | 1 | 2;
export const JUDGE_SCORES: readonly JudgeScore[] = [0, 1, 2];

/** Names one Attempt of a Run. */
export interface AttemptKey {
  readonly questionId: string;
  readonly epoch: number;
}

/** A free text with its judge's score. */
export interface Judged extends AttemptKey {
  readonly question: FreeResponseQuestion;
  readonly score: JudgeScore;
  readonly type: QuestionType;
  /** The source video. */
  readonly cluster: string;
}

/** The Attempts with a judge's Verdict at kept free-response Questions, in an order that does not depend on theirs. */
export function judgedAttempts(benchmark: Benchmark, attempts: readonly Attempt[]): readonly Judged[] {
  const questions = new Map(
    keptQuestions(benchmark).flatMap((question) =>
      question.kind === 'free-response' ? [[question.id, question] as const] : [],
    ),
  );
  return attempts
    .flatMap(({ questionId, epoch, state, verdict }): readonly Judged[] => {
      const question = questions.get(questionId);
      if (question === undefined || verdict === undefined || state.kind !== 'done') return [];
      return [{ questionId, epoch, question, score: verdict.score, type: question.type, cluster: question.sourceKey }];
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** One text for an Attempt's key, to look it up by. */
export function keyOf({ questionId, epoch }: AttemptKey): string {
  return `${questionId}#${epoch}`;
}
