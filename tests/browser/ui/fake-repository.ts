import type { LoadResult, PublicRepository, RepositoryLoad, RepositoryOrder } from '../../../src/app/index.ts';
import { somePrompts } from '../../unit/builders.ts';

/** A repository whose questions come when a test says so; its prompts come at the second try. */
export function fakeRepository(): {
  readonly repository: PublicRepository;
  readonly orders: readonly RepositoryOrder[];
  readonly step: (load: RepositoryLoad<LoadResult>) => void;
} {
  const orders: RepositoryOrder[] = [];
  let finish: (load: RepositoryLoad<LoadResult>) => void = () => undefined;
  let triesOfPrompts = 0;
  const repository: PublicRepository = {
    name: 'ReXSonoVQA',
    repository: 'owner/name',
    commit: 'c'.repeat(40),
    digest: 'e'.repeat(64),
    pageUrl: 'https://example.org/owner/name',
    mirrors: ['http://127.0.0.1:9/here/', 'http://127.0.0.1:9/elsewhere/'],
    publishedModels: [{ id: 'some-model', label: 'Some Model' }],
    loadQuestions: (order, signal, onProgress) => {
      orders.push(order);
      onProgress({ files: 41, totalFiles: 95, bytes: 312_000, totalBytes: 547_000 });
      return new Promise((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')));
      });
    },
    addPrompts: (benchmark) => {
      triesOfPrompts += 1;
      return triesOfPrompts === 1
        ? Promise.reject(new Error('Prompts came from no mirror: try again.'))
        : Promise.resolve({ kind: 'loaded', value: { ...benchmark, referencePrompts: somePrompts() } });
    },
    loadResults: () => Promise.resolve({ kind: 'loaded', value: [] }),
  };
  return { repository, orders, step: (load) => finish(load) };
}
