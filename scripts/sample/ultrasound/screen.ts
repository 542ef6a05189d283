import { drawPicture, scanConversion, type Area, type ScanConversion } from './display.ts';
import { drawText } from './lettering.ts';
import type { Probe } from './probe.ts';
import type { Envelope } from './receiver.ts';

export const SCREEN_WIDTH = 640;
export const SCREEN_HEIGHT = 480;
/** The part of the screen that shows the patient: picture and depth scale, nothing else. Even numbers, as video wants. */
export const PICTURE_REGION: Area = { x: 92, y: 34, width: 540, height: 440 };

const BACKGROUND = 9;
const BAR = 52;
const LETTERS = 176;
const SCALE_WIDTH = 30;

export interface ScreenLabels {
  readonly title: string;
  /** Lines of the bar on the left, such as `GAIN 52`. */
  readonly settings: readonly string[];
}

const conversions = new Map<string, ScanConversion>();

/** Draws a whole screen: grey bars with labels, the picture, the depth scale. */
export function drawScreen(
  screen: Uint8Array,
  envelope: Envelope,
  probe: Probe,
  depthMm: number,
  labels: ScreenLabels,
): void {
  screen.fill(BACKGROUND);
  fill(screen, { x: 0, y: 0, width: SCREEN_WIDTH, height: 28 }, BAR);
  fill(screen, { x: 0, y: 28, width: 84, height: SCREEN_HEIGHT - 28 }, 30);
  drawText(screen, SCREEN_WIDTH, labels.title, { x: 12, y: 8 }, LETTERS, 2);
  drawText(screen, SCREEN_WIDTH, 'SIMULATION', { x: SCREEN_WIDTH - 76, y: 11 }, LETTERS);
  labels.settings.forEach((line, index) =>
    drawText(screen, SCREEN_WIDTH, line, { x: 10, y: 48 + index * 16 }, LETTERS),
  );
  const conversion = conversionFor(probe, depthMm);
  drawPicture(screen, SCREEN_WIDTH, envelope, conversion);
  drawDepthScale(screen, conversion, depthMm);
}

function conversionFor(probe: Probe, depthMm: number): ScanConversion {
  const key = JSON.stringify([probe, depthMm]);
  const known = conversions.get(key);
  if (known !== undefined) return known;
  const { x, y, width, height } = PICTURE_REGION;
  const made = scanConversion(probe, depthMm, {
    x: x + 4,
    y: y + 6,
    width: width - SCALE_WIDTH - 8,
    height: height - 14,
  });
  conversions.set(key, made);
  return made;
}

/** A tick for each centimetre, a longer one with its number for every fifth. */
function drawDepthScale(screen: Uint8Array, conversion: ScanConversion, depthMm: number): void {
  const right = PICTURE_REGION.x + PICTURE_REGION.width - 20;
  for (let centimetre = 0; centimetre * 10 <= depthMm; centimetre++) {
    const y = Math.round(conversion.faceY + centimetre * 10 * conversion.pixelsPerMm);
    if (y >= PICTURE_REGION.y + PICTURE_REGION.height) break;
    const long = centimetre % 5 === 0;
    fill(screen, { x: right - (long ? 9 : 5), y, width: long ? 9 : 5, height: 2 }, LETTERS);
    if (long) drawText(screen, SCREEN_WIDTH, String(centimetre), { x: right + 4, y: y - 3 }, LETTERS);
  }
}

function fill(screen: Uint8Array, area: Area, grey: number): void {
  for (let row = area.y; row < area.y + area.height; row++)
    screen.fill(grey, row * SCREEN_WIDTH + area.x, row * SCREEN_WIDTH + area.x + area.width);
}
