import type { Benchmark, MultipleChoiceQuestion, Question } from '../benchmark/index.ts';
import type { Attempt, Run, RunConfig } from '../run/index.ts';
import type { ClassSession } from './class-session.ts';
import { deckQuestions, type Deck } from './deck.ts';
import { choiceAttempt, textAttempt } from './people-attempt.ts';
import { textsOf } from './text-answers.ts';
import { countsFor, majorityOf, votesOf, type VoteStage } from './vote-ledger.ts';

/** `source` of a Run's model where people answered. */
export const PEOPLE_SOURCE = 'people';

export interface NewPeopleRun {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
}

export interface ClassRunOptions {
  /** The Run's id. */
  readonly id: string;
  /** ISO date. */
  readonly now: string;
}

const STAGE_NAMES: Readonly<Record<VoteStage, string>> = { first: 'first vote', second: 'second vote' };

/**
 * A class as Runs: the majority vote and each person's, before the discussion and after it; a vote that nobody took part in is
 * left out. What people wrote has no majority and stands in each person's, with the teacher's points in the place of a judge's.
 * Raised hands belong to nobody, so that the n-th answer of one Question and of another need not be the same person's. Nothing
 * in them names a person. The same class gives Runs of the same ids, so that they can be kept anew.
 */
export function classRuns(session: ClassSession, benchmark: Benchmark, now: string): readonly NewPeopleRun[] {
  const { deck, ledger, id } = session;
  const { questions } = deckQuestions(deck, benchmark);
  return (['first', 'second'] as const).flatMap((stage) => {
    const name = `${deck.name}: class, ${STAGE_NAMES[stage]}`;
    const voted = questions.flatMap((question) => {
      if (question.kind !== 'multiple-choice') return [];
      const counts = countsFor(ledger, question.id, stage, question.options.length);
      return counts.some((count) => count > 0) ? [{ question, counts }] : [];
    });
    const runId = `${id}-${stage}-each`;
    const answered = questions.flatMap((question) => {
      const attempts =
        question.kind === 'multiple-choice'
          ? choicesOf(session, question, stage).map((choice, epoch) =>
              choiceAttempt({ runId, question, epoch, now }, choice),
            )
          : textsOf(ledger, question.id, stage).map(({ text, score }, epoch) =>
              textAttempt({ runId, question, epoch, now }, text, score),
            );
      return attempts.length > 0 ? [{ question, attempts }] : [];
    });
    if (answered.length === 0) return [];
    const each = peopleRun(`${name}, each person`, Math.max(...answered.map(({ attempts }) => attempts.length)), {
      benchmark,
      questions: answered.map(({ question }) => question),
      options: { id: runId, now },
    });
    const people = { run: each, attempts: answered.flatMap(({ attempts }) => attempts) };
    if (voted.length === 0) return [people];
    const majority = peopleRun(`${name}, majority`, 1, {
      benchmark,
      questions: voted.map(({ question }) => question),
      options: { id: `${id}-${stage}-majority`, now },
    });
    const attempts = voted.map(({ question, counts }) => ({
      ...choiceAttempt({ runId: majority.id, question, epoch: 0, now }, majorityOf(counts)),
      votes: counts,
    }));
    return [{ run: majority, attempts }, people];
  });
}

/** One answer of a person who works alone. */
export interface SoloAnswer {
  readonly questionId: string;
  /** Index into the printed options; undefined: passed over, or typed. */
  readonly choice: number | undefined;
  /** What was typed, to a free-response Question; absent or empty: passed over. */
  readonly text?: string | undefined;
  /** The points that the person gave for it, with the right answer beside it. */
  readonly score?: 0 | 1 | 2 | undefined;
}

/** The answers of one person who worked through a Deck alone, as a Run over the Questions that were come to. */
export function soloRun(
  deck: Deck,
  benchmark: Benchmark,
  answers: readonly SoloAnswer[],
  options: ClassRunOptions,
): NewPeopleRun {
  const byId = new Map(answers.map((answer) => [answer.questionId, answer]));
  const questions = deckQuestions(deck, benchmark).questions.filter(({ id }) => byId.has(id));
  const run = peopleRun(`${deck.name}: answered alone`, 1, { benchmark, options, questions });
  return {
    run,
    attempts: questions.map((question) => {
      const answer = byId.get(question.id);
      const place = { runId: run.id, epoch: 0, now: options.now };
      return question.kind === 'multiple-choice'
        ? choiceAttempt({ ...place, question }, answer?.choice)
        : textAttempt({ ...place, question }, answer?.text ?? '', answer?.score);
    }),
  };
}

/** Votes first, in the order of the persons' ids, then hands. */
function choicesOf({ ledger }: ClassSession, question: MultipleChoiceQuestion, stage: VoteStage): readonly number[] {
  const votes = votesOf(ledger, question.id, stage, question.options.length).map(({ choice }) => choice);
  const raised = ledger.hands.find((each) => each.questionId === question.id && each.stage === stage)?.counts ?? [];
  const hands = question.options.flatMap((_option, at) => Array.from({ length: raised[at] ?? 0 }, () => at));
  return [...votes, ...hands];
}

interface RunBase {
  readonly benchmark: Benchmark;
  readonly options: ClassRunOptions;
  readonly questions: readonly Question[];
}

function peopleRun(name: string, epochs: number, { benchmark, options, questions }: RunBase): Run {
  const config: RunConfig = {
    model: { kind: 'published', name, source: PEOPLE_SOURCE },
    protocol: { id: 'sonoscore', version: '1' },
    condition: 'video',
    optionOrder: 'as-printed',
    kinds: (['multiple-choice', 'free-response'] as const).filter((kind) =>
      questions.some((question) => question.kind === kind),
    ),
    limit: undefined,
    seed: 0,
    epochs,
  };
  return {
    formatVersion: 1,
    id: options.id,
    createdAt: options.now,
    benchmark: { name: benchmark.name, digest: benchmark.digest },
    config,
    questionIds: questions.map(({ id }) => id),
    status: { kind: 'finished' },
  };
}
