import type { Question } from '../benchmark/index.ts';
import type { Vote, VoteStage } from './vote-ledger.ts';

/** How a class goes through a Question, in this order (peer instruction). */
export const STAGES = ['watch', 'vote', 'discuss', 'vote-again', 'reveal'] as const;
export type StageKind = (typeof STAGES)[number];

/** Where a class stands in its Deck. */
export interface ClassPlace {
  readonly questionIndex: number;
  readonly stage: StageKind;
}

/** A Question without anything that tells its answer. */
export interface ShownQuestion {
  readonly id: string;
  readonly stem: string;
  /** Empty where the answer is typed. */
  readonly options: readonly { readonly letter: string; readonly text: string }[];
}

/** All that a student's page (or the projector) is told of where the class stands. Only `reveal` and `reveal-text` hold the answer. */
export type StudentMessage =
  | { readonly kind: Exclude<StageKind, 'reveal'>; readonly question: ShownQuestion }
  | {
      readonly kind: 'reveal';
      readonly question: ShownQuestion;
      /** Index into the printed options. */
      readonly answerIndex: number;
      readonly evidence: string;
    }
  | {
      readonly kind: 'reveal-text';
      readonly question: ShownQuestion;
      readonly answerText: string;
      readonly evidence: string;
    };

export function studentMessage(stage: StageKind, question: Question): StudentMessage {
  const shown: ShownQuestion = {
    id: question.id,
    stem: question.stem,
    options: question.kind === 'multiple-choice' ? question.options.map(({ letter, text }) => ({ letter, text })) : [],
  };
  if (stage !== 'reveal') return { kind: stage, question: shown };
  if (question.kind === 'free-response')
    return { kind: 'reveal-text', question: shown, answerText: question.answer, evidence: question.evidence };
  const answerIndex = question.options.findIndex(({ letter }) => letter === question.answer);
  return { kind: 'reveal', question: shown, answerIndex, evidence: question.evidence };
}

/** The stage that follows, in the next Question after `reveal`; undefined at the Deck's end. */
export function nextPlace({ questionIndex, stage }: ClassPlace, questionCount: number): ClassPlace | undefined {
  const next = STAGES[STAGES.indexOf(stage) + 1];
  if (next !== undefined) return { questionIndex, stage: next };
  return questionIndex + 1 < questionCount ? { questionIndex: questionIndex + 1, stage: 'watch' } : undefined;
}

/** The stage before; from a Question's first, the Question before as it was left. Undefined at the Deck's start. */
export function previousPlace({ questionIndex, stage }: ClassPlace): ClassPlace | undefined {
  const before = STAGES[STAGES.indexOf(stage) - 1];
  if (before !== undefined) return { questionIndex, stage: before };
  return questionIndex > 0 ? { questionIndex: questionIndex - 1, stage: 'reveal' } : undefined;
}

/** Which vote is open in a stage. */
export function voteStageOf(stage: StageKind): VoteStage | undefined {
  if (stage === 'vote') return 'first';
  return stage === 'vote-again' ? 'second' : undefined;
}

/**
 * Whether a vote that comes in now counts. One that was given in time and comes late over a bad connection does, until the
 * answer is shown.
 */
export function takesVote(place: ClassPlace, questionIds: readonly string[], vote: Vote): boolean {
  if (questionIds[place.questionIndex] !== vote.questionId || place.stage === 'reveal') return false;
  const opens: StageKind = vote.stage === 'first' ? 'vote' : 'vote-again';
  return STAGES.indexOf(place.stage) >= STAGES.indexOf(opens);
}
