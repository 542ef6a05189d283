import { saveFile } from '../save-file.ts';

/** Dots of a picture for each pixel of the page: sharp in print and on a projector. */
const PNG_SCALE = 2;
const MARGIN = 16;
const SVG = 'http://www.w3.org/2000/svg';

/** Saves a plot in the page's colours, with its title, as a drawing that stands by itself. */
export function savePlotAsSvg(svg: SVGSVGElement, title: string, stem: string): void {
  saveFile(`${stem}.svg`, new Blob([standAlone(svg, title).text], { type: 'image/svg+xml' }));
}

/** Saves a plot in the page's colours, with its title, as a picture. @throws where the browser cannot draw it */
export async function savePlotAsPng(svg: SVGSVGElement, title: string, stem: string): Promise<void> {
  const { text, width, height } = standAlone(svg, title);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * PNG_SCALE);
    canvas.height = Math.round(height * PNG_SCALE);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (blob === null) throw new Error('This browser made no picture of the plot: save it as SVG instead.');
    saveFile(`${stem}.png`, blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A plot that is not on the page is put there, unseen, while its colours are read. */
function standAlone(svg: SVGSVGElement, title: string) {
  if (svg.isConnected) return settledCopy(svg, title);
  const unseen = document.createElement('div');
  unseen.className = 'visually-hidden';
  unseen.append(svg);
  document.body.append(unseen);
  try {
    return settledCopy(svg, title);
  } finally {
    unseen.remove();
  }
}

/** A copy in which no colour depends on the page any more, on the page's background, with its title above. */
function settledCopy(svg: SVGSVGElement, title: string) {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('The plot is no drawing.');
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((each, index) => {
    const original = originals[index];
    if (original !== undefined) settle(each, getComputedStyle(original));
  });
  settle(copy, getComputedStyle(svg));
  const [plotWidth, plotHeight] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const head = 34;
  const width = plotWidth + 2 * MARGIN;
  const height = plotHeight + head + 2 * MARGIN;
  copy.setAttribute('x', String(MARGIN));
  copy.setAttribute('y', String(MARGIN + head));
  const style = getComputedStyle(svg);
  const whole = made('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  const heading = made('text', {
    x: MARGIN,
    y: MARGIN + 16,
    fill: style.color,
    'font-family': style.fontFamily,
    'font-size': 17,
    'font-weight': 600,
  });
  heading.textContent = title;
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  whole.append(made('rect', { width, height, fill: ground }), heading, copy);
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

function made(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Writes what a variable of the page stands for in its place. */
function settle(element: Element, style: CSSStyleDeclaration): void {
  for (const name of ['fill', 'stroke', 'color']) {
    const given = element.getAttribute(name);
    if (given !== null && /var\(|currentColor/i.test(given)) element.setAttribute(name, style.getPropertyValue(name));
  }
  if (element instanceof SVGElement && element.style.color !== '') element.style.color = style.color;
}
