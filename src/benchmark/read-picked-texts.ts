import type { PickedFile } from '../app/index.ts';
import type { Problem } from '../domain/benchmark/index.ts';
import { readTexts } from './load-files.ts';
import { ZIP_LIMITS } from './read-zip.ts';

/**
 * The text files among picked ones, zip archives opened within the bounds that benchmarks are.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function readPickedTexts(
  picked: readonly PickedFile[],
  signal: AbortSignal,
): Promise<{
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly problems: readonly Problem[];
}> {
  const { texts, problems } = await readTexts(picked, signal, ZIP_LIMITS);
  return { texts, problems };
}
