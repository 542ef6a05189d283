import { windowSeconds, type Benchmark, type QuestionType } from '../../domain/benchmark/index.ts';
import type { ShortcutResult } from '../../domain/baselines/index.ts';
import {
  scoresBy,
  type ErrorShares,
  type GroupScores,
  type RunComparison,
  type RunWithAttempts,
} from '../../domain/report/index.ts';
import type { Estimate } from '../../domain/statistics/index.ts';
import { counted, type Counting } from './run-report.ts';

/** Which of a Run's two scores a plot is of. */
export type ScoreKind = keyof GroupScores;

/** A line of a plot: an estimate with its interval. */
export interface PlotRow {
  readonly id: string;
  readonly name: string;
  /** `own`: the one that the plot is about; `shortcut`: a rule that never looks at the video. */
  readonly role: 'own' | 'run' | 'shortcut';
  readonly estimate: Estimate;
}

export interface NamedRun extends RunWithAttempts {
  readonly name: string;
  readonly scores: GroupScores;
}

/** A score to be set beside others, what is no answer counted as 0; undefined where nothing was answered and scored. */
export function comparable(scores: GroupScores, kind: ScoreKind): Estimate | undefined {
  const score = scores[kind];
  return score?.amongAnswered === undefined ? undefined : score.allCounted;
}

/**
 * Runs and shortcuts by their scores, best first. What is no answer counts as 0, as a shortcut always answers.
 * @param ownId the Run that the plot is about; none of several that stand on a par
 */
export function forestRows(
  kind: ScoreKind,
  runs: readonly NamedRun[],
  ownId: string | undefined,
  shortcuts: readonly (ShortcutResult & { readonly title: string })[],
): readonly PlotRow[] {
  const rows = [
    ...runs.flatMap(({ run, name, scores }): readonly PlotRow[] => {
      const estimate = comparable(scores, kind);
      return estimate === undefined ? [] : [{ id: run.id, name, role: run.id === ownId ? 'own' : 'run', estimate }];
    }),
    ...(kind === 'multipleChoice' ? shortcuts : []).map(({ name, title, estimate }): PlotRow => ({
      id: `shortcut ${name}`,
      name: title,
      role: 'shortcut',
      estimate,
    })),
  ];
  return rows.sort((a, b) => b.estimate.value - a.estimate.value);
}

/** The best of the shortcuts among rows. */
export function bestShortcut(rows: readonly PlotRow[]): PlotRow | undefined {
  return rows
    .filter(({ role }) => role === 'shortcut')
    .reduce<PlotRow | undefined>(
      (best, row) => (best === undefined || row.estimate.value > best.estimate.value ? row : best),
      undefined,
    );
}

/** Groups of one Run's questions as rows, in their order; groups without a score are left out. */
export function groupRows(
  groups: readonly ({ readonly name: string } & GroupScores)[],
  kind: ScoreKind,
  counting: Counting,
): readonly PlotRow[] {
  return groups.flatMap((group) => {
    const estimate = counted(group[kind], counting);
    return estimate === undefined ? [] : [{ id: group.name, name: group.name, role: 'own' as const, estimate }];
  });
}

/** A stretch of lengths, from (and with) the one to (and without) the other. */
export interface LengthRow {
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly estimate: Estimate;
}

const BIN_SECONDS = 3;

/** A Run's score by the length of the clip as printed, in the bins of three seconds that upstream draws. */
export function lengthRows(
  benchmark: Benchmark,
  run: RunWithAttempts,
  kind: ScoreKind,
  counting: Counting,
): readonly LengthRow[] {
  // Times are decimal fractions: 9.3 − 3.3 must not fall short of 6.
  const binOf = (seconds: number): number => Math.floor(Math.round(seconds * 1000) / (BIN_SECONDS * 1000));
  const groups = scoresBy(benchmark, run, (question) => binOf(windowSeconds(question)));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([bin, scores]) => {
      const estimate = counted(scores[kind], counting);
      if (estimate === undefined) return [];
      return [{ fromSeconds: bin * BIN_SECONDS, toSeconds: (bin + 1) * BIN_SECONDS, estimate }];
    });
}

/** One cell of a heat map. */
export interface HeatCell {
  readonly row: string;
  readonly column: string;
  readonly estimate: Estimate;
}

export interface HeatMap {
  /** Ids, in the order to be drawn: the hardest row first. */
  readonly rows: readonly string[];
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly cells: readonly HeatCell[];
}

/** Videos by Runs, what is no answer counted as 0. */
export function videosByRuns(benchmark: Benchmark, runs: readonly NamedRun[], kind: ScoreKind): HeatMap {
  const columns = runs.flatMap((run) => {
    const cells = [...scoresBy(benchmark, run, ({ videoKey }) => videoKey)].flatMap(([row, scores]) =>
      cellOf(row, run.run.id, scores, kind),
    );
    return cells.length === 0 ? [] : [{ id: run.run.id, name: run.name, cells }];
  });
  return heatMap(columns);
}

/** Videos by types of question for one Run, what is no answer counted as 0. */
export function videosByTypes(
  benchmark: Benchmark,
  run: RunWithAttempts,
  kind: ScoreKind,
  nameOf: (type: QuestionType) => string,
): HeatMap {
  const columns = ([1, 2, 3] as const).flatMap((type) => {
    const id = String(type);
    const groups = scoresBy(benchmark, run, (question) => (question.type === type ? question.videoKey : undefined));
    const cells = [...groups].flatMap(([row, scores]) => (row === undefined ? [] : cellOf(row, id, scores, kind)));
    return cells.length === 0 ? [] : [{ id, name: nameOf(type), cells }];
  });
  return heatMap(columns);
}

function cellOf(row: string, column: string, scores: GroupScores, kind: ScoreKind): readonly HeatCell[] {
  // A failed call counts as wrong; an answer that nobody has judged is not 0 points.
  const estimate = kind === 'multipleChoice' ? scores[kind]?.allCounted : comparable(scores, kind);
  return estimate === undefined ? [] : [{ row, column, estimate }];
}

function heatMap(
  columns: readonly { readonly id: string; readonly name: string; readonly cells: readonly HeatCell[] }[],
): HeatMap {
  const cells = columns.flatMap((column) => column.cells);
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { row, estimate } of cells) {
    const entry = sums.get(row) ?? { sum: 0, count: 0 };
    sums.set(row, { sum: entry.sum + estimate.value * estimate.count, count: entry.count + estimate.count });
  }
  const mean = ({ sum, count }: { sum: number; count: number }): number => sum / count;
  return {
    rows: [...sums].sort(([a, x], [b, y]) => mean(x) - mean(y) || a.localeCompare(b)).map(([row]) => row),
    columns: columns.map(({ id, name }) => ({ id, name })),
    cells,
  };
}

export const ERROR_PARTS = ['none', 'wrongConclusion', 'wrongVisualEvidence', 'bothFail', 'unjudged'] as const;

export type ErrorPart = (typeof ERROR_PARTS)[number];

/** A part of a bar of 1: shares of all free-response questions. */
export interface SharePart {
  readonly row: string;
  readonly part: ErrorPart;
  readonly from: number;
  readonly to: number;
  readonly estimate: Estimate;
}

/** How free-response answers went wrong in several Runs, as parts that lie end to end. */
export function errorParts(
  runs: readonly { readonly name: string; readonly shares: ErrorShares | undefined }[],
): readonly SharePart[] {
  return runs.flatMap(({ name, shares }) => {
    // Where nothing was judged there is nothing to say of errors.
    if (shares === undefined || shares.unjudged.value >= 1) return [];
    let from = 0;
    return ERROR_PARTS.map((part) => {
      const start = from;
      from += shares[part].value;
      return { row: name, part, from: start, to: from, estimate: shares[part] };
    });
  });
}

/** What the video was worth: all questions of a kind, and each type. Undefined where the two Runs share none of the kind. */
export function gainRows(
  comparison: RunComparison,
  kind: ScoreKind,
  typeName: (type: QuestionType) => string,
): readonly PlotRow[] | undefined {
  const all = comparison[kind]?.difference.estimate;
  if (all === undefined) return undefined;
  return [
    { id: 'all', name: 'All questions', role: 'own', estimate: all },
    ...comparison.byType.flatMap((group): readonly PlotRow[] => {
      const estimate = group[kind]?.estimate;
      return estimate === undefined
        ? []
        : [{ id: `type ${group.type}`, name: typeName(group.type), role: 'run', estimate }];
    }),
  ];
}
