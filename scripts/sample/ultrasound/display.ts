import { BEAM_COUNT, SAMPLE_COUNT, fieldExtent, pointBeam, type Probe } from './probe.ts';
import type { Envelope } from './receiver.ts';

/** A rectangle of the screen, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the picture lies on the screen and which beam and sample each pixel shows. */
export interface ScanConversion {
  readonly area: Area;
  readonly pixelsPerMm: number;
  /** Screen position of the middle of the probe's face. */
  readonly faceX: number;
  readonly faceY: number;
  /** Beam and sample for each pixel of `area`; negative outside the field. */
  readonly beams: Float32Array;
  readonly samples: Float32Array;
}

/** Fits the field for this depth into `area` and works out the pixels. */
export function scanConversion(probe: Probe, depthMm: number, area: Area): ScanConversion {
  const { halfWidthMm, riseMm } = fieldExtent(probe, depthMm);
  const pixelsPerMm = Math.min(area.width / (2 * halfWidthMm), area.height / (depthMm + riseMm));
  const faceX = area.x + area.width / 2;
  const faceY = area.y + riseMm * pixelsPerMm;
  const beams = new Float32Array(area.width * area.height).fill(-1);
  const samples = new Float32Array(area.width * area.height).fill(-1);
  for (let row = 0; row < area.height; row++) {
    for (let column = 0; column < area.width; column++) {
      const x = (area.x + column + 0.5 - faceX) / pixelsPerMm;
      const z = (area.y + row + 0.5 - faceY) / pixelsPerMm;
      const { beam, depthMm: along } = pointBeam(probe, x, z);
      if (beam < 0 || beam > BEAM_COUNT - 1 || along < 0 || along >= depthMm) continue;
      beams[row * area.width + column] = beam;
      samples[row * area.width + column] = Math.min(SAMPLE_COUNT - 1.001, (along / depthMm) * SAMPLE_COUNT);
    }
  }
  return { area, pixelsPerMm, faceX, faceY, beams, samples };
}

/** Range of echo strengths between black and white. */
const DYNAMIC_RANGE_DB = 62;
/** Strongest echo that is not yet white, relative to liver. */
const WHITE_DB = 26;

/** Draws the picture: log compression, a grey map, scan conversion. */
export function drawPicture(screen: Uint8Array, screenWidth: number, envelope: Envelope, to: ScanConversion): void {
  const { area, beams, samples } = to;
  for (let row = 0; row < area.height; row++) {
    for (let column = 0; column < area.width; column++) {
      const at = row * area.width + column;
      const beam = beams[at] ?? -1;
      if (beam < 0) continue;
      const left = Math.min(BEAM_COUNT - 2, Math.floor(beam)) * SAMPLE_COUNT;
      const sample = samples[at] ?? 0;
      const above = Math.floor(sample);
      const across = beam - Math.floor(left / SAMPLE_COUNT);
      const down = sample - above;
      const upper =
        (envelope[left + above] ?? 0) * (1 - across) + (envelope[left + SAMPLE_COUNT + above] ?? 0) * across;
      const lower =
        (envelope[left + above + 1] ?? 0) * (1 - across) + (envelope[left + SAMPLE_COUNT + above + 1] ?? 0) * across;
      const decibels = upper * (1 - down) + lower * down;
      screen[(area.y + row) * screenWidth + area.x + column] = greyOf(decibels);
    }
  }
}

function greyOf(decibels: number): number {
  const share = Math.min(1, Math.max(0, (decibels - WHITE_DB + DYNAMIC_RANGE_DB) / DYNAMIC_RANGE_DB));
  return Math.round(255 * share ** 1.35);
}
