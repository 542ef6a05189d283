import {
  type FetchProgress,
  type LoadResult,
  type PickedFile,
  type RepositoryLoad,
  type RepositoryOrder,
  sha256,
} from '../../app/index.ts';
import type { Benchmark, BenchmarkOrigin } from '../../domain/benchmark/index.ts';
import { parseReferencePrompts } from '../../domain/protocol/index.ts';
import { understand } from '../load-files.ts';
import type { Fetch } from '../load-sample.ts';
import { FileFetcher, type FetchedTexts, type HeldFiles } from './fetch-files.ts';
import type { ListedFile } from './manifest.ts';
import { Mirrors } from './mirrors.ts';
import { PROMPT_FILES, QUESTION_FILES, resultFiles } from './published.ts';

export interface RepositoryPorts {
  readonly fetch: Fetch;
  readonly waitMs: number;
  readonly repository: string;
  readonly commit: string;
  readonly name: string;
  /** What earlier tries brought. */
  readonly held: HeldFiles;
}

type OnProgress = (progress: FetchProgress) => void;

/** Questions and metadata: enough to begin with. */
export async function loadQuestions(
  ports: RepositoryPorts,
  order: RepositoryOrder,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<RepositoryLoad<LoadResult>> {
  const fetched = await fetchAll(QUESTION_FILES, ports, order, signal, onProgress);
  if (isRefused(fetched, order)) return { kind: 'changed', files: fetched.changed };
  const origin: BenchmarkOrigin = {
    kind: 'repository',
    repository: ports.repository,
    commit: ports.commit,
    baseUrl: order.mirrors[0] ?? '',
  };
  const changed = fetched.changed.map((file) => ({
    file,
    message: 'The file is not as recorded for this commit, and was used all the same, as you said.',
  }));
  const result = await understand(fetched.texts, { name: ports.name, origin }, changed);
  signal.throwIfAborted();
  return { kind: 'loaded', value: { ...result, videoFiles: [] } };
}

/** The Benchmark with the authors' prompts. Files that are not as recorded hold other prompts, and are not used whatever the order says. */
export async function addPrompts(
  ports: RepositoryPorts,
  benchmark: Benchmark,
  order: RepositoryOrder,
  signal: AbortSignal,
): Promise<RepositoryLoad<Benchmark>> {
  const { texts, changed } = await fetchAll(PROMPT_FILES, ports, order, signal, () => undefined);
  const parsed = await parseReferencePrompts(texts, sha256);
  signal.throwIfAborted();
  return parsed.kind === 'ok'
    ? { kind: 'loaded', value: { ...benchmark, referencePrompts: parsed.prompts } }
    : { kind: 'changed', files: changed };
}

/** A published model's scored results, as files to be imported. */
export async function loadResults(
  ports: RepositoryPorts,
  model: string,
  order: RepositoryOrder,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<RepositoryLoad<readonly PickedFile[]>> {
  const wanted = resultFiles(model);
  const files = wanted.map(({ file }) => file);
  const fetched = await fetchAll(files, ports, order, signal, onProgress);
  if (isRefused(fetched, order)) return { kind: 'changed', files: fetched.changed };
  const texts = new Map(fetched.texts.map(({ path, text }) => [path, text]));
  // What has become runs need not be held any longer.
  for (const { sha256 } of files) ports.held.delete(sha256);
  return {
    kind: 'loaded',
    value: wanted.map(({ file, importPath }) => ({ path: importPath, blob: new Blob([texts.get(file.path) ?? '']) })),
  };
}

function fetchAll(
  files: readonly ListedFile[],
  { fetch, waitMs, held }: RepositoryPorts,
  { mirrors }: RepositoryOrder,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<FetchedTexts> {
  return new FileFetcher({ fetch, waitMs, mirrors: new Mirrors(mirrors) }, held).fetch(files, signal, onProgress);
}

function isRefused({ changed }: FetchedTexts, { acceptChanged = false }: RepositoryOrder): boolean {
  return changed.length > 0 && !acceptChanged;
}
