import { OPTION_LETTERS, type Benchmark, type MultipleChoiceQuestion } from '../benchmark/index.ts';
import type { Attempt, Run, RunConfig } from '../run/index.ts';
import type { ClassSession } from './class-session.ts';
import { deckQuestions, type Deck } from './deck.ts';
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
 * left out. Raised hands belong to nobody, so that the n-th answer of one Question and of another need not be the same
 * person's. Nothing in them names a person. The same class gives Runs of the same ids, so that they can be kept anew.
 */
export function classRuns(session: ClassSession, benchmark: Benchmark, now: string): readonly NewPeopleRun[] {
  const { questions } = deckQuestions(session.deck, benchmark);
  return (['first', 'second'] as const).flatMap((stage) => {
    const voted = questions.flatMap((question) => {
      const counts = countsFor(session.ledger, question.id, stage, question.options.length);
      return counts.some((count) => count > 0) ? [{ question, counts }] : [];
    });
    if (voted.length === 0) return [];
    const base = { benchmark, questions: voted.map(({ question }) => question) };
    const majority = peopleRun(`${session.deck.name}: class, ${STAGE_NAMES[stage]}, majority`, 1, {
      ...base,
      options: { id: `${session.id}-${stage}-majority`, now },
    });
    const people = peopleRun(
      `${session.deck.name}: class, ${STAGE_NAMES[stage]}, each person`,
      Math.max(...voted.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))),
      { ...base, options: { id: `${session.id}-${stage}-each`, now } },
    );
    return [
      {
        run: majority,
        attempts: voted.map(({ question, counts }) => ({
          ...attemptOf(majority, question, 0, majorityOf(counts), now),
          votes: counts,
        })),
      },
      {
        run: people,
        attempts: voted.flatMap(({ question }) =>
          choicesOf(session, question, stage).map((choice, epoch) => attemptOf(people, question, epoch, choice, now)),
        ),
      },
    ];
  });
}

/** One answer of a person who works alone. */
export interface SoloAnswer {
  readonly questionId: string;
  /** Index into the printed options; undefined: passed over. */
  readonly choice: number | undefined;
}

/** The answers of one person who worked through a Deck alone, as a Run over the Questions that were come to. */
export function soloRun(
  deck: Deck,
  benchmark: Benchmark,
  answers: readonly SoloAnswer[],
  options: ClassRunOptions,
): NewPeopleRun {
  const byId = new Map(answers.map(({ questionId, choice }) => [questionId, choice]));
  const questions = deckQuestions(deck, benchmark).questions.filter(({ id }) => byId.has(id));
  const run = peopleRun(`${deck.name}: answered alone`, 1, { benchmark, options, questions });
  return {
    run,
    attempts: questions.map((question) => attemptOf(run, question, 0, byId.get(question.id), options.now)),
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
  readonly questions: readonly MultipleChoiceQuestion[];
}

function peopleRun(name: string, epochs: number, { benchmark, options, questions }: RunBase): Run {
  const config: RunConfig = {
    model: { kind: 'published', name, source: PEOPLE_SOURCE },
    protocol: { id: 'sonoscore', version: '1' },
    condition: 'video',
    optionOrder: 'as-printed',
    kinds: ['multiple-choice'],
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

function attemptOf(
  { id }: Run,
  question: MultipleChoiceQuestion,
  epoch: number,
  choice: number | undefined,
  now: string,
): Attempt {
  const shownLetter = choice === undefined ? undefined : OPTION_LETTERS[choice];
  const outcome =
    choice !== undefined && question.options[choice]?.letter === question.answer ? 'correct' : 'incorrect';
  return {
    formatVersion: 1,
    runId: id,
    questionId: question.id,
    epoch,
    state: { kind: 'done', outcome: shownLetter === undefined ? 'no-answer' : outcome },
    optionOrder: question.options.map((_option, index) => index),
    prompt: undefined,
    clip: undefined,
    reply: undefined,
    prediction:
      choice === undefined || shownLetter === undefined
        ? undefined
        : { kind: 'letter', shownLetter, printedIndex: choice },
    verdict: undefined,
    failure: undefined,
    updatedAt: now,
  };
}
