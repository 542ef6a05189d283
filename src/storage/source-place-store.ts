import { del, promisifyRequest, set } from 'idb-keyval';
import * as v from 'valibot';

import type { SourcePlace, SourcePlaceStore } from '../app/index.ts';
import type { Database } from './database.ts';

const FORMAT_VERSION = 1;

const text = v.string();
const place: v.GenericSchema<unknown, SourcePlace> = v.variant('kind', [
  v.object({
    kind: v.literal('folder'),
    id: text,
    name: text,
    handle: v.custom<FileSystemDirectoryHandle>(
      (value) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'directory',
    ),
  }),
  v.object({ kind: v.literal('copy'), id: text, path: text, byteCount: v.number() }),
  v.object({ kind: v.literal('address'), id: text, digest: text, sourceKey: text, url: text }),
  v.object({
    kind: v.literal('by-hand'),
    id: text,
    path: text,
    byteCount: v.number(),
    sourceKey: text,
    videoKey: v.optional(text, () => undefined),
  }),
]);
const kept = v.object({ formatVersion: v.literal(FORMAT_VERSION), place });

/** Where source videos are found again, in the database. What cannot be read is as if it were not there. */
export function createSourcePlaceStore(database: Database): SourcePlaceStore {
  const store = database.store('source-places');
  return {
    async list() {
      const all = await store<unknown[]>('readonly', (places) => promisifyRequest<unknown[]>(places.getAll()));
      return all.flatMap((stored) => {
        const parsed = v.safeParse(kept, stored);
        return parsed.success ? [parsed.output.place] : [];
      });
    },
    put: (place) => set(place.id, { formatVersion: FORMAT_VERSION, place }, store),
    delete: (id) => del(id, store),
  };
}
