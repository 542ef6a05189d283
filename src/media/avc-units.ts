/** Pictures (coded slices), of which only the first kind may be disposable (ITU-T H.264, table 7-1). */
const SLICE = 1;
const LAST_PICTURE_KIND = 5;

/** Of H.264 in MP4 with 4:2:0 and 8 bits: how many bytes tell a unit's length (ISO/IEC 14496-15, 5.3.3.1). */
export function avcLengthBytes(config: VideoDecoderConfig | null): number | undefined {
  if (config?.description === undefined || !/^avc1\.(?:42|4d|64)/i.test(config.codec)) return undefined;
  const description = ArrayBuffer.isView(config.description)
    ? new Uint8Array(config.description.buffer, config.description.byteOffset, config.description.byteLength)
    : new Uint8Array(config.description);
  return ((description[4] ?? 0) & 3) + 1;
}

/** Where the units of a packet lie, and of what kind they are. */
export function* avcUnits(
  data: Uint8Array,
  lengthBytes: number,
): Generator<{ readonly start: number; readonly end: number; readonly kind: number; readonly referenceIdc: number }> {
  for (let at = 0; at + lengthBytes < data.length;) {
    let length = 0;
    for (let place = 0; place < lengthBytes; place += 1) length = length * 256 + (data[at + place] ?? 0);
    const end = Math.min(at + lengthBytes + length, data.length);
    const head = data[at + lengthBytes] ?? 0;
    yield { start: at, end, kind: head & 31, referenceIdc: (head >> 5) & 3 };
    at = end;
  }
}

/** Whether no other picture is predicted from this one (`nal_ref_idc` 0; ITU-T H.264, 7.4.1). */
export function isDisposable(data: Uint8Array, lengthBytes: number): boolean {
  let pictures = 0;
  for (const { kind, referenceIdc } of avcUnits(data, lengthBytes)) {
    if (kind < SLICE || kind > LAST_PICTURE_KIND) continue;
    if (kind !== SLICE || referenceIdc !== 0) return false;
    pictures += 1;
  }
  return pictures > 0;
}
