import * as Plot from '@observablehq/plot';

import type { LengthRow } from '../state/plot-rows.ts';
import { FRAME, GRID, NARROW_PIXELS, svgOf } from './frame.ts';

export const LENGTHS_HEIGHT = 300;

/** Bins of lengths from left to right: a dot at each value with its interval as a line, and the count of questions below. */
export function drawLengths(
  rows: readonly LengthRow[],
  width: number,
  options: {
    readonly max: number;
    readonly tick: (value: number) => string;
    readonly say: (value: number) => string;
    readonly axis: string;
    readonly overall: number | undefined;
  },
): SVGSVGElement {
  const data = [...rows];
  const end = Math.max(...rows.map(({ toSeconds }) => toSeconds));
  const start = Math.min(...rows.map(({ fromSeconds }) => fromSeconds));
  const middle = ({ fromSeconds, toSeconds }: LengthRow): number => (fromSeconds + toSeconds) / 2;
  const title = ({ fromSeconds, toSeconds, estimate }: LengthRow): string =>
    `${fromSeconds} to under ${toSeconds} s: ${options.say(estimate.value)}, 95 % interval ${options.say(estimate.low)} to ${options.say(estimate.high)}, ${estimate.count} questions`;
  // Where bins are too close for digits to stand beside each other, the table has the counts.
  const roomy = (width - 60) / ((end - start) / 3) > 24;
  return svgOf(
    Plot.plot({
      ...FRAME,
      width,
      height: LENGTHS_HEIGHT,
      marginLeft: 48,
      marginRight: 10,
      marginTop: 30,
      marginBottom: roomy ? 62 : 46,
      x: { domain: [start, end] },
      y: { domain: [0, options.max] },
      marks: [
        Plot.gridY({ ...GRID, ticks: 5 }),
        Plot.axisY({
          ticks: 5,
          tickFormat: options.tick,
          tickSize: 0,
          label: options.axis,
          labelArrow: 'none',
          labelAnchor: 'top',
        }),
        Plot.axisX({
          ticks: width < NARROW_PIXELS ? 5 : 12,
          tickSize: 4,
          label: roomy
            ? 'Length of the clip, seconds; below it the number of questions'
            : 'Length of the clip, seconds',
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: roomy ? 56 : 38,
        }),
        ...(options.overall === undefined
          ? []
          : [Plot.ruleY([options.overall], { stroke: 'var(--color-text-quiet)', strokeDasharray: '4 3' })]),
        Plot.ruleX(data, {
          x: middle,
          y1: ({ estimate }: LengthRow) => estimate.low,
          y2: ({ estimate }: LengthRow) => estimate.high,
          stroke: 'var(--plot-own)',
          strokeWidth: 2.5,
          title,
        }),
        Plot.dot(data, {
          x: middle,
          y: ({ estimate }: LengthRow) => estimate.value,
          r: 5,
          symbol: 'diamond',
          fill: 'var(--plot-own)',
          stroke: 'var(--plot-own)',
          title,
        }),
        ...(roomy
          ? [
              Plot.text(data, {
                x: middle,
                text: ({ estimate }: LengthRow) => String(estimate.count),
                frameAnchor: 'bottom',
                dy: 34,
                fontSize: 11,
                fill: 'var(--color-text-quiet)',
              }),
            ]
          : []),
      ],
    }),
  );
}
