import type { Problem, QuestionKind } from './types.ts';

/** A text file of a benchmark, with the path it had in its folder, repository or archive. */
export interface BenchmarkFile {
  readonly path: string;
  readonly text: string;
}

/** A list of questions, not yet looked into. */
export interface QuestionFile {
  readonly path: string;
  /** `mcq/x.json`: the same however much of the path above came along. */
  readonly shortPath: string;
  readonly videoKey: string;
  /** What its folder says of all its questions. */
  readonly folderKind: QuestionKind | undefined;
  readonly items: readonly unknown[];
}

/** Videos by key, not yet looked into. */
export interface MetadataFile {
  readonly path: string;
  readonly entries: ReadonlyMap<string, unknown>;
}

export interface SortedFiles {
  readonly questionFiles: readonly QuestionFile[];
  readonly metadataFiles: readonly MetadataFile[];
  readonly problems: readonly Problem[];
}

const FOLDER_KINDS = new Map<string, QuestionKind>([
  ['mcq', 'multiple-choice'],
  ['free', 'free-response'],
]);
/** Upstream's repository also holds results and annotations, which are no part of the questions. */
const RESULT_NAME = /^(?:(?:score_)?pred_.*|score_.*|batch_summary)\.json$/i;
const ANNOTATION_NAME = /^gt_.*\.json$/i;

/**
 * Tells question lists from metadata by what they hold, in an order that does not depend on the order they came in.
 * What is neither is a Problem, except results and annotations, which upstream keeps beside them.
 */
export function sortFiles(files: readonly BenchmarkFile[]): SortedFiles {
  const questionFiles: QuestionFile[] = [];
  const metadataFiles: MetadataFile[] = [];
  const problems: Problem[] = [];
  const inOrder = files
    .map((file) => ({ ...file, segments: segmentsOf(file.path) }))
    .sort((a, b) => compareText(a.segments.join('/'), b.segments.join('/')));
  for (const { path, text, segments } of inOrder) {
    const name = segments.at(-1) ?? path;
    if (!/\.json$/i.test(name) || RESULT_NAME.test(name) || ANNOTATION_NAME.test(name)) continue;
    const read = readJson(text);
    if (read.kind === 'broken') {
      problems.push({ file: path, message: `Not valid JSON (${read.why}): the file may have been cut short.` });
      continue;
    }
    const { json } = read;
    if (Array.isArray(json) && json.some(isQuestionLike)) {
      const folder = segments.at(-2);
      const folderKind = folder === undefined ? undefined : FOLDER_KINDS.get(folder.toLowerCase());
      const shortPath = folderKind === undefined || folder === undefined ? name : `${folder.toLowerCase()}/${name}`;
      questionFiles.push({ path, shortPath, videoKey: name.replace(/\.json$/i, ''), folderKind, items: json });
    } else if (isMetadataLike(json, name)) {
      metadataFiles.push({ path, entries: new Map(Object.entries(json)) });
    } else {
      const message = 'No benchmark: the file holds neither a list of questions nor video metadata.';
      problems.push({ file: path, message });
    }
  }
  return { questionFiles: questionFiles.sort(compareFiles), metadataFiles, problems };
}

/** Multiple-choice first, then by Video, so that the folders above do not matter. */
function compareFiles(a: QuestionFile, b: QuestionFile): number {
  return rankOf(a) - rankOf(b) || compareText(a.videoKey, b.videoKey);
}

function rankOf({ folderKind }: QuestionFile): number {
  return folderKind === 'multiple-choice' ? 0 : folderKind === 'free-response' ? 1 : 2;
}

/** Code-unit order: the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function segmentsOf(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.');
}

/** Whether two values read from JSON are alike; what nests too deep to be written again is not. */
export function sameJson(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}

type ReadJson = { readonly kind: 'read'; readonly json: unknown } | { readonly kind: 'broken'; readonly why: string };

function readJson(text: string): ReadJson {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { kind: 'read', json };
  } catch (error) {
    return {
      kind: 'broken',
      why: error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 120) : 'unreadable',
    };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isQuestionLike(value: unknown): boolean {
  return isRecord(value) && 'question' in value;
}

function isMetadataLike(json: unknown, name: string): json is Record<string, unknown> {
  if (!isRecord(json)) return false;
  const entries = Object.values(json);
  return (
    entries.some((entry) => isRecord(entry) && ('youtube_url' in entry || 'file' in entry)) ||
    (/metadata/i.test(name) && entries.length > 0 && entries.every(isRecord))
  );
}
