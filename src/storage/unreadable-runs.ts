import { get, promisifyRequest } from 'idb-keyval';

import type { UnreadableRuns } from '../app/index.ts';
import { parseRun } from '../domain/run/index.ts';
import type { Database } from './database.ts';
import { attemptsOf } from './run-store.ts';

/** Stored Runs that `parseRun` refuses, with what can be done about them: nothing here reads what is inside. */
export function createUnreadableRuns(database: Database): UnreadableRuns {
  const runs = database.store('runs');
  const attempts = database.store('attempts');
  const raw = async (runId: string) => {
    const run: unknown = await get(runId, runs);
    const [keys, values] = await attempts('readonly', (store) =>
      Promise.all([
        promisifyRequest(store.getAllKeys(attemptsOf(runId))),
        promisifyRequest<unknown[]>(store.getAll(attemptsOf(runId))),
      ]),
    );
    return { run, keys, attempts: values };
  };
  return {
    async list() {
      const [keys, values] = await runs('readonly', (store) =>
        Promise.all([promisifyRequest(store.getAllKeys()), promisifyRequest<unknown[]>(store.getAll())]),
      );
      return values.flatMap((stored, index) => {
        try {
          parseRun(stored);
          return [];
        } catch (error) {
          return [{ id: String(keys[index]), why: error instanceof Error ? error.message : String(error) }];
        }
      });
    },
    async record(runId) {
      const { run, attempts: all } = await raw(runId);
      return new Blob([JSON.stringify({ run, attempts: all }, undefined, 2)], { type: 'application/json' });
    },
    async remove(runId) {
      const kept = await raw(runId);
      await attempts('readwrite', (store) => {
        store.delete(attemptsOf(runId));
        return promisifyRequest(store.transaction);
      });
      await runs('readwrite', (store) => {
        store.delete(runId);
        return promisifyRequest(store.transaction);
      });
      return async () => {
        await attempts('readwrite', (store) => {
          kept.attempts.forEach((attempt, index) => store.put(attempt, kept.keys[index]));
          return promisifyRequest(store.transaction);
        });
        await runs('readwrite', (store) => {
          store.put(kept.run, runId);
          return promisifyRequest(store.transaction);
        });
      };
    },
  };
}
