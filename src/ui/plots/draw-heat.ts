import * as Plot from '@observablehq/plot';

import type { HeatCell, HeatMap } from '../state/plot-rows.ts';
import { emsOf, FRAME, NARROW_PIXELS, svgOf } from './frame.ts';

const TOP = 30;
const BOTTOM = 6;

/** Pixels. */
export function heatHeight({ rows }: HeatMap, width: number): number {
  return TOP + BOTTOM + rows.length * (width < NARROW_PIXELS ? 44 : 26);
}

/** A cell for each estimate, the fuller the better, with its value in digits. */
export function drawHeat(
  map: HeatMap,
  width: number,
  options: {
    readonly max: number;
    readonly cell: (value: number) => string;
    readonly rowName: (row: string) => string;
    readonly say: (value: number) => string;
  },
): SVGSVGElement {
  const narrow = width < NARROW_PIXELS;
  const left = narrow ? 0 : 0.42 * width;
  const cells = [...map.cells];
  const columnNames = new Map(map.columns.map(({ id, name }) => [id, name]));
  const columnPixels = (width - left) / Math.max(1, map.columns.length);
  const height = heatHeight(map, width);
  return svgOf(
    Plot.plot({
      ...FRAME,
      width,
      height,
      marginLeft: left,
      marginRight: 0,
      marginTop: TOP,
      marginBottom: BOTTOM,
      x: { type: 'band', domain: map.columns.map(({ id }) => id), axis: null, padding: 0.03 },
      y: { type: 'band', domain: [...map.rows], axis: null, padding: 0 },
      marks: [
        Plot.text([...map.columns], {
          x: 'id',
          text: 'name',
          frameAnchor: 'top',
          dy: -16,
          lineWidth: emsOf(columnPixels - 8),
          textOverflow: 'ellipsis',
          fill: 'var(--color-text)',
        }),
        Plot.cell(cells, {
          x: 'column',
          y: 'row',
          fill: {
            value: ({ estimate }: HeatCell) =>
              `color-mix(in srgb, var(--plot-heat) ${Math.round((100 * estimate.value) / options.max)}%, var(--color-surface))`,
            scale: null,
          },
          stroke: 'var(--color-line)',
          insetTop: narrow ? 21 : 1,
          insetBottom: 1,
          title: ({ row, column, estimate }: HeatCell) =>
            `${options.rowName(row)}, ${columnNames.get(column) ?? column}: ${options.say(estimate.value)} of ${estimate.count} questions`,
        }),
        Plot.text(cells, {
          x: 'column',
          y: 'row',
          text: ({ estimate }: HeatCell) => options.cell(estimate.value),
          dy: narrow ? 10 : 0,
          fill: 'var(--color-text)',
          fontVariant: 'tabular-nums',
        }),
        Plot.text([...map.rows], {
          y: (row: string) => row,
          text: options.rowName,
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: narrow ? 0 : -left + 2,
          dy: narrow ? -11 : 0,
          lineWidth: emsOf(narrow ? width - 10 : left - 14),
          textOverflow: 'ellipsis',
          fill: 'var(--color-text)',
        }),
      ],
    }),
  );
}
