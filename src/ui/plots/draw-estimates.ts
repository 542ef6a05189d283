import * as Plot from '@observablehq/plot';

import type { PlotRow } from '../state/plot-rows.ts';
import { emsOf, FRAME, GRID, NARROW_PIXELS, svgOf, widthOf } from './frame.ts';

export interface EstimatesOptions {
  /** The ends of the scale. */
  readonly domain: readonly [number, number];
  /** A value for the marks of the axis. */
  readonly tick: (value: number) => string;
  /** A value for the end of a row. */
  readonly say: (value: number) => string;
  readonly axis: string;
  /** A line across all rows. */
  readonly mark?: { readonly value: number; readonly label: string } | undefined;
}

const TOP = 26;
const BOTTOM = 46;
const VALUE_PIXELS = 64;
const TICK_PIXELS = 48;

/** Pixels. */
export function estimatesHeight(rowCount: number, width: number): number {
  return TOP + BOTTOM + rowCount * (width < NARROW_PIXELS ? 44 : 30);
}

/** One row for each estimate: its name, a shape at its value, its interval as a line, and the value in digits. */
export function drawEstimates(rows: readonly PlotRow[], width: number, options: EstimatesOptions): SVGSVGElement {
  const narrow = width < NARROW_PIXELS;
  const longest = Math.max(...rows.map(({ name }) => widthOf(name)), 60);
  const left = narrow ? 14 : Math.min(longest + 24, 0.46 * width);
  // A tick each tenth takes eleven labels' room.
  const ticks = width - left - VALUE_PIXELS < 11 * TICK_PIXELS ? 4 : 8;
  const data = [...rows];
  const colour = ({ role }: PlotRow): string => `var(--plot-${role})`;
  const { domain, mark, say } = options;
  const title = ({ name, estimate }: PlotRow): string =>
    `${name}: ${say(estimate.value)}, 95 % interval ${say(estimate.low)} to ${say(estimate.high)}`;
  const clamp = (value: number): number => Math.min(domain[1], Math.max(domain[0], value));
  // Names over the marks of a narrow plot, so the marks are a little lower than the middle.
  const dy = narrow ? 10 : 0;
  return svgOf(
    Plot.plot({
      ...FRAME,
      width,
      height: estimatesHeight(rows.length, width),
      marginLeft: left,
      marginRight: VALUE_PIXELS,
      marginTop: TOP,
      marginBottom: BOTTOM,
      x: { domain: [...domain] },
      y: { type: 'band', domain: rows.map(({ id }) => id), axis: null, padding: 0 },
      marks: [
        Plot.gridX({ ...GRID, ticks }),
        Plot.axisX({
          ticks,
          tickFormat: options.tick,
          tickSize: 0,
          label: options.axis,
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 38,
        }),
        ...(mark === undefined
          ? []
          : [
              Plot.ruleX([mark.value], { stroke: 'var(--plot-shortcut)', strokeWidth: 1.5, strokeDasharray: '4 3' }),
              Plot.text([mark.label], {
                x: () => mark.value,
                frameAnchor: 'top',
                dy: -TOP + 12,
                textAnchor: mark.value > (domain[0] + domain[1]) / 2 ? 'end' : 'start',
                fill: 'var(--color-text-quiet)',
              }),
            ]),
        Plot.ruleY(data, {
          y: 'id',
          x1: ({ estimate }: PlotRow) => clamp(estimate.low),
          x2: ({ estimate }: PlotRow) => clamp(estimate.high),
          stroke: colour,
          strokeWidth: 2.5,
          dy,
          title,
        }),
        ...(['own', 'run', 'shortcut'] as const).map((role) =>
          Plot.dot(
            data.filter((row) => row.role === role),
            {
              y: 'id',
              x: ({ estimate }: PlotRow) => clamp(estimate.value),
              symbol: role === 'own' ? 'diamond' : role === 'run' ? 'circle' : 'square',
              r: role === 'own' ? 6.5 : 5,
              fill: role === 'shortcut' ? 'var(--color-page)' : colour,
              stroke: colour,
              strokeWidth: 2,
              dy,
              title,
            },
          ),
        ),
        Plot.text(data, {
          y: 'id',
          text: 'name',
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: -left + 2,
          dy: narrow ? -11 : 0,
          lineWidth: emsOf(narrow ? width - 20 : left - 14),
          // Beside its mark a name has room for two lines.
          textOverflow: narrow ? 'ellipsis' : null,
          fill: 'var(--color-text)',
        }),
        Plot.text(data, {
          y: 'id',
          text: ({ estimate }: PlotRow) => say(estimate.value),
          frameAnchor: 'right',
          textAnchor: 'end',
          dx: VALUE_PIXELS - 2,
          dy,
          fill: 'var(--color-text)',
          fontVariant: 'tabular-nums',
        }),
      ],
    }),
  );
}
