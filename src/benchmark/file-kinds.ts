import { isReferenceFile } from '../domain/protocol/index.ts';

/** What a file is to a benchmark, by its name; undefined: nothing. */
export type FileKind = 'text' | 'video' | 'archive';

const VIDEO = /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|m2?ts|wmv|flv|3gp|ogv|dcm|dicom)$/i;

export function fileKind(path: string): FileKind | undefined {
  const segments = path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.');
  // Hidden files, and what macOS puts into archives beside each file.
  if (segments.some((segment) => (segment.startsWith('.') && segment !== '..') || segment === '__MACOSX'))
    return undefined;
  const name = segments.at(-1) ?? '';
  if (/\.json$/i.test(name) || isReferenceFile(name)) return 'text';
  if (VIDEO.test(name)) return 'video';
  return /\.zip$/i.test(name) ? 'archive' : undefined;
}

/** Whether a path stays below the folder that it is taken from. */
export function isInside(path: string): boolean {
  return !/^[\\/]|^[a-z]:/i.test(path) && !path.split(/[\\/]/).includes('..');
}
