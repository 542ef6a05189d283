import {
  DURATION_BINS,
  durationBin,
  isPublished,
  type Benchmark,
  type QuestionKind,
  type QuestionType,
} from '../benchmark/index.ts';
import { type Attempt, type Run, unansweredCalls } from '../run/index.ts';
import { repeatParts, type RepeatParts } from '../statistics/index.ts';
import { errorSharesOf } from './error-shares.ts';
import { extractionReportOf } from './extraction-report.ts';
import { ledgerOf } from './ledger.ts';
import { rotationReportOf } from './rotations.ts';
import { scaleOf, scoresOf } from './score.ts';
import { endedAttempts, type EndedAttempt } from './scored-attempts.ts';
import { shortcutReportOf } from './shortcut-report.ts';
import type { Report } from './types.ts';
import { usageSumsOf, type CostOf } from './usage-sums.ts';

const TYPES: readonly QuestionType[] = [1, 2, 3];

export interface ReportOptions {
  /** What a call cost; without it there is no sum of money. */
  readonly costOf?: CostOf;
  /** The same for the judge's calls. */
  readonly judgeCostOf?: CostOf;
}

/**
 * Everything that a Run says about its model, with intervals. Only kept Questions of the Benchmark that the Run asks count.
 * The same input gives the same Report, and the Report is plain JSON.
 */
export function buildReport(
  benchmark: Benchmark,
  run: Run,
  attempts: readonly Attempt[],
  options: ReportOptions = {},
): Report {
  const { ended, pending } = endedAttempts(benchmark, { run, attempts });
  const overall = scoresOf(ended);
  const unanswered = unansweredCalls(attempts, run.status.kind === 'running');
  return {
    formatVersion: 1,
    run: { id: run.id, model: modelName(run), protocol: run.config.protocol, condition: run.config.condition },
    benchmark: { name: benchmark.name, digest: benchmark.digest, isPublished: isPublished(benchmark) },
    ledger: ledgerOf(ended, pending),
    overall,
    byType: TYPES.map((type) => ({ type, ...scoresOf(ended.filter(({ question }) => question.type === type)) })),
    byDuration: DURATION_BINS.map((bin) => ({
      bin,
      ...scoresOf(ended.filter(({ question }) => durationBin(question) === bin)),
    })),
    byVideo: byVideo(benchmark, ended),
    errorShares: errorSharesOf(ended),
    repeats: {
      multipleChoice: repeatsOf(ended, run, 'multiple-choice'),
      freeResponse: repeatsOf(ended, run, 'free-response'),
    },
    rotations: rotationReportOf(ended, run),
    usage: usageSumsOf(ended, options.costOf, options.judgeCostOf, unanswered),
    extraction: extractionReportOf(ended),
    shortcuts: shortcutReportOf(benchmark, { run, attempts }, ended, overall.multipleChoice),
    overriddenCount: ended.filter(({ attempt }) => attempt.override !== undefined).length,
  };
}

/** What a Run's model is called, for a person. */
export function modelName({ config: { model } }: Run): string {
  if (model.kind === 'baseline') return model.baseline;
  return model.kind === 'published' ? model.name : model.modelId;
}

/** Videos in the Benchmark's order, those that nothing was asked of left out. */
function byVideo(benchmark: Benchmark, ended: readonly EndedAttempt[]): Report['byVideo'] {
  const groups = new Map<string, EndedAttempt[]>();
  for (const each of ended) {
    const group = groups.get(each.question.videoKey) ?? [];
    group.push(each);
    groups.set(each.question.videoKey, group);
  }
  return benchmark.videos.flatMap(({ key, sourceKey }) => {
    const group = groups.get(key);
    return group === undefined ? [] : [{ videoKey: key, sourceKey, ...scoresOf(group) }];
  });
}

function repeatsOf(ended: readonly EndedAttempt[], run: Run, kind: QuestionKind): RepeatParts | undefined {
  if (run.config.epochs < 2) return undefined;
  const repeats = ended
    .filter(({ question }) => question.kind === kind)
    .map(({ question, points }) => ({ questionId: question.id, cluster: question.sourceKey, value: points ?? 0 }));
  return repeatParts(repeats, scaleOf(kind));
}
