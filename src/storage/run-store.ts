import { del, get, promisifyRequest, set, setMany } from 'idb-keyval';

import type { RunStore } from '../app/index.ts';
import { parseAttempt, parseRun } from '../domain/run/index.ts';
import type { Database } from './database.ts';

/** Runs and their Attempts in the database; what comes out is parsed, and brought to this version's form. */
export function createRunStore(database: Database): RunStore {
  const runs = database.store('runs');
  const attempts = database.store('attempts');
  // A crash of the browser loses none of them either; a power failure may lose the last, which say only what was about to be done.
  const unanswered = database.store('attempts', 'relaxed');
  const audits = database.store('audits');
  return {
    putRun: (run) => set(run.id, run, runs),
    async getRun(runId) {
      const stored: unknown = await get(runId, runs);
      return stored === undefined ? undefined : parseRun(stored);
    },
    async listRuns() {
      const stored = await runs<unknown[]>('readonly', (store) => promisifyRequest<unknown[]>(store.getAll()));
      return stored
        .flatMap((value) => readable(value, parseRun))
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    async deleteRun(runId) {
      // The Attempts first: a Run without its Attempts could still be deleted again, Attempts without their Run could not.
      await attempts('readwrite', (store) => {
        store.delete(attemptsOf(runId));
        return promisifyRequest(store.transaction);
      });
      await del(runId, audits);
      await del(runId, runs);
    },
    putAttempts: (changed) =>
      setMany(
        changed.map((attempt) => [[attempt.runId, attempt.questionId, attempt.epoch], attempt]),
        changed.some(({ reply }) => reply !== undefined) ? attempts : unanswered,
      ),
    async listAttempts(runId) {
      const stored = await attempts<unknown[]>('readonly', (store) =>
        promisifyRequest<unknown[]>(store.getAll(attemptsOf(runId))),
      );
      return stored.flatMap((value) => readable(value, parseAttempt));
    },
  };
}

/** None where it cannot be read; what is stored stays, and `createUnreadableRuns` tells of it. */
function readable<T>(stored: unknown, parse: (value: unknown) => T): T[] {
  try {
    return [parse(stored)];
  } catch {
    return [];
  }
}

/** Keys are [runId, questionId, epoch]; in IndexedDB's order an array sorts after every string. */
export function attemptsOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId], [runId, []]);
}
