import { del, get, promisifyRequest, set, setMany } from 'idb-keyval';

import type { RunStore } from '../app/index.ts';
import { type Attempt, parseAttempt, parseRun } from '../domain/run/index.ts';
import type { Database } from './database.ts';

/** Attempts that are read and checked in one task of the page: all 514 of a long run would hold it up. */
const PAGE = 100;

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
      // All by one transaction, so that they are of one moment.
      return attempts('readonly', async (store) => {
        const read: Attempt[] = [];
        for (let range = attemptsOf(runId); ;) {
          const [keys, stored] = await Promise.all([
            promisifyRequest(store.getAllKeys(range, PAGE)),
            promisifyRequest<unknown[]>(store.getAll(range, PAGE)),
          ]);
          read.push(...stored.flatMap((value) => readable(value, parseAttempt)));
          const last = keys.at(-1);
          if (last === undefined || keys.length < PAGE) return read;
          range = attemptsOf(runId, last);
        }
      });
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

/** Those of a Run, or those after one of its keys. Keys are [runId, questionId, epoch]; in IndexedDB's order an array sorts after every string. */
export function attemptsOf(runId: string, after?: IDBValidKey): IDBKeyRange {
  return IDBKeyRange.bound(after ?? [runId], [runId, []], after !== undefined);
}
