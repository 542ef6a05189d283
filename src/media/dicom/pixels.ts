import { clipError } from '../clip-errors.ts';
import type { Cine } from './read-cine.ts';

const HEADER_BYTES = 64;
/** Two bytes stand for 128 at most. */
const MOST_SWELLING = 64;

/**
 * PackBits by segments (DICOM PS3.5, annex G): each segment is one plane of bytes.
 * @throws {SonoscoreError} kind `clip`, for a frame too short to hold its picture
 */
export function decodeRunLength(bytes: Uint8Array, planeBytes: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = bytes.length < HEADER_BYTES ? 0 : Math.min(view.getUint32(0, true), 15);
  if (segments === 0 || (bytes.length - HEADER_BYTES) * MOST_SWELLING < planeBytes * segments)
    throw clipError('The DICOM file is damaged within its pictures: export it again.');
  const planes = new Uint8Array(planeBytes * segments);
  for (let segment = 0; segment < segments; segment += 1) {
    const next = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : bytes.length;
    const end = Math.min(next, bytes.length);
    let at = view.getUint32(4 + 4 * segment, true);
    let to = segment * planeBytes;
    const stop = to + planeBytes;
    while (at < end && to < stop) {
      const code = view.getInt8(at);
      at += 1;
      if (code >= 0) {
        const count = Math.min(code + 1, stop - to, end - at);
        planes.set(bytes.subarray(at, at + count), to);
        at += code + 1;
        to += count;
      } else if (code !== -128) {
        const count = Math.min(1 - code, stop - to);
        planes.fill(bytes[at] ?? 0, to, to + count);
        at += 1;
        to += count;
      }
    }
  }
  return planes;
}

/** How many bytes a frame of plain pixels has. */
export function plainFrameBytes({ widthPixels, heightPixels, samplesPerPixel, photometric, levels }: Cine): number {
  const pixels = widthPixels * heightPixels;
  if (levels !== undefined) return pixels * 2;
  return photometric === 'YBR_FULL_422' ? pixels * 2 : pixels * samplesPerPixel;
}

/** A frame as an AVI keeps it: blue, green, red, from the lowest row up, each row filled up to four bytes. */
export function bottomUpBgr(frame: Uint8Array, cine: Cine): Uint8Array<ArrayBuffer> {
  const { widthPixels: width, heightPixels: height } = cine;
  const colour = colourReader(frame, cine);
  const stride = (width * 3 + 3) & ~3;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    let to = (height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colour(y * width + x);
      out[to] = blue;
      out[to + 1] = green;
      out[to + 2] = red;
      to += 3;
    }
  }
  return out;
}

type Rgb = readonly [red: number, green: number, blue: number];

function colourReader(frame: Uint8Array, cine: Cine): (pixel: number) => Rgb {
  const { photometric, palette, planar } = cine;
  const plane = cine.widthPixels * cine.heightPixels;
  const at = (index: number) => frame[index] ?? 0;
  const sample = planar
    ? (pixel: number, place: number) => at(place * plane + pixel)
    : (pixel: number, place: number) => at(pixel * 3 + place);
  switch (photometric) {
    case 'MONOCHROME2':
      return (pixel) => [at(pixel), at(pixel), at(pixel)];
    case 'MONOCHROME1':
      return (pixel) => [255 - at(pixel), 255 - at(pixel), 255 - at(pixel)];
    case 'PALETTE COLOR':
      if (palette === undefined) break;
      return (pixel) => {
        const entry = at(pixel) * 3;
        return [palette[entry] ?? 0, palette[entry + 1] ?? 0, palette[entry + 2] ?? 0];
      };
    case 'RGB':
      return (pixel) => [sample(pixel, 0), sample(pixel, 1), sample(pixel, 2)];
    case 'YBR_FULL':
      return (pixel) => rgbOf(sample(pixel, 0), sample(pixel, 1), sample(pixel, 2));
    case 'YBR_FULL_422':
      // Two pixels as Y, Y, Cb, Cr.
      return (pixel) => {
        const pair = (pixel >> 1) * 4;
        return rgbOf(at(pair + (pixel & 1)), at(pair + 2), at(pair + 3));
      };
  }
  throw clipError(`The DICOM file's colours (${photometric}) cannot be read: export it as RGB, or as MP4.`);
}

/** DICOM PS3.3, C.7.6.3.1.2: full-range ITU-R BT.601. */
function rgbOf(luma: number, blueness: number, redness: number): Rgb {
  const [cb, cr] = [blueness - 128, redness - 128];
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  return [clamp(luma + 1.402 * cr), clamp(luma - 0.344136 * cb - 0.714136 * cr), clamp(luma + 1.772 * cb)];
}
