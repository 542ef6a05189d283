import { clipError } from '../clip-errors.ts';

const DEFLATED = '1.2.840.10008.1.2.1.99';
const PLAIN = '1.2.840.10008.1.2.1\0';
/** Preamble, mark, and the element that tells how long the rest of the head is (DICOM PS3.10, 7.1). */
const HEAD_BYTES = 144;

/** Pictures take much room, and empty ones swell most; beyond all of this a file was made to fill the memory. */
const MOST_INFLATED_BYTES = 2e9;
const MOST_SWELLING = 200;
const SWELLING_FROM_BYTES = 50e6;

/**
 * A file whose data set is deflated as a whole (DICOM PS3.5, A.5) as one that is not; any other stays as it is.
 * @throws {SonoscoreError} kind `clip`, where it is damaged
 */
export async function inflated(blob: Blob): Promise<Blob> {
  const start = new DataView(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (start.byteLength < HEAD_BYTES || start.getUint32(132, true) !== 0x0002) return blob;
  const end = HEAD_BYTES + start.getUint32(140, true);
  if (!(await blob.slice(HEAD_BYTES, Math.min(end, 65_536)).text()).includes(DEFLATED)) return blob;
  const syntax = new Uint8Array(8 + PLAIN.length);
  syntax.set([0x02, 0, 0x10, 0, 0x55, 0x49, PLAIN.length, 0]);
  syntax.set(new TextEncoder().encode(PLAIN), 8);
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  new DataView(head.buffer).setUint32(140, syntax.length, true);
  try {
    const data = blob
      .slice(end)
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .pipeThrough(atMost(Math.min(MOST_INFLATED_BYTES, Math.max(SWELLING_FROM_BYTES, blob.size * MOST_SWELLING))));
    return new Blob([head, syntax, await new Response(data).blob()]);
  } catch (cause) {
    throw clipError('The DICOM file is damaged or incomplete: export it again.', cause);
  }
}

function atMost(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > most) throw new RangeError('more bytes than are read');
      controller.enqueue(chunk);
    },
  });
}
