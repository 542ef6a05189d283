import { get, promisifyRequest } from 'idb-keyval';

import type { UnreadableRuns } from '../app/index.ts';
import { parseAttempt, parseRun } from '../domain/run/index.ts';
import type { Database } from './database.ts';
import { attemptsOf } from './run-store.ts';

/** Stored Runs and Attempts that `parseRun` and `parseAttempt` refuse, with what can be done about them: nothing here reads what is inside. */
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
        const why = whyNot(stored, parseRun);
        return why === undefined ? [] : [{ id: String(keys[index]), why }];
      });
    },
    async attempts(runId) {
      const { keys, attempts: values } = await raw(runId);
      return values.flatMap((stored, index) => {
        const why = whyNot(stored, parseAttempt);
        const key: unknown = keys[index];
        const [, questionId, epoch] = Array.isArray(key) ? key.map(String) : [];
        return why === undefined ? [] : [{ questionId: questionId ?? '', epoch: Number(epoch), why }];
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

/** What is wrong with what is stored; undefined where it can be read. */
function whyNot(stored: unknown, parse: (value: unknown) => unknown): string | undefined {
  try {
    parse(stored);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
