import type { MarkOptions, PlotOptions } from '@observablehq/plot';

/** Below so many pixels names stand over their marks instead of beside them. */
export const NARROW_PIXELS = 560;

/** Of an average character at the size that plots write in. */
const CHARACTER_PIXELS = 7.4;

/** What all plots have in common. Colours are the page's own variables, so that they follow its theme and print in light ones. */
export const FRAME = {
  style: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontSize: '13px',
    color: 'var(--color-text)',
    background: 'none',
    overflow: 'visible',
  },
} as const satisfies PlotOptions;

export const GRID = { stroke: 'var(--color-line)', strokeOpacity: 1 } as const satisfies MarkOptions;

/** How many ems a text may be wide for so many pixels. */
export function emsOf(pixels: number): number {
  return Math.max(3, pixels / 13);
}

/** About how wide a text is, in pixels. */
export function widthOf(text: string): number {
  return text.length * CHARACTER_PIXELS;
}

/**
 * The drawing as one picture: its groups have names in the library’s words, which a group without a role must not have.
 * @throws where the library gives a figure with a legend around the drawing, which is never asked for here
 */
export function svgOf(made: (SVGSVGElement | HTMLElement) & object): SVGSVGElement {
  if (!(made instanceof SVGSVGElement)) throw new TypeError('The plot came as a figure.');
  for (const named of made.querySelectorAll('[aria-label]')) named.removeAttribute('aria-label');
  return made;
}
