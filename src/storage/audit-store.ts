import { get, update } from 'idb-keyval';

import type { AuditStore } from '../app/index.ts';
import { parseAudit } from '../domain/audit/index.ts';
import type { Database } from './database.ts';

/** Audits by their Run. A change reads and writes in one transaction, so that two tabs lose no score to each other. */
export function createAuditStore(database: Database): AuditStore {
  const audits = database.store('audits');
  return {
    get: async (runId) => parseAudit(await get(runId, audits)),
    async change(runId, change) {
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
