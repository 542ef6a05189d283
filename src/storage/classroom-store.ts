import { del, get, promisifyRequest, set, update, type UseStore } from 'idb-keyval';

import type { ClassroomStore } from '../app/index.ts';
import type { Database } from './database.ts';

/** Decks and classes by their ids; what comes out is parsed. */
export function createClassroomStore(database: Database): ClassroomStore {
  const decks = database.store('decks');
  const classes = database.store('classes');
  // The first page has no use for it.
  const parser = () => import('../domain/classroom/index.ts');
  return {
    async listDecks() {
      const { parseDeck } = await parser();
      const list = await all(decks, parseDeck);
      return list.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    putDeck: (deck) => set(deck.id, deck, decks),
    deleteDeck: (deckId) => del(deckId, decks),
    async listClasses() {
      const { parseClassSession } = await parser();
      const list = await all(classes, parseClassSession);
      return list.sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    },
    async getClass(classId) {
      const { parseClassSession } = await parser();
      const stored: unknown = await get(classId, classes);
      return stored === undefined ? undefined : parseClassSession(stored);
    },
    async changeClass(classId, change) {
      const { parseClassSession } = await parser();
      let changed: ReturnType<typeof change>;
      await update<unknown>(
        classId,
        (stored) => {
          const old = stored === undefined ? undefined : parseClassSession(stored);
          const next = change(old);
          changed = next ?? old;
          return changed;
        },
        classes,
      );
      return changed;
    },
    deleteClass: (classId) => del(classId, classes),
  };
}

/** Everything in a store that can be read. */
async function all<T>(store: UseStore, parse: (stored: unknown) => T): Promise<T[]> {
  const stored = await store<unknown[]>('readonly', (each) => promisifyRequest<unknown[]>(each.getAll()));
  return stored.flatMap((each) => {
    try {
      return [parse(each)];
    } catch {
      return [];
    }
  });
}
