import { clear, del, entries, get, set, update } from 'idb-keyval';
import * as v from 'valibot';

import type { ClipCacheStore } from '../app/index.ts';
import { parseClipRecord } from '../domain/run/index.ts';
import type { Database } from './database.ts';

const stored = v.object({ bytes: v.instance(Uint8Array<ArrayBuffer>), record: v.unknown() });
const indexed = v.object({ byteCount: v.number(), usedAtMs: v.number() });

/** Clips in the database; their sizes and last uses lie apart, so that a list reads no clip. */
export function createClipStore(database: Database): ClipCacheStore {
  const clips = database.store('clips');
  const index = database.store('clip-index');
  return {
    async get(key) {
      const found = v.safeParse(stored, await get(key, clips));
      if (!found.success) return undefined;
      const { bytes, record } = found.output;
      return { bytes, record: parseClipRecord(record) };
    },
    async put(key, clip, usedAtMs) {
      // Listed before it is there: what is listed can be made room for, what is only there could not.
      await set(key, { byteCount: clip.bytes.byteLength, usedAtMs }, index);
      await set(key, { bytes: clip.bytes, record: clip.record }, clips);
    },
    touch: (key, usedAtMs) =>
      update<unknown>(
        key,
        (old) => {
          const found = v.safeParse(indexed, old);
          return { byteCount: found.success ? found.output.byteCount : 0, usedAtMs };
        },
        index,
      ),
    async delete(key) {
      await del(key, clips);
      await del(key, index);
    },
    async clear() {
      await clear(clips);
      await clear(index);
    },
    async list() {
      const all = await entries<IDBValidKey, unknown>(index);
      return all.flatMap(([key, value]) => {
        const found = v.safeParse(indexed, value);
        return typeof key === 'string' && found.success ? [{ key, ...found.output }] : [];
      });
    },
  };
}
