import { keptQuestions, type Benchmark } from '../benchmark/index.ts';
import { pointsOf, standingVerdict } from '../outcome/index.ts';
import { buildReport, type RunWithAttempts, type Score } from '../report/index.ts';
import type { Attempt } from '../run/index.ts';
import type { Estimate } from '../statistics/index.ts';
import { safeModel } from './safe-model.ts';
import type { SharedAnswer, SharedConfig, SharedQuestion, SharedResult, SharedRun } from './types.ts';

const MOST_VERSIONS = 4;

/**
 * What a link carries of Runs over one Benchmark. Never a key, a reply, or an address with a password or a relay's token in it.
 * @throws {TypeError} one sentence, where a Run is of another Benchmark or a parameter looks like a key
 */
export function shareRuns(benchmark: Benchmark, runs: readonly RunWithAttempts[]): SharedResult {
  const { name, digest, origin } = benchmark;
  return {
    benchmark: { name, digest, commit: origin.kind === 'repository' ? origin.commit : undefined },
    questions: keptQuestions(benchmark).map((question): SharedQuestion =>
      question.kind === 'multiple-choice'
        ? { kind: question.kind, optionCount: question.options.length }
        : { kind: question.kind },
    ),
    runs: runs.map((each) => shareRun(benchmark, each)),
  };
}

function shareRun(benchmark: Benchmark, { run, attempts }: RunWithAttempts): SharedRun {
  if (run.benchmark.digest !== benchmark.digest)
    throw new TypeError(`A link is made with the run’s own questions: open “${run.benchmark.name}” first.`);
  const { overall } = buildReport(benchmark, run, attempts);
  const asked = new Set(run.questionIds);
  const ofQuestion = new Map<string, Attempt[]>();
  for (const attempt of attempts)
    ofQuestion.set(attempt.questionId, [...(ofQuestion.get(attempt.questionId) ?? []), attempt]);
  const versions = new Set(attempts.flatMap(({ reply }) => reply?.modelVersion ?? []));
  return {
    createdAt: toTheSecond(run.createdAt),
    isFinished: run.status.kind === 'finished',
    config: sharedConfig(run.config),
    sources: sourcesOf(benchmark, run.config.sourceKeys),
    correctionCount: run.config.corrections?.length ?? 0,
    modelVersions: [...versions].sort().slice(0, MOST_VERSIONS),
    headline: {
      multipleChoice: overall.multipleChoice && roundedScore(overall.multipleChoice),
      freeResponse: overall.freeResponse && roundedScore(overall.freeResponse),
    },
    answers: keptQuestions(benchmark).map(({ id }) =>
      asked.has(id) ? answersOf(ofQuestion.get(id) ?? []) : undefined,
    ),
  };
}

function answersOf(attempts: readonly Attempt[]): readonly SharedAnswer[] {
  const byEpoch = new Map(attempts.map((attempt) => [attempt.epoch, attempt]));
  const count = 1 + Math.max(-1, ...byEpoch.keys());
  return Array.from({ length: count }, (_, epoch) => {
    const attempt = byEpoch.get(epoch);
    if (attempt?.state.kind !== 'done')
      return { outcome: undefined, printedIndex: undefined, errorType: undefined, isOverridden: false };
    const { outcome } = attempt.state;
    const printedIndex = attempt.prediction?.kind === 'letter' ? attempt.prediction.printedIndex : undefined;
    const errorType =
      pointsOf('free-response', outcome) === undefined ? undefined : standingVerdict(attempt)?.errorType;
    return {
      outcome,
      printedIndex,
      errorType,
      isOverridden: errorType !== undefined && attempt.override !== undefined,
    };
  });
}

/** A restriction to all source videos is none. */
function sourcesOf(benchmark: Benchmark, keys: readonly string[] | undefined): readonly boolean[] | undefined {
  if (keys === undefined) return undefined;
  const chosen = new Set(keys);
  const sources = benchmark.sourceVideos.map(({ key }) => chosen.has(key));
  return sources.every((each) => each) ? undefined : sources;
}

function sharedConfig(config: SharedConfig): SharedConfig {
  const { model, protocol, condition, optionOrder, kinds, limit, seed, epochs, judge } = config;
  return {
    model: safeModel(model),
    protocol,
    condition,
    optionOrder,
    kinds,
    limit,
    seed,
    epochs,
    ...(config.evenOptions === true ? { evenOptions: true } : {}),
    ...(config.clipEngine === undefined || config.clipEngine === 'auto' ? {} : { clipEngine: config.clipEngine }),
    ...(judge === undefined ? {} : { judge: { ...judge, model: safeModel(judge.model) } }),
    ...(config.freshAnswers === true ? { freshAnswers: true } : {}),
  };
}

function toTheSecond(iso: string): string {
  const ms = Date.parse(iso);
  return new Date(Number.isNaN(ms) ? 0 : Math.max(0, Math.floor(ms / 1000) * 1000)).toISOString();
}

function roundedScore(score: Score): Score {
  const { amongAnswered, missingCount } = score;
  const allCounted = rounded(score.allCounted);
  if (missingCount === 0) return { ...score, allCounted, amongAnswered: allCounted, ifMissingRight: allCounted };
  return {
    ...score,
    allCounted,
    amongAnswered: amongAnswered && rounded(amongAnswered),
    ifMissingRight: rounded(score.ifMissingRight),
  };
}

/** To a millionth, as a link carries it. */
export function toMillionth(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}

function rounded(estimate: Estimate): Estimate {
  const { method } = estimate;
  return {
    ...estimate,
    value: toMillionth(estimate.value),
    standardError: toMillionth(estimate.standardError),
    low: toMillionth(estimate.low),
    high: toMillionth(estimate.high),
    method:
      method.kind === 'bounded'
        ? { ...method, effectiveCount: Math.round(method.effectiveCount * 1000) / 1000 }
        : method,
  };
}
