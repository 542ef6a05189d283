import * as Plot from '@observablehq/plot';

import type { HistogramBin } from '../state/histogram.ts';
import { FRAME, GRID, NARROW_PIXELS, svgOf } from './frame.ts';

export const HISTOGRAM_HEIGHT = 250;

/** Bars of how many values lie in each bin, with a line at the middle one. */
export function drawHistogram(
  bins: readonly HistogramBin[],
  width: number,
  options: {
    readonly axis: string;
    readonly tick: (value: number) => string;
    readonly median: number;
    readonly medianLabel: string;
  },
): SVGSVGElement {
  const start = bins[0]?.from ?? 0;
  const end = bins.at(-1)?.to ?? 1;
  return svgOf(
    Plot.plot({
      ...FRAME,
      width,
      height: HISTOGRAM_HEIGHT,
      marginLeft: 44,
      marginRight: 16,
      marginTop: 28,
      marginBottom: 46,
      x: { domain: [start, end] },
      marks: [
        Plot.gridY({ ...GRID, ticks: 4 }),
        Plot.axisY({ ticks: 4, tickSize: 0, label: 'Answers', labelArrow: 'none', labelAnchor: 'top' }),
        Plot.axisX({
          ticks: width < NARROW_PIXELS ? 4 : 9,
          tickSize: 4,
          tickFormat: options.tick,
          label: options.axis,
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 40,
        }),
        Plot.rect([...bins], {
          x1: 'from',
          x2: 'to',
          y1: 0,
          y2: 'count',
          insetLeft: 0.5,
          insetRight: 0.5,
          fill: 'var(--plot-own)',
          title: ({ from, to, count }: HistogramBin) =>
            `${options.tick(from)} to ${options.tick(to)}: ${count} ${count === 1 ? 'answer' : 'answers'}`,
        }),
        Plot.ruleY([0], { stroke: 'var(--color-line-strong)' }),
        Plot.ruleX([options.median], { stroke: 'var(--color-text)', strokeWidth: 1.5, strokeDasharray: '4 3' }),
        Plot.text([options.medianLabel], {
          x: () => options.median,
          frameAnchor: 'top',
          dy: -12,
          textAnchor: options.median > (start + end) / 2 ? 'end' : 'start',
          fill: 'var(--color-text)',
        }),
      ],
    }),
  );
}
