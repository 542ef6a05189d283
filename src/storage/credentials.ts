import { del, get, keys, set } from 'idb-keyval';
import * as v from 'valibot';

import type { Credentials } from '../app/index.ts';
import type { Database } from './database.ts';

/** Under this name lies the key that the others are encrypted with; no endpoint is called so. */
const MASTER = 'master-key';

const sealed = v.object({ iv: v.instance(Uint8Array<ArrayBuffer>), bytes: v.instance(ArrayBuffer) });

/**
 * Keys encrypted with AES-GCM under a key that the browser keeps and never gives out. That guards them against whoever reads
 * the browser's files as text, exports or logs; not against a script that runs on this very page.
 */
export function createCredentials(database: Database): Credentials {
  const store = database.store('credentials');
  const master = async (): Promise<CryptoKey> => {
    const stored: unknown = await get(MASTER, store);
    if (stored instanceof CryptoKey) return stored;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await set(MASTER, made, store);
    return made;
  };
  return {
    async remember(endpoint, key) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await master(), new TextEncoder().encode(key));
      await set([endpoint], { iv, bytes }, store);
    },
    async recall(endpoint) {
      const stored = v.safeParse(sealed, await get([endpoint], store));
      if (!stored.success) return undefined;
      try {
        const { iv, bytes } = stored.output;
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await master(), bytes));
      } catch {
        // Sealed under a key that is gone: it is of no use to anybody any more.
        await del([endpoint], store);
        return undefined;
      }
    },
    forget: (endpoint) => del([endpoint], store),
    async list() {
      const all = await keys(store);
      return all.flatMap((name) => (Array.isArray(name) && typeof name[0] === 'string' ? [name[0]] : []));
    },
  };
}
