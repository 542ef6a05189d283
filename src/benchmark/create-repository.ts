import type { PublicRepository } from '../app/index.ts';
import { PUBLISHED_DIGEST, PUBLISHED_NAME } from '../domain/benchmark/index.ts';
import type { Fetch } from './load-sample.ts';
import type { HeldFiles } from './repository/index.ts';

export interface RepositoryOptions {
  readonly fetch: Fetch;
  /** Milliseconds before a file is asked for again. Default: 500. */
  readonly waitMs?: number;
}

const REPOSITORY = 'rajpurkarlab/RexSonoVQA';
const COMMIT = 'c2b931fc7ca3a8cdd08c36d2d45aa421b7568441';

/** ReXSonoVQA at the commit that its published results come from, read from mirrors that answer browsers. */
export function createRepository({ fetch, waitMs = 500 }: RepositoryOptions): PublicRepository {
  const held: HeldFiles = new Map();
  const ports = { fetch, waitMs, repository: REPOSITORY, commit: COMMIT, name: PUBLISHED_NAME, held };
  // The lists of files are large and wanted by few: they come with the first use.
  const load = () => import('./repository/index.ts');
  return {
    name: PUBLISHED_NAME,
    repository: REPOSITORY,
    commit: COMMIT,
    digest: PUBLISHED_DIGEST,
    pageUrl: `https://github.com/${REPOSITORY}/tree/${COMMIT}`,
    mirrors: [
      `https://raw.githubusercontent.com/${REPOSITORY}/${COMMIT}/`,
      `https://cdn.jsdelivr.net/gh/${REPOSITORY}@${COMMIT}/`,
    ],
    publishedModels: [
      { id: 'gemini-3-pro', label: 'Gemini 3 Pro' },
      { id: 'qwen3.5-397b', label: 'Qwen3.5-397B' },
      { id: 'seed-2.0-pro', label: 'Seed 2.0 Pro' },
      { id: 'llava-video-72b', label: 'LLaVA-Video-72B' },
    ],
    loadQuestions: async (order, signal, onProgress) => (await load()).loadQuestions(ports, order, signal, onProgress),
    addPrompts: async (benchmark, order, signal) => (await load()).addPrompts(ports, benchmark, order, signal),
    loadResults: async (model, order, signal, onProgress) =>
      (await load()).loadResults(ports, model, order, signal, onProgress),
  };
}
