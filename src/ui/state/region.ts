import type { Roi } from '../../domain/benchmark/index.ts';
import { cropOf, type CropRect, type FrameSize } from '../../domain/clip/index.ts';

/** A region to be drawn on a picture of this size. */
export interface RegionBox {
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly rect: CropRect;
}

/** The frame as it is displayed, in square pixels. */
export function displayedSize({ widthPixels, heightPixels, pixelAspect }: FrameSize): {
  readonly width: number;
  readonly height: number;
} {
  return {
    width: Math.round(widthPixels * Math.max(pixelAspect, 1)),
    height: Math.round(heightPixels / Math.min(pixelAspect, 1)),
  };
}

/** A region in whole pixels of the displayed frame; the whole frame where there is none. */
export function regionOf(roi: Roi | undefined, frame: FrameSize): CropRect {
  const { width, height } = displayedSize(frame);
  if (roi === undefined) return { x: 0, y: 0, width, height };
  const [wide, high] = roi.unit === 'pixel' ? [1, 1] : [width, height];
  return {
    x: Math.round(roi.x * wide),
    y: Math.round(roi.y * high),
    width: Math.round(roi.width * wide),
    height: Math.round(roi.height * high),
  };
}

/** A region of the displayed frame as the benchmark writes such: in its unit, so that it fits another size of the same video. */
export function roiOf(region: CropRect, frame: FrameSize, unit: Roi['unit']): Roi {
  if (unit === 'pixel') return { unit, ...region };
  const { width, height } = displayedSize(frame);
  return {
    unit,
    x: region.x / width,
    y: region.y / height,
    width: region.width / width,
    height: region.height / height,
  };
}

/** What is really cut of the displayed frame: even numbers, moved back into the frame. Undefined where nothing can be. */
export function cutRegion(roi: Roi | undefined, frame: FrameSize): CropRect | undefined {
  const crop = cropOf(roi, frame);
  if (crop.kind === 'impossible') return undefined;
  const { width, height } = displayedSize(frame);
  const [x, y] = [width / frame.widthPixels, height / frame.heightPixels];
  return {
    x: crop.rect.x * x,
    y: crop.rect.y * y,
    width: crop.rect.width * x,
    height: crop.rect.height * y,
  };
}
