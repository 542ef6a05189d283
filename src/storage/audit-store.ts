import { get, update } from 'idb-keyval';

import type { AuditStore } from '../app/index.ts';
import type { Database } from './database.ts';

/** Audits by their Run. A change reads and writes in one transaction, so that two tabs lose no score to each other. */
export function createAuditStore(database: Database): AuditStore {
  const audits = database.store('audits');
  // It brings statistics along, which the first page has no use for.
  const parser = () => import('../domain/audit/index.ts');
  return {
    get: async (runId) => (await parser()).parseAudit(await get(runId, audits)),
    async change(runId, change) {
      const { parseAudit } = await parser();
      let changed: ReturnType<typeof change>;
      await update<unknown>(
        runId,
        (old) => {
          changed = change(parseAudit(old));
          return changed;
        },
        audits,
      );
      return changed;
    },
  };
}
