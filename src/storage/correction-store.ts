import { get, set } from 'idb-keyval';
import * as v from 'valibot';

import type { CorrectionStore } from '../app/index.ts';
import { parseCorrections } from '../domain/run/index.ts';
import type { Database } from './database.ts';

const FORMAT_VERSION = 1;
const kept = v.object({ formatVersion: v.literal(FORMAT_VERSION), corrections: v.unknown() });

/** Corrections in the database, a list for each Benchmark. */
export function createCorrectionStore(database: Database): CorrectionStore {
  const store = database.store('corrections');
  return {
    async corrections(digest) {
      const stored = v.safeParse(kept, await get(digest, store));
      return stored.success ? parseCorrections(stored.output.corrections) : [];
    },
    keepCorrections: (digest, corrections) => set(digest, { formatVersion: FORMAT_VERSION, corrections }, store),
  };
}
