import { normalTable } from './random.ts';

const SIDE = 64;
const MASK = SIDE - 1;
const table = normalTable(SIDE * SIDE, 77);

/** Smooth noise about 0 with features about one unit large; the same everywhere and always. */
export function smoothNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = fade(x - left);
  const down = fade(y - top);
  const upper = mix(cell(left, top), cell(left + 1, top), across);
  const lower = mix(cell(left, top + 1), cell(left + 1, top + 1), across);
  return mix(upper, lower, down);
}

/** Thin bright threads where smooth noise passes through 0: 0 to 1, as fasciae and septa look. */
export function threads(x: number, y: number, sharpness: number): number {
  const distance = Math.abs(smoothNoise(x, y)) * sharpness;
  return distance > 3 ? 0 : Math.exp(-distance * distance);
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, value: number): number {
  return fade(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

/** 1 on the line, falling off like a bell with the distance. */
export function bell(distance: number, width: number): number {
  const relative = distance / width;
  return relative > 3 || relative < -3 ? 0 : Math.exp(-relative * relative);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function fade(share: number): number {
  return share * share * (3 - 2 * share);
}

function cell(x: number, y: number): number {
  return table[(y & MASK) * SIDE + (x & MASK)] ?? 0;
}
