import type { FileEntry } from '@zip.js/zip.js';

const STORED = 0;
const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/**
 * The part of the archive that holds an entry stored without compression: a slice that is not read until it is used.
 * Undefined where the entry is compressed, or its header is not where it should be.
 */
export async function storedPart(archive: Blob, entry: FileEntry): Promise<Blob | undefined> {
  if (entry.compressionMethod !== STORED || entry.encrypted || entry.compressedSize !== entry.uncompressedSize)
    return undefined;
  const bytes = await archive.slice(entry.offset, entry.offset + LOCAL_HEADER_BYTES).arrayBuffer();
  if (bytes.byteLength < LOCAL_HEADER_BYTES) return undefined;
  const header = new DataView(bytes);
  if (header.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE) return undefined;
  const start = entry.offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const end = start + entry.uncompressedSize;
  return end > archive.size ? undefined : archive.slice(start, end);
}

/**
 * Unpacks an entry into a Blob that the browser may keep on disk. Undefined where it is damaged or gives more bytes than
 * it declares.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function unpack(entry: FileEntry, signal: AbortSignal): Promise<Blob | undefined> {
  let count = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > entry.uncompressedSize) throw new RangeError('more bytes than declared');
      controller.enqueue(chunk);
    },
  });
  try {
    const [blob] = await Promise.all([
      new Response(counted.readable).blob(),
      entry.getData(counted.writable, { signal, useWebWorkers: false, checkCrc32: true }),
    ]);
    return count === entry.uncompressedSize ? blob : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
