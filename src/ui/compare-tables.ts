import type { Cell } from '../app/index.ts';
import type { flipsOf, Score } from '../domain/report/index.ts';
import type { Kappa } from '../domain/statistics/index.ts';
import type { Contestant, KindResult } from './state/comparison.ts';

/** A table for spreadsheets; numbers with all their digits. */
export interface SheetTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

type NameOf = (runId: string) => string;

/** Each Run's scores, what has no answer counted as wrong. */
export function scoresTable(contestants: readonly Contestant[], nameOf: NameOf): SheetTable {
  const measures = ['accuracy', 'judge score'];
  const cells = (score: Score | undefined): readonly Cell[] => {
    // A score of nothing but unjudged answers is none.
    const estimate = score?.amongAnswered === undefined ? undefined : score.allCounted;
    return [estimate?.value, estimate?.low, estimate?.high, estimate?.count, estimate && score?.missingCount];
  };
  return {
    header: [
      'run',
      ...measures.flatMap((name) => [
        name,
        `${name}, low (95 %)`,
        `${name}, high (95 %)`,
        `${name}, questions`,
        `${name}, without an answer`,
      ]),
    ],
    rows: contestants.map(({ id, scores }) => [
      nameOf(id),
      ...cells(scores.multipleChoice),
      ...cells(scores.freeResponse),
    ]),
  };
}

/** Runs two by two, the better one first. */
export function pairsTable({ pairs }: KindResult, nameOf: NameOf): SheetTable {
  return {
    header: [
      ...['better run', 'against', 'difference', 'low (95 %)', 'high (95 %)', 'shared questions', 'p', 'corrected p'],
      ...['McNemar’s exact p', 'only the better right', 'only the other right'],
    ],
    rows: pairs.map(({ a, b, comparison: { difference, mcNemar }, adjustedP }) => [
      nameOf(a.id),
      nameOf(b.id),
      difference.estimate.value,
      difference.estimate.low,
      difference.estimate.high,
      difference.estimate.count,
      difference.pValue,
      adjustedP,
      mcNemar?.pValue,
      mcNemar?.onlyA,
      mcNemar?.onlyB,
    ]),
  };
}

/** Questions that one of two Runs has right and the other wrong. */
export function flipsTable(flips: ReturnType<typeof flipsOf>, a: string, b: string): SheetTable {
  return {
    header: ['question', 'kind', 'type', 'video', 'stem', 'right', 'wrong'],
    rows: flips.map(({ question, right }) => [
      question.id,
      question.kind,
      question.type,
      question.videoKey,
      question.stem,
      right === 'a' ? a : b,
      right === 'a' ? b : a,
    ]),
  };
}

/** How often two raters gave which scores to the same answers. */
export function confusionTable(table: Kappa['table'], rows: string, columns: string): SheetTable {
  const scores = [0, 1, 2] as const;
  return {
    header: [`score by ${rows}`, ...scores.map((score) => `${columns} gave ${score}`)],
    rows: scores.map((a) => [a, ...scores.map((b) => table[a]?.[b] ?? 0)]),
  };
}
