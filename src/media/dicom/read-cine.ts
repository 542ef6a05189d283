import { parseDicom, type DataSet } from 'dicom-parser';

import { clipError } from '../clip-errors.ts';
import type { GrayLevels } from './gray-levels.ts';
import { readFragments } from './fragments.ts';
import type { FrameTimes } from './write-avi.ts';

/** How the frames of a cine loop are kept. */
export type CineFrames =
  /** One by one, each in a format that ffmpeg knows by this four-character code. */
  | { readonly kind: 'coded'; readonly fourcc: string; readonly frames: readonly Blob[] }
  /** As a whole video stream. */
  | { readonly kind: 'stream'; readonly stream: Blob }
  | { readonly kind: 'run-length'; readonly frames: readonly Blob[] }
  | { readonly kind: 'plain'; readonly pixels: Blob };

export interface Cine {
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly frameCount: number;
  readonly times: FrameTimes;
  readonly samplesPerPixel: 1 | 3;
  /** The colours of a pixel lie in three planes instead of side by side. */
  readonly planar: boolean;
  readonly photometric: string;
  /** Of pictures with 16 bits a pixel; undefined of those with 8. */
  readonly levels: GrayLevels | undefined;
  /** Of PALETTE COLOR: red, green and blue of each value. */
  readonly palette: Uint8Array | undefined;
  readonly frames: CineFrames;
  readonly notes: readonly string[];
}

const HEADER_STEPS_BYTES = [1 << 20, 1 << 24, 1 << 28] as const;
const PIXEL_DATA = 'x7fe00010';
const UNDEFINED_LENGTH = 0xffffffff;
/** Many times what any scanner shows. */
const MOST_PIXELS = 2 ** 26;
/** Of loops whose frames come unevenly, which are kept millisecond by millisecond. */
const MOST_UNEVEN_SECONDS = 600;
const ASSUMED_FRAMES_PER_SECOND = 30;

/** By the last part of the transfer syntax 1.2.840.10008.1.2.4.…: what ffmpeg calls it. */
const CODED: Readonly<Record<string, string>> = {
  50: 'MJPG',
  51: 'MJPG',
  57: 'MJPG',
  70: 'MJPG',
  80: 'MJLS',
  81: 'MJLS',
  90: 'MJ2C',
  91: 'MJ2C',
};

/**
 * Reads what is needed to show a cine loop, and nothing of the patient: only tags of the picture are looked at.
 * @throws {SonoscoreError} kind `clip`, with what cannot be read and what to do
 */
export async function readCine(blob: Blob): Promise<Cine> {
  const header = await readHeader(blob);
  const syntax = header.string('x00020010') ?? '';
  const pixels = header.elements[PIXEL_DATA];
  const widthPixels = header.uint16('x00280011') ?? 0;
  const heightPixels = header.uint16('x00280010') ?? 0;
  if (pixels === undefined || widthPixels === 0 || heightPixels === 0)
    throw clipError('The DICOM file holds no picture (a report or a worklist, perhaps): export the cine loop itself.');
  if (widthPixels * heightPixels > MOST_PIXELS)
    throw clipError(
      `The DICOM file says that its pictures are ${widthPixels} x ${heightPixels}, too large to read here: export it as MP4.`,
    );
  const samples = header.uint16('x00280002') ?? 1;
  const bits = header.uint16('x00280100') ?? 8;
  const photometric = header.string('x00280004') ?? 'MONOCHROME2';
  const frameCount = positive(header.intString('x00280008')) ?? 1;
  const timing = frameTiming(header);
  const length = pixels.length === UNDEFINED_LENGTH ? undefined : pixels.length;
  const frames = await framesOf(blob, syntax, { offset: pixels.dataOffset, length, frameCount });
  const levels = bits === 16 && samples === 1 && photometric.startsWith('MONOCHROME') ? levelsOf(header) : undefined;
  if (bits !== 8 && levels === undefined && (frames.kind === 'plain' || frames.kind === 'run-length'))
    throw clipError(
      `The DICOM file has ${bits} bits a sample, which cannot be read: export it with 8 bits, or as MP4.`,
    );
  return {
    widthPixels,
    heightPixels,
    frameCount,
    times: timing.times,
    samplesPerPixel: samples === 3 ? 3 : 1,
    planar: frames.kind === 'run-length' || header.uint16('x00280006') === 1,
    photometric,
    levels,
    palette: paletteOf(header),
    frames,
    notes: timing.notes,
  };
}

async function readHeader(blob: Blob): Promise<DataSet> {
  for (const step of HEADER_STEPS_BYTES) {
    const bytes = new Uint8Array(await blob.slice(0, step).arrayBuffer());
    try {
      const header = parseDicom(bytes, { untilTag: PIXEL_DATA });
      if (header.elements[PIXEL_DATA] !== undefined || bytes.length === blob.size) return header;
    } catch (cause) {
      if (bytes.length === blob.size)
        throw clipError('The DICOM file is damaged or incomplete: export it again.', cause);
    }
  }
  throw clipError('The DICOM file has no picture within its first 256 MB: export the cine loop by itself.');
}

interface PixelPlace {
  readonly offset: number;
  /** Undefined where the pixels come as fragments. */
  readonly length: number | undefined;
  readonly frameCount: number;
}

async function framesOf(blob: Blob, syntax: string, place: PixelPlace): Promise<CineFrames> {
  const plain = /^1\.2\.840\.10008\.1\.2(?:\.1)?$/.test(syntax);
  if (plain) return { kind: 'plain', pixels: blob.slice(place.offset, place.offset + (place.length ?? 0)) };
  const coded = /^1\.2\.840\.10008\.1\.2\.4\.(\d+)/.exec(syntax)?.[1];
  const isRunLength = syntax === '1.2.840.10008.1.2.5';
  const fourcc = coded === undefined ? undefined : CODED[coded];
  const isStream = coded !== undefined && Number(coded) >= 100 && Number(coded) <= 108;
  if (!isRunLength && fourcc === undefined && !isStream)
    throw clipError(
      `The DICOM file's compression (${syntax}) cannot be read: export it as MP4 or with JPEG compression.`,
    );
  const frames = await readFragments(blob, place.offset, isStream ? 1 : place.frameCount);
  if (isStream) return { kind: 'stream', stream: new Blob([...frames]) };
  return fourcc === undefined ? { kind: 'run-length', frames } : { kind: 'coded', fourcc, frames };
}

interface Timing {
  readonly times: FrameTimes;
  readonly notes: readonly string[];
}

/** A vector of gaps says most, then one gap for all, then a rate; the gaps come first since some files hold both. */
function frameTiming(header: DataSet): Timing {
  const count = header.numStringValues('x00181065') ?? 0;
  const gaps = Array.from({ length: count }, (_, index) => header.floatString('x00181065', index) ?? 0);
  const [, ...later] = gaps;
  if (later.length > 0 && later.every((gap) => gap > 0)) {
    const mean = later.reduce((sum, gap) => sum + gap, 0) / later.length;
    if (later.every((gap) => Math.abs(gap - mean) < 1)) return steady(mean / 1000);
    let time = 0;
    const startSeconds = [0, ...later].map((gap) => (time += gap) / 1000);
    if (time / 1000 > MOST_UNEVEN_SECONDS)
      throw clipError(
        `The DICOM file's frames come unevenly over more than ${MOST_UNEVEN_SECONDS / 60} minutes, too long to read here: export it as MP4.`,
      );
    return { times: { kind: 'uneven', startSeconds }, notes: [] };
  }
  const single = positive(header.floatString('x00181063')) ?? positive(header.intString('x00181242'));
  if (single !== undefined) return steady(single / 1000);
  const rate = positive(header.intString('x00180040')) ?? positive(header.intString('x00082144'));
  if (rate !== undefined) return steady(1 / rate);
  return {
    ...steady(1 / ASSUMED_FRAMES_PER_SECOND),
    notes: [`the DICOM file names no frame time; ${ASSUMED_FRAMES_PER_SECOND} frames a second were assumed`],
  };
}

function steady(frameSeconds: number): Timing {
  return { times: { kind: 'steady', frameSeconds }, notes: [] };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

function levelsOf(header: DataSet): GrayLevels {
  const center = header.floatString('x00281050');
  const width = header.floatString('x00281051');
  return {
    bitsStored: header.uint16('x00280101') ?? 16,
    signed: header.uint16('x00280103') === 1,
    slope: header.floatString('x00281053') ?? 1,
    intercept: header.floatString('x00281052') ?? 0,
    window: center === undefined || width === undefined || width <= 0 ? undefined : { center, width },
  };
}

function paletteOf(header: DataSet): Uint8Array | undefined {
  const entries = header.uint16('x00281101', 0);
  if (entries === undefined) return undefined;
  const count = entries === 0 ? 65_536 : entries;
  const wide = header.uint16('x00281101', 2) === 16;
  const palette = new Uint8Array(256 * 3);
  for (const [colour, tag] of ['x00281201', 'x00281202', 'x00281203'].entries()) {
    const element = header.elements[tag];
    if (element === undefined) return undefined;
    for (let value = 0; value < 256; value += 1) {
      const entry = Math.min(value, count - 1);
      palette[value * 3 + colour] = header.byteArray[element.dataOffset + (wide ? entry * 2 + 1 : entry)] ?? 0;
    }
  }
  return palette;
}
