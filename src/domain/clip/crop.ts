import type { Roi } from '../benchmark/index.ts';

/** A rectangle in whole pixels; every number is even, since 4:2:0 video has one colour sample for two by two pixels. */
export interface CropRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type CropResult =
  | { readonly kind: 'crop'; readonly rect: CropRect; readonly notes: readonly string[] }
  | { readonly kind: 'impossible'; readonly message: string };

/** What cropping needs to know of a video's frames. */
export interface FrameSize {
  /** Stored pixels after rotation. */
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Width of a stored pixel over its height, after rotation; 1 where pixels are square. */
  readonly pixelAspect: number;
}

/**
 * The stored pixels that a region of interest covers in a frame, as the reference's crop takes them: each number rounded to
 * the nearest integer, then down to even; a region that leaves the frame is moved back into it.
 * @param roi undefined for the whole frame
 */
export function cropOf(roi: Roi | undefined, frame: FrameSize): CropResult {
  const { widthPixels: frameWidth, heightPixels: frameHeight, pixelAspect } = frame;
  const widest = evenBelow(frameWidth);
  const highest = evenBelow(frameHeight);
  if (widest < 2 || highest < 2) {
    return {
      kind: 'impossible',
      message: `The video's frames are ${frameWidth} x ${frameHeight} pixels, too small for a clip, which needs at least 2 x 2.`,
    };
  }
  if (roi === undefined) {
    return { kind: 'crop', rect: { x: 0, y: 0, width: widest, height: highest }, notes: [] };
  }
  // A region in pixels is one of the displayed frame, whose pixels are square.
  const scaleX = roi.unit === 'proportion' ? frameWidth : 1 / Math.max(pixelAspect, 1);
  const scaleY = roi.unit === 'proportion' ? frameHeight : Math.min(pixelAspect, 1);
  const wantedWidth = roundedEven(roi.width * scaleX);
  const wantedHeight = roundedEven(roi.height * scaleY);
  if (!Number.isFinite(wantedWidth) || !Number.isFinite(wantedHeight) || wantedWidth < 2 || wantedHeight < 2) {
    return {
      kind: 'impossible',
      message: `The region of interest covers less than 2 x 2 pixels of the video's ${frameWidth} x ${frameHeight}: enlarge it or leave it out.`,
    };
  }
  const width = Math.min(wantedWidth, widest);
  const height = Math.min(wantedHeight, highest);
  const wantedX = Math.round(roi.x * scaleX);
  const wantedY = Math.round(roi.y * scaleY);
  // Clamped before it is made even, in the reference's order.
  const x = evenBelow(clamp(wantedX, 0, frameWidth - width));
  const y = evenBelow(clamp(wantedY, 0, frameHeight - height));
  const moved =
    width !== wantedWidth ||
    height !== wantedHeight ||
    wantedX !== clamp(wantedX, 0, frameWidth - width) ||
    wantedY !== clamp(wantedY, 0, frameHeight - height);
  return {
    kind: 'crop',
    rect: { x, y, width, height },
    notes: moved ? ["the region of interest leaves the video's frame and was moved back into it"] : [],
  };
}

/** The size of `rect` in square pixels: the side that is short of pixels grows, nothing shrinks. Even, as 4:2:0 needs. */
export function squareSize(
  rect: Pick<CropRect, 'width' | 'height'>,
  pixelAspect: number,
): { readonly width: number; readonly height: number } {
  return {
    width: pixelAspect > 1 ? nearestEven(rect.width * pixelAspect) : rect.width,
    height: pixelAspect < 1 ? nearestEven(rect.height / pixelAspect) : rect.height,
  };
}

function nearestEven(value: number): number {
  return 2 * Math.round(value / 2);
}

/** Nearest integer, then down to even. */
function roundedEven(value: number): number {
  return evenBelow(Math.round(value));
}

function evenBelow(value: number): number {
  return value - (((value % 2) + 2) % 2);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
