import { clusteredMean } from './clustered-mean.ts';
import type { Estimate, Scale } from './estimate.ts';

/** One repeat of one question. */
export interface Repeat {
  readonly questionId: string;
  readonly cluster: string;
  readonly value: number;
}

export interface RepeatParts {
  /** Over questions, each by the mean of its repeats. */
  readonly mean: Estimate;
  /** Repeats of a question, on average. */
  readonly repeatCount: number;
  /** Variance of the questions' true means: how much questions differ. */
  readonly betweenVariance: number;
  /** Variance of repeats of one question: how much the model differs from itself. Undefined where none was repeated. */
  readonly withinVariance: number | undefined;
  /** Questions whose repeats are not all alike, of those repeated; undefined where none was. */
  readonly changingShare: number | undefined;
}

/**
 * Repeats taken apart (one-way analysis of variance): what differs between questions and what within one. More repeats lessen
 * only the second part; more questions both.
 * @returns undefined where there is nothing
 */
export function repeatParts(repeats: readonly Repeat[], scale: Scale): RepeatParts | undefined {
  const groups = new Map<string, { readonly cluster: string; readonly values: number[] }>();
  for (const { questionId, cluster, value } of repeats) {
    const group = groups.get(questionId) ?? { cluster, values: [] };
    group.values.push(value);
    groups.set(questionId, group);
  }
  const questions = [...groups.values()].map(({ cluster, values }) => ({ cluster, values, value: meanOf(values) }));
  const mean = clusteredMean(questions, scale);
  if (mean === undefined) return undefined;

  const repeated = questions.filter(({ values }) => values.length > 1);
  const spare = repeated.reduce((sum, { values }) => sum + values.length - 1, 0);
  const squares = repeated.reduce(
    (sum, { values, value }) => sum + sumOf(values.map((each) => (each - value) ** 2)),
    0,
  );
  const withinVariance = spare === 0 ? undefined : squares / spare;
  const ofMeans =
    questions.length < 2 ? 0 : sumOf(questions.map(({ value }) => (value - mean.value) ** 2)) / (questions.length - 1);
  const fromWithin = (withinVariance ?? 0) * meanOf(questions.map(({ values }) => 1 / values.length));
  return {
    mean,
    repeatCount: repeats.length / questions.length,
    betweenVariance: Math.max(0, ofMeans - fromWithin),
    withinVariance,
    changingShare:
      repeated.length === 0
        ? undefined
        : repeated.filter(({ values }) => values.some((value) => value !== values[0])).length / repeated.length,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
