import { sha256, type SourceFile } from '../app/index.ts';
import { clipError } from './clip-errors.ts';
import { isFileError } from './look-into-file.ts';

const PART_BYTES = 65_536;
const known = new WeakMap<Blob, Promise<string>>();

/**
 * Tells one source video from another without reading it whole: its size, and a hash of its head, middle and tail.
 * @returns size and hex SHA-256, such as `1234-ab…`
 * @throws {SonoscoreError} kind `clip`, where the file is gone or changed since it was attached
 */
export async function fingerprintSource({ blob, identity }: Pick<SourceFile, 'blob' | 'identity'>): Promise<string> {
  if (identity !== undefined) return identity;
  const found = known.get(blob) ?? fingerprint(blob);
  known.set(blob, found);
  return found;
}

async function fingerprint(blob: Blob): Promise<string> {
  const middle = Math.max(0, Math.floor((blob.size - PART_BYTES) / 2));
  const tail = Math.max(0, blob.size - PART_BYTES);
  const parts = [0, middle, tail].map((start) => blob.slice(start, start + PART_BYTES));
  try {
    return `${blob.size}-${await sha256(new Uint8Array(await new Blob(parts).arrayBuffer()))}`;
  } catch (cause) {
    known.delete(blob);
    if (!isFileError(cause)) throw cause;
    throw clipError(
      'The source video cannot be read any more: it was moved, deleted or changed. Attach it again.',
      cause,
    );
  }
}
