export interface DicomFileOptions {
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly frameTimeMs: number;
  /** From each frame to the next, where they come unevenly. */
  readonly frameGapsMs?: readonly number[];
  readonly photometric: 'MONOCHROME1' | 'MONOCHROME2' | 'RGB' | 'YBR_FULL_422';
  readonly planar?: boolean;
  /** Pixels of 16 bits, of which so many count, and the window to show them by. */
  readonly deep?: { readonly bitsStored: number; readonly center: number; readonly width: number };
  readonly pixels:
    | { readonly kind: 'plain'; readonly frames: readonly Uint8Array<ArrayBuffer>[] }
    /** Fragments of each frame; the offset table stays empty. */
    | {
        readonly kind: 'encapsulated';
        readonly syntax: string;
        readonly frames: readonly (readonly Uint8Array<ArrayBuffer>[])[];
      };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A cine loop as a DICOM file (PS3.10, explicit little endian) with a patient's name in it. */
export function dicomFile(options: DicomFileOptions): Blob {
  const { pixels, photometric, deep } = options;
  const colours = photometric.startsWith('MONOCHROME') ? 1 : 3;
  const syntax = pixels.kind === 'plain' ? '1.2.840.10008.1.2.1' : pixels.syntax;
  const meta = element(0x0002, 0x0010, 'UI', text(syntax, '\0'));
  return new Blob([
    new Uint8Array(128),
    text('DICM'),
    element(0x0002, 0x0000, 'UL', words(meta.length)),
    meta,
    element(0x0010, 0x0010, 'PN', text('Doe^Jane')),
    element(0x0018, 0x1063, 'DS', text(String(options.frameTimeMs))),
    ...(options.frameGapsMs === undefined ? [] : [element(0x0018, 0x1065, 'DS', text(options.frameGapsMs.join('\\')))]),
    element(0x0028, 0x0002, 'US', shorts(colours)),
    element(0x0028, 0x0004, 'CS', text(photometric)),
    element(0x0028, 0x0006, 'US', shorts(options.planar === true ? 1 : 0)),
    element(0x0028, 0x0008, 'IS', text(String(pixels.frames.length))),
    element(0x0028, 0x0010, 'US', shorts(options.heightPixels)),
    element(0x0028, 0x0011, 'US', shorts(options.widthPixels)),
    element(0x0028, 0x0100, 'US', shorts(deep === undefined ? 8 : 16)),
    ...(deep === undefined
      ? []
      : [
          element(0x0028, 0x0101, 'US', shorts(deep.bitsStored)),
          element(0x0028, 0x1050, 'DS', text(String(deep.center))),
          element(0x0028, 0x1051, 'DS', text(String(deep.width))),
        ]),
    ...pixelData(pixels),
  ]);
}

/** The same file with its data set deflated (PS3.5, A.5). */
export async function deflated(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const metaEnd = 144 + new DataView(bytes.buffer).getUint32(140, true);
  const data = new Blob([bytes.slice(metaEnd)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const meta = element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.1.99', '\0'));
  const head = [new Uint8Array(128), text('DICM'), element(0x0002, 0x0000, 'UL', words(meta.length)), meta];
  return new Blob([...head, await new Response(data).blob()]);
}

/** Run-length pixel data of one plane, every byte as a run or a literal of its own kind. */
export function runLengthFrame(plane: Bytes): Bytes {
  const coded: number[] = [];
  for (let at = 0; at < plane.length;) {
    let run = 1;
    while (run < 128 && plane[at + run] === plane[at]) run += 1;
    if (run > 1) coded.push(257 - run, plane[at]!);
    else coded.push(0, plane[at]!);
    at += run;
  }
  const header = words(1, 64, ...Array.from({ length: 14 }, () => 0));
  return joined(header, Uint8Array.from(coded.length % 2 === 0 ? coded : [...coded, 0]));
}

function pixelData(pixels: DicomFileOptions['pixels']): readonly Bytes[] {
  if (pixels.kind === 'plain') return [element(0x7fe0, 0x0010, 'OB', joined(...pixels.frames))];
  const fragments = pixels.frames.flat().map((fragment) => item(0xe000, fragment));
  const start = joined(shorts(0x7fe0, 0x0010), text('OB'), shorts(0), words(0xffffffff));
  return [start, item(0xe000, new Uint8Array()), ...fragments, joined(shorts(0xfffe, 0xe0dd), words(0))];
}

function item(tag: number, body: Bytes): Bytes {
  const padded = body.length % 2 === 0 ? body : joined(body, new Uint8Array(1));
  return joined(shorts(0xfffe, tag), words(padded.length), padded);
}

function element(group: number, tag: number, vr: string, body: Bytes): Bytes {
  const length = /^(?:OB|OW|UN|SQ)$/.test(vr) ? joined(shorts(0), words(body.length)) : shorts(body.length);
  return joined(shorts(group, tag), text(vr), length, body);
}

/** Of even length, as every value is. */
function text(letters: string, filler = ' '): Bytes {
  return new TextEncoder().encode(letters.length % 2 === 0 ? letters : letters + filler);
}

function shorts(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [value & 255, value >> 8]));
}

function words(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)));
}

function joined(...parts: readonly Bytes[]): Bytes {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
