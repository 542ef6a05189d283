import { sha256, type LoadResult, type PickedFile } from '../app/index.ts';
import { parseBenchmark, type BenchmarkOrigin, type Problem } from '../domain/benchmark/index.ts';
import { isReferenceFile, parseReferencePrompts } from '../domain/protocol/index.ts';
import { fileKind } from './file-kinds.ts';
import { readZip, type ZipLimits } from './read-zip.ts';

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Finds a Benchmark, the authors' prompts and videos in JSON files, a folder's files and zip archives in any mixture.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function loadFiles(
  picked: readonly PickedFile[],
  signal: AbortSignal,
  limits: ZipLimits,
): Promise<LoadResult> {
  const { texts, files, problems } = await readTexts(picked, signal, limits);
  const videoFiles = files.filter(({ path }) => fileKind(path) === 'video');
  const result = await understand(texts, originOf(picked), problems);
  signal.throwIfAborted();
  return { ...result, videoFiles };
}

/**
 * The text files among picked ones, zip archives opened; `files` are all of them, unpacked.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function readTexts(
  picked: readonly PickedFile[],
  signal: AbortSignal,
  limits: ZipLimits,
): Promise<{
  readonly texts: readonly TextFile[];
  readonly files: readonly PickedFile[];
  readonly problems: readonly Problem[];
}> {
  const problems: Problem[] = [];
  const files: PickedFile[] = [];
  for (const file of picked) {
    if (fileKind(file.path) !== 'archive') files.push(file);
    else {
      const content = await readZip(file, signal, limits);
      files.push(...content.files);
      problems.push(...content.problems);
    }
  }
  const texts: TextFile[] = [];
  for (const { path, blob } of files) {
    signal.throwIfAborted();
    if (fileKind(path) !== 'text') continue;
    try {
      texts.push({ path, text: await blob.text() });
    } catch {
      problems.push({ file: path, message: 'The file could not be read: check that it is still there.' });
    }
  }
  return { texts, files, problems };
}

/** Parses what was read; `problems` are those met on the way. */
export async function understand(
  texts: readonly TextFile[],
  origin: { readonly name: string; readonly origin: BenchmarkOrigin },
  problems: readonly Problem[],
): Promise<Omit<LoadResult, 'videoFiles'>> {
  const parsed = await parseBenchmark({ ...origin, files: texts }, sha256);
  const scripts = texts.filter(({ path }) => isReferenceFile(path));
  const prompts = await parseReferencePrompts(scripts, sha256);
  const all = [...problems];
  // Where nothing could be read, what went wrong on the way says why.
  if (texts.length > 0 || problems.length === 0) all.push(...parsed.problems);
  if (scripts.length > 0 && prompts.kind !== 'ok')
    all.push({ file: scripts.map(({ path }) => path).join(', '), message: prompts.message });
  const referencePrompts = prompts.kind === 'ok' ? prompts.prompts : undefined;
  const benchmark = parsed.benchmark === undefined ? undefined : { ...parsed.benchmark, referencePrompts };
  return { benchmark, problems: all, referencePrompts, unusableCount: parsed.unusableCount };
}

function originOf(picked: readonly PickedFile[]): { readonly name: string; readonly origin: BenchmarkOrigin } {
  const archive = picked.find(({ path }) => fileKind(path) === 'archive');
  if (archive !== undefined) {
    const name = lastSegment(archive.path);
    return { name: name.replace(/\.zip$/i, ''), origin: { kind: 'zip', name } };
  }
  const folder = picked.find(({ path }) => path.includes('/'))?.path.split('/')[0];
  if (folder !== undefined && folder !== '') return { name: folder, origin: { kind: 'folder', name: folder } };
  const name = picked.length === 1 ? lastSegment(picked[0]?.path ?? '') : `${picked.length} files`;
  return { name, origin: { kind: 'files', name } };
}

function lastSegment(path: string): string {
  return path.split('/').at(-1) ?? path;
}
