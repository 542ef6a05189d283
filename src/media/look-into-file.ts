import type { SourceLook } from '../domain/clip/index.ts';
import { isAbort } from './clip-errors.ts';

/** What a file is by its content, never by its name. */
export type FileLook =
  /** `look` is undefined where the container opens, but says too little. */
  | { readonly kind: 'video'; readonly look: SourceLook | undefined }
  /** Nothing that is known to be something else: only a decoder can tell. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'no-video'; readonly what: string };

const HEAD_BYTES = 4096;

/** Starts of files that are certainly no video, and what to call them. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^PK[^A-Za-z]{2}/, 'a zip archive'],
  [/^%PDF-/, 'a PDF document'],
  [/^\u0089PNG/, 'a picture'],
  [/^\u00ff\u00d8\u00ff/, 'a picture'],
  [/^GIF8/, 'a picture'],
  [/^(?:ID3|\u00ff[\u00fb\u00f3\u00f2])/, 'only sound'],
  [/^(?:fLaC|RIFF[^]{4}WAVE)/, 'only sound'],
];

/**
 * Looks whether a file can be a source video, by its first bytes and, where mediabunny knows the container, its tracks.
 * @throws {DOMException} NotReadableError or NotFoundError, where the file is gone or changed since it was picked
 */
export async function lookIntoFile(blob: Blob): Promise<FileLook> {
  if (blob.size === 0) return { kind: 'no-video', what: 'empty' };
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const start = Array.from(head.subarray(0, 16), (byte) => String.fromCharCode(byte)).join('');
  const other = OTHERS.find(([pattern]) => pattern.test(start));
  if (other !== undefined) return { kind: 'no-video', what: other[1] };
  if (isText(head)) return { kind: 'no-video', what: 'text' };
  // Most visitors never attach a file; the reader of containers is fetched for those who do.
  const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny');
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) });
  try {
    if (!(await input.canRead())) return { kind: 'unknown' };
    const tracks = await input.getTracks();
    if (tracks.some((track) => track.isVideoTrack())) {
      const { lookAt } = await import('./container-look.ts');
      return { kind: 'video', look: await lookAt(input) };
    }
    return tracks.length > 0 && tracks.every((track) => track.isAudioTrack())
      ? { kind: 'no-video', what: 'only sound' }
      : { kind: 'unknown' };
  } catch (error) {
    if (isAbort(error) || isFileError(error)) throw error;
    // Too broken for this reader; ffmpeg takes more.
    return { kind: 'unknown' };
  } finally {
    input.dispose();
  }
}

/** By its mark, not by its name. */
export async function isDicom(blob: Blob): Promise<boolean> {
  return (await blob.slice(128, 132).text()) === 'DICM';
}

/** The file behind a Blob was moved, deleted or changed. */
export function isFileError(error: unknown): boolean {
  return error instanceof DOMException && /^(?:NotReadable|NotFound)Error$/.test(error.name);
}

function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13);
}
