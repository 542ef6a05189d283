import type { Cell } from '../../app/index.ts';
import type { Estimate } from '../../domain/statistics/index.ts';
import type { HistogramBin } from '../state/histogram.ts';
import type { HeatMap, LengthRow, PlotRow, SharePart } from '../state/plot-rows.ts';
import type { PartNames } from './draw-shares.ts';

/** The numbers of a plot. */
export interface PlotTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const ESTIMATE_HEADER = ['value', 'low (95 %)', 'high (95 %)', 'questions', 'source videos'];

function cellsOf({ value, low, high, count, clusterCount }: Estimate): readonly number[] {
  return [value, low, high, count, clusterCount];
}

export function estimatesTable(name: string, rows: readonly PlotRow[]): PlotTable {
  return {
    header: [name, ...ESTIMATE_HEADER],
    rows: rows.map((row) => [row.name, ...cellsOf(row.estimate)]),
  };
}

export function lengthsTable(rows: readonly LengthRow[]): PlotTable {
  return {
    header: ['from (s)', 'to under (s)', ...ESTIMATE_HEADER],
    rows: rows.map(({ fromSeconds, toSeconds, estimate }) => [fromSeconds, toSeconds, ...cellsOf(estimate)]),
  };
}

/** A column of values and one of counts for each column of the map. */
export function heatTable({ rows, columns, cells }: HeatMap, rowName: (row: string) => string): PlotTable {
  const found = new Map(cells.map((cell) => [`${cell.column} ${cell.row}`, cell.estimate]));
  return {
    header: ['Video', ...columns.flatMap(({ name }) => [name, `${name}: questions`])],
    rows: rows.map((row) => [
      rowName(row),
      ...columns.flatMap(({ id }) => {
        const estimate = found.get(`${id} ${row}`);
        return [estimate?.value, estimate?.count];
      }),
    ]),
  };
}

export function sharesTable(parts: readonly SharePart[], names: PartNames): PlotTable {
  return {
    header: ['run', 'error', ...ESTIMATE_HEADER],
    rows: parts.map(({ row, part, estimate }) => [row, names[part], ...cellsOf(estimate)]),
  };
}

export function histogramTable(unit: string, bins: readonly HistogramBin[]): PlotTable {
  return {
    header: [`from (${unit})`, `to (${unit})`, 'answers'],
    rows: bins.map(({ from, to, count }) => [from, to, count]),
  };
}
