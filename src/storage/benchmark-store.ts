import { del, get, promisifyRequest, set } from 'idb-keyval';
import * as v from 'valibot';

import type { BenchmarkStore } from '../app/index.ts';
import type { Benchmark } from '../domain/benchmark/index.ts';
import type { Database } from './database.ts';

const FORMAT_VERSION = 1;

/** Only this page writes here, and it writes nothing but whole Benchmarks; what an older version wrote is told by its number. */
const kept = v.object({
  formatVersion: v.literal(FORMAT_VERSION),
  keptAt: v.string(),
  benchmark: v.custom<Benchmark>(
    (value) => typeof value === 'object' && value !== null && 'digest' in value && 'questions' in value,
  ),
});

/** Benchmarks that this browser keeps, by digest. */
export function createBenchmarkStore(database: Database): BenchmarkStore {
  const benchmarks = database.store('benchmarks');
  return {
    async keep(benchmark) {
      const record = { formatVersion: FORMAT_VERSION, keptAt: new Date().toISOString(), benchmark };
      await set(benchmark.digest, record, benchmarks);
    },
    async kept(digest) {
      const stored = v.safeParse(kept, await get(digest, benchmarks));
      return stored.success ? stored.output.benchmark : undefined;
    },
    async listKept() {
      const all = await benchmarks<unknown[]>('readonly', (store) => promisifyRequest<unknown[]>(store.getAll()));
      return all
        .flatMap((stored) => {
          const parsed = v.safeParse(kept, stored);
          return parsed.success ? [parsed.output] : [];
        })
        .sort((a, b) => b.keptAt.localeCompare(a.keptAt))
        .map(({ benchmark: { digest, name, origin, questions } }) => ({
          digest,
          name,
          origin,
          keptQuestions: questions.filter(({ keep }) => keep).length,
        }));
    },
    forget: (digest) => del(digest, benchmarks),
  };
}
