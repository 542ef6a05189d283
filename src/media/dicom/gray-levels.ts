/** How the values of a picture of more than 8 bits become shades of grey (DICOM PS3.3, C.7.6.3 and C.11). */
export interface GrayLevels {
  readonly bitsStored: number;
  readonly signed: boolean;
  /** What a stored value stands for: slope x value + intercept. */
  readonly slope: number;
  readonly intercept: number;
  /** Undefined where the file names none: all values that can be stored. */
  readonly window: { readonly center: number; readonly width: number } | undefined;
}

/** @param frame two bytes for each pixel, the lower first; `planes`: all higher bytes, then all lower ones */
export function grayOf(
  frame: Uint8Array,
  order: 'side-by-side' | 'planes',
  { bitsStored, signed, slope, intercept, window }: GrayLevels,
): Uint8Array {
  const count = Math.floor(frame.length / 2);
  const gray = new Uint8Array(count);
  const mask = 2 ** bitsStored - 1;
  const half = 2 ** (bitsStored - 1);
  const lowest = (signed ? -half : 0) * slope + intercept;
  const { center, width } = window ?? { center: lowest + (mask * slope) / 2 + 0.5, width: mask * slope + 1 };
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [high, low] = order === 'planes' ? [pixel, count + pixel] : [2 * pixel + 1, 2 * pixel];
    const stored = (((frame[high] ?? 0) << 8) | (frame[low] ?? 0)) & mask;
    const value = (signed && stored >= half ? stored - mask - 1 : stored) * slope + intercept;
    // Uint8Array would wrap around what lies outside the window.
    const shade = ((value - (center - 0.5)) / Math.max(width - 1, 1) + 0.5) * 255;
    gray[pixel] = Math.max(0, Math.min(255, Math.round(shade)));
  }
  return gray;
}
