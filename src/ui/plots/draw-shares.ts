import * as Plot from '@observablehq/plot';

import { ERROR_PARTS, type ErrorPart, type SharePart } from '../state/plot-rows.ts';
import { emsOf, FRAME, GRID, NARROW_PIXELS, svgOf, widthOf } from './frame.ts';

const BOTTOM = 34;
const LINE = 24;

/** Each part has a colour and a pattern of its own: angle of its lines in degrees, undefined for a plain fill. */
const LOOKS: Readonly<Record<ErrorPart, { readonly colour: string; readonly angle: number | undefined }>> = {
  none: { colour: 'var(--outcome-correct)', angle: undefined },
  wrongConclusion: { colour: 'var(--outcome-incorrect)', angle: 45 },
  wrongVisualEvidence: { colour: 'var(--outcome-failed)', angle: -45 },
  bothFail: { colour: 'var(--outcome-incorrect)', angle: undefined },
  unjudged: { colour: 'var(--outcome-unscored)', angle: 90 },
};

const SVG = 'http://www.w3.org/2000/svg';
let drawn = 0;

export type PartNames = Readonly<Record<ErrorPart, string>>;

/** Where each entry of the legend stands, and how many lines they take. */
function legendOf(width: number, names: PartNames) {
  let x = 0;
  let line = 0;
  const entries = ERROR_PARTS.map((part) => {
    const needed = 22 + widthOf(names[part]) + 18;
    if (x > 0 && x + needed > width) {
      x = 0;
      line += 1;
    }
    const entry = { part, x, y: line * LINE };
    x += needed;
    return entry;
  });
  return { entries, pixels: (line + 1) * LINE + 6 };
}

/** Pixels. */
export function sharesHeight(rowCount: number, width: number, names: PartNames): number {
  return legendOf(width, names).pixels + BOTTOM + rowCount * (width < NARROW_PIXELS ? 50 : 36);
}

/** A bar of 100 % for each row, cut into parts that differ by pattern as by colour. */
export function drawShares(parts: readonly SharePart[], width: number, names: PartNames): SVGSVGElement {
  const narrow = width < NARROW_PIXELS;
  const rows = [...new Set(parts.map(({ row }) => row))];
  const left = narrow ? 12 : Math.min(Math.max(...rows.map(widthOf)) + 24, 0.36 * width);
  const legend = legendOf(width, names);
  drawn += 1;
  const prefix = `share-pattern-${drawn}`;
  const fill = (part: ErrorPart): string => `url(#${prefix}-${part})`;
  const data = parts.filter(({ from, to }) => to > from);
  const plot = svgOf(
    Plot.plot({
      ...FRAME,
      width,
      height: sharesHeight(rows.length, width, names),
      marginLeft: left,
      marginRight: 24,
      marginTop: legend.pixels,
      marginBottom: BOTTOM,
      x: { domain: [0, 1] },
      y: { type: 'band', domain: rows, axis: null, padding: 0 },
      marks: [
        Plot.gridX({ ...GRID, ticks: 5 }),
        Plot.axisX({
          ticks: 5,
          tickSize: 0,
          tickFormat: (value: number) => `${Math.round(100 * value)} %`,
          label: null,
        }),
        ...ERROR_PARTS.map((part) =>
          Plot.rect(
            data.filter((each) => each.part === part),
            {
              x1: 'from',
              x2: 'to',
              y: 'row',
              fill: fill(part),
              stroke: 'var(--color-page)',
              strokeWidth: 1.5,
              insetTop: narrow ? 22 : 5,
              insetBottom: 5,
              title: ({ row, estimate }: SharePart) => `${row}, ${names[part]}: ${(100 * estimate.value).toFixed(1)} %`,
            },
          ),
        ),
        Plot.text(rows, {
          y: (row: string) => row,
          text: (row: string) => row,
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: -left + 2,
          dy: narrow ? -13 : 0,
          lineWidth: emsOf(narrow ? width - 10 : left - 4),
          textOverflow: 'ellipsis',
          fill: 'var(--color-text)',
        }),
      ],
    }),
  );
  plot.prepend(patterns(prefix));
  for (const { part, x, y } of legend.entries) {
    plot.append(
      element('rect', { x, y: y + 1, width: 16, height: 16, fill: fill(part) }),
      element('text', { x: x + 22, y: y + 14, fill: 'var(--color-text)', 'text-anchor': 'start' }, names[part]),
    );
  }
  return plot;
}

function patterns(prefix: string): SVGElement {
  const defs = element('defs', {});
  for (const part of ERROR_PARTS) {
    const { colour, angle } = LOOKS[part];
    const pattern = element('pattern', {
      id: `${prefix}-${part}`,
      width: 7,
      height: 7,
      patternUnits: 'userSpaceOnUse',
      ...(angle === undefined ? {} : { patternTransform: `rotate(${angle})` }),
    });
    pattern.append(
      element('rect', { width: 7, height: 7, fill: angle === undefined ? colour : 'var(--color-surface)' }),
    );
    if (angle !== undefined) pattern.append(element('rect', { width: 4, height: 7, fill: colour }));
    defs.append(pattern);
  }
  return defs;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  if (!(made instanceof SVGElement)) throw new TypeError(`“${name}” is no element of a drawing.`);
  return made;
}
