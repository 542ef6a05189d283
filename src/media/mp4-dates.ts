const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);

/**
 * Sets the dates in an MP4's headers to "unknown" (ISO/IEC 14496-12: 0), in place: the same frames give the same bytes,
 * whenever they are cut.
 */
export function clearDates(bytes: Uint8Array<ArrayBuffer>): void {
  clearIn(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.byteLength);
}

function clearIn(view: DataView, from: number, to: number): void {
  let at = from;
  while (at + 8 <= to) {
    const declared = view.getUint32(at);
    const isLong = declared === 1;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : declared === 0 ? to - at : declared;
    const body = at + (isLong ? 16 : 8);
    if (size < 8 || at + size > to) return;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((place) => view.getUint8(at + place)));
    if (CONTAINERS.has(type)) clearIn(view, body, at + size);
    if (DATED.has(type)) {
      // Version and flags, then creation and modification, of 4 or (version 1) 8 bytes each.
      const dateBytes = view.getUint8(body) === 1 ? 16 : 8;
      for (let place = 0; place < dateBytes; place += 1) view.setUint8(body + 4 + place, 0);
    }
    at += size;
  }
}
