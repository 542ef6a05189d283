import type { Benchmark, QuestionKind, QuestionType } from '../benchmark/index.ts';
import type { Condition } from '../run/index.ts';
import {
  exactMcNemar,
  pairedDifference,
  questionsToSeparate,
  tiedGroups,
  type Difference,
  type McNemar,
  type Separation,
  type TiedGroups,
} from '../statistics/index.ts';
import { modelName } from './build-report.ts';
import { questionMeans, scaleOf } from './score.ts';
import { endedAttempts, type RunWithAttempts } from './scored-attempts.ts';

/** a − b over the questions that both Runs ended, what is no answer counted as 0. */
export interface KindComparison {
  readonly difference: Difference;
  /** Only of letters, each asked once. */
  readonly mcNemar: McNemar | undefined;
  /** What it would take to tell the two apart. */
  readonly separation: Separation | undefined;
}

export interface ComparedRun {
  readonly runId: string;
  readonly model: string;
  readonly condition: Condition;
}

export interface RunComparison {
  readonly formatVersion: 1;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** Undefined where the two share no question of the kind. */
  readonly multipleChoice: KindComparison | undefined;
  readonly freeResponse: KindComparison | undefined;
  readonly byType: readonly {
    readonly type: QuestionType;
    readonly multipleChoice: Difference | undefined;
    readonly freeResponse: Difference | undefined;
  }[];
}

/** Compares two Runs question by question, clustered by source video. */
export function compareRuns(benchmark: Benchmark, a: RunWithAttempts, b: RunWithAttempts): RunComparison {
  return {
    formatVersion: 1,
    a: { runId: a.run.id, model: modelName(a.run), condition: a.run.config.condition },
    b: { runId: b.run.id, model: modelName(b.run), condition: b.run.config.condition },
    multipleChoice: compareKind(benchmark, a, b, 'multiple-choice'),
    freeResponse: compareKind(benchmark, a, b, 'free-response'),
    byType: ([1, 2, 3] as const).map((type) => ({
      type,
      multipleChoice: pairedDifference(pairsOf(benchmark, a, b, 'multiple-choice', type), scaleOf('multiple-choice')),
      freeResponse: pairedDifference(pairsOf(benchmark, a, b, 'free-response', type), scaleOf('free-response')),
    })),
  };
}

/** What the video was worth to a model, or why two Runs cannot tell. */
export type BlindGain =
  | { readonly kind: 'gain'; readonly comparison: RunComparison }
  | { readonly kind: 'not-comparable'; readonly why: string };

/** A Run that saw the video against one of the same model that did not: the gain is what the video was worth. */
export function blindGain(benchmark: Benchmark, seeing: RunWithAttempts, blind: RunWithAttempts): BlindGain {
  const uncropped = [seeing, blind].some(({ run }) => run.config.condition === 'youtube-uncropped');
  if (uncropped)
    return {
      kind: 'not-comparable',
      why: 'A run read whole videos of YouTube with their sound, which is more than the clip.',
    };
  const sees = ({ run }: RunWithAttempts): boolean =>
    run.config.condition === 'video' || run.config.condition === 'frames';
  if (!sees(seeing)) return { kind: 'not-comparable', why: 'The first run was not shown the video.' };
  if (sees(blind)) return { kind: 'not-comparable', why: 'The second run was shown the video too.' };
  if (modelName(seeing.run) !== modelName(blind.run))
    return { kind: 'not-comparable', why: 'The two runs are of different models.' };
  return { kind: 'gain', comparison: compareRuns(benchmark, seeing, blind) };
}

/** Which of several Runs the questions of a kind tell apart. Runs of one model are told apart by their ids. */
export function tiedRuns(benchmark: Benchmark, runs: readonly RunWithAttempts[], kind: QuestionKind): TiedGroups {
  const clusters = new Map(benchmark.questions.map(({ id, sourceKey }) => [id, sourceKey]));
  return tiedGroups(
    runs.map((each) => ({ name: each.run.id, values: valuesOf(benchmark, each, kind) })),
    (questionId) => clusters.get(questionId) ?? questionId,
    scaleOf(kind),
  );
}

function compareKind(
  benchmark: Benchmark,
  a: RunWithAttempts,
  b: RunWithAttempts,
  kind: QuestionKind,
): KindComparison | undefined {
  const pairs = pairsOf(benchmark, a, b, kind);
  const difference = pairedDifference(pairs, scaleOf(kind));
  if (difference === undefined) return undefined;
  const isOnce = a.run.config.epochs === 1 && b.run.config.epochs === 1;
  return {
    difference,
    mcNemar:
      kind === 'multiple-choice' && isOnce
        ? exactMcNemar(pairs.map((pair) => ({ a: pair.a === 1, b: pair.b === 1 })))
        : undefined,
    separation: questionsToSeparate(difference),
  };
}

function pairsOf(
  benchmark: Benchmark,
  a: RunWithAttempts,
  b: RunWithAttempts,
  kind: QuestionKind,
  type?: QuestionType,
): readonly { readonly a: number; readonly b: number; readonly cluster: string }[] {
  const first = valuesOf(benchmark, a, kind);
  const second = valuesOf(benchmark, b, kind);
  return benchmark.questions.flatMap((question) => {
    const one = first.get(question.id);
    const other = second.get(question.id);
    if (one === undefined || other === undefined || (type !== undefined && question.type !== type)) return [];
    return [{ a: one, b: other, cluster: question.sourceKey }];
  });
}

function valuesOf(benchmark: Benchmark, run: RunWithAttempts, kind: QuestionKind): ReadonlyMap<string, number> {
  const ended = endedAttempts(benchmark, run).ended.filter(({ question }) => question.kind === kind);
  return new Map([...questionMeans(ended, ({ points }) => points ?? 0)].map(([id, { value }]) => [id, value]));
}
