import { deflateRawSync } from 'node:zlib';

export interface RawEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** 0 as it is, 8 deflated. */
  readonly method: 0 | 8;
  /** Sizes and checksum as the archive tells them; nothing holds it to the truth. */
  readonly unpackedBytes: number;
  readonly crc32: number;
}

/** An archive written byte by byte: the library that writes others would take minutes, and refuses lies and bad names. */
export function rawZip(entries: readonly RawEntry[]): Blob {
  const central: Uint8Array<ArrayBuffer>[] = [];
  const local: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const entry of entries) {
    const path = new TextEncoder().encode(entry.path);
    const head = new Uint8Array(30 + path.length + entry.bytes.length);
    const headView = new DataView(head.buffer);
    headView.setUint32(0, 0x0403_4b50, true);
    facts(headView, 6, entry, path.length);
    head.set(path, 30);
    head.set(entry.bytes, 30 + path.length);
    const record = new Uint8Array(46 + path.length);
    const view = new DataView(record.buffer);
    view.setUint32(0, 0x0201_4b50, true);
    facts(view, 8, entry, path.length);
    view.setUint32(42, offset, true);
    record.set(path, 46);
    local.push(head);
    central.push(record);
    offset += head.length;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x0605_4b50, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Blob([...local, ...central, end]);
}

/** What both headers tell of an entry, from the flags on. */
function facts(view: DataView, at: number, { bytes, method, unpackedBytes, crc32 }: RawEntry, pathBytes: number): void {
  // Names are UTF-8.
  view.setUint16(at, 0x0800, true);
  view.setUint16(at + 2, method, true);
  view.setUint32(at + 8, crc32, true);
  view.setUint32(at + 12, bytes.length, true);
  view.setUint32(at + 16, unpackedBytes, true);
  view.setUint16(at + 20, pathBytes, true);
}

export const emptyEntry = (path: string): RawEntry => ({
  path,
  bytes: new Uint8Array(),
  method: 0,
  unpackedBytes: 0,
  crc32: 0,
});

const packed = new Map<number, Uint8Array>();

/** So many megabytes of zeros, deflated; packed once for each size. */
export function packedZeros(megabytes: number): Uint8Array {
  const known = packed.get(megabytes);
  if (known !== undefined) return known;
  const bytes = deflateRawSync(new Uint8Array(megabytes * 1_000_000));
  packed.set(megabytes, bytes);
  return bytes;
}

/** Text as it is, with its true checksum. */
export function storedText(path: string, text: string): RawEntry {
  const bytes = new TextEncoder().encode(text);
  return { path, bytes, method: 0, unpackedBytes: bytes.length, crc32: crc32Of(bytes) };
}

/** CRC-32 as archives use it (polynomial 0xEDB88320). */
function crc32Of(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}
