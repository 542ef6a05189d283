import { keptQuestions, type Benchmark, type Question } from '../benchmark/index.ts';
import { optionOrderFor, shownLetterOf } from '../options/index.ts';
import { mostPoints, pointsOf } from '../outcome/index.ts';
import type { RunWithAttempts, Score } from '../report/index.ts';
import type { Attempt, Verdict } from '../run/index.ts';
import type { SharedAnswer, SharedResult, SharedRun } from './types.ts';

/** Rounding may move a number by half a millionth on each side. */
const CLOSE = 2e-6;

/** Whether the Benchmark has the very questions that a link speaks of. */
export function fitsBenchmark(shared: SharedResult, benchmark: Benchmark): boolean {
  const kept = keptQuestions(benchmark);
  return (
    shared.benchmark.digest === benchmark.digest &&
    shared.questions.length === kept.length &&
    shared.questions.every((each, place) => {
      const question = kept[place];
      return each.kind === 'multiple-choice'
        ? question?.kind === each.kind && question.options.length === each.optionCount
        : question?.kind === each.kind;
    }) &&
    shared.runs.every(({ sources }) => sources === undefined || sources.length === benchmark.sourceVideos.length)
  );
}

/**
 * A shared Run as a Run, so that every number can be computed again. It has no replies.
 * @param benchmark one that `fitsBenchmark`
 */
export function openShared(
  shared: SharedResult,
  which: SharedRun,
  benchmark: Benchmark,
  runId: string,
): RunWithAttempts {
  const kept = keptQuestions(benchmark);
  const asked = kept.filter((_, place) => which.answers[place] !== undefined);
  return {
    run: {
      formatVersion: 1,
      id: runId,
      createdAt: which.createdAt,
      benchmark: { name: shared.benchmark.name, digest: shared.benchmark.digest },
      config: {
        ...which.config,
        ...(which.sources === undefined
          ? {}
          : {
              sourceKeys: benchmark.sourceVideos
                .filter((_, at) => which.sources?.[at])
                .map(({ key }) => key)
                .sort(),
            }),
      },
      questionIds: asked.map(({ id }) => id),
      status: which.isFinished ? { kind: 'finished' } : { kind: 'cancelled' },
    },
    attempts: kept.flatMap((question, place) =>
      (which.answers[place] ?? []).map((answer, epoch) => attemptOf(which, question, answer, epoch, runId)),
    ),
  };
}

function attemptOf(
  { config, createdAt }: SharedRun,
  question: Question,
  { outcome, printedIndex, errorType, isOverridden }: SharedAnswer,
  epoch: number,
  runId: string,
): Attempt {
  const optionOrder =
    question.kind === 'multiple-choice' ? optionOrderFor(question, config.optionOrder, config.seed, epoch) : [];
  const shownLetter = printedIndex === undefined ? undefined : shownLetterOf(printedIndex, optionOrder);
  const points = outcome === undefined ? undefined : pointsOf(question.kind, outcome);
  const score = ([0, 1, 2] as const).find((each) => each === points);
  const judged = errorType === undefined || score === undefined ? undefined : { score, errorType };
  const verdict: Verdict | undefined = judged && {
    ...judged,
    explanation: '',
    raw: '',
    judge: {
      provider: config.judge?.model.provider ?? 'unstated',
      modelId: config.judge?.model.modelId ?? 'unstated',
      protocol: config.judge?.protocol ?? { id: 'reference', version: 'unstated' },
    },
  };
  return {
    formatVersion: 1,
    runId,
    questionId: question.id,
    epoch,
    state: outcome === undefined ? { kind: 'queued' } : { kind: 'done', outcome },
    optionOrder,
    prompt: undefined,
    clip: undefined,
    reply: undefined,
    prediction:
      printedIndex === undefined || shownLetter === undefined
        ? undefined
        : { kind: 'letter', shownLetter, printedIndex },
    verdict,
    ...(isOverridden && judged !== undefined ? { override: { ...judged, note: '', at: createdAt } } : {}),
    failure: undefined,
    updatedAt: createdAt,
  };
}

/** Whether a shared Run's headline is the mean of its own answers; the interval can only be computed with the Benchmark. */
export function headlineFollows({ questions, runs }: SharedResult): boolean {
  return runs.every(({ headline, answers }) =>
    (['multiple-choice', 'free-response'] as const).every((kind) => {
      const ofKind = answers.flatMap((each, place) =>
        each !== undefined && questions[place]?.kind === kind ? [each] : [],
      );
      return scoreFollows(kind === 'multiple-choice' ? headline.multipleChoice : headline.freeResponse, ofKind, kind);
    }),
  );
}

function scoreFollows(
  score: Score | undefined,
  answers: readonly (readonly SharedAnswer[])[],
  kind: Question['kind'],
): boolean {
  const ended = answers
    .map((each) => each.flatMap(({ outcome }) => (outcome === undefined ? [] : [{ points: pointsOf(kind, outcome) }])))
    .filter((each) => each.length > 0);
  if (score === undefined || ended.length === 0) return score === undefined && ended.length === 0;
  const all = ended.flat();
  const meanWith = (missing: number | undefined): number | undefined => {
    const means = ended.flatMap((each) => {
      const values = each.flatMap(({ points }) => points ?? missing ?? []);
      return values.length === 0 ? [] : [values.reduce<number>((sum, value) => sum + value, 0) / values.length];
    });
    return means.length === 0 ? undefined : means.reduce((sum, value) => sum + value, 0) / means.length;
  };
  const isClose = (a: number | undefined, b: number | undefined): boolean =>
    a === undefined || b === undefined ? a === b : Math.abs(a - b) <= CLOSE;
  return (
    score.attemptCount === all.length &&
    score.missingCount === all.filter(({ points }) => points === undefined).length &&
    score.allCounted.count === ended.length &&
    isClose(score.allCounted.value, meanWith(0)) &&
    isClose(score.amongAnswered?.value, meanWith(undefined)) &&
    isClose(score.ifMissingRight.value, meanWith(mostPoints(kind)))
  );
}

/** Whether numbers computed again are those that were claimed. */
export function sameScore(claimed: Score | undefined, computed: Score | undefined): boolean {
  if (claimed === undefined || computed === undefined) return claimed === computed;
  return (['allCounted', 'amongAnswered', 'ifMissingRight'] as const).every((way) => {
    const a = claimed[way];
    const b = computed[way];
    if (a === undefined || b === undefined) return a === b;
    return (['value', 'low', 'high'] as const).every((part) => Math.abs(a[part] - b[part]) <= CLOSE);
  });
}
