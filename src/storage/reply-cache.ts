import { get, set } from 'idb-keyval';

import type { ReplyCache } from '../app/index.ts';
import { parseReply } from '../domain/run/index.ts';
import type { Database } from './database.ts';

/** Replies by the digest of the call that they answer. One that cannot be read is asked for anew. */
export function createReplyCache(database: Database): ReplyCache {
  const replies = database.store('replies');
  return {
    async get(key) {
      const stored: unknown = await get(key, replies);
      if (stored === undefined) return undefined;
      try {
        return parseReply(stored);
      } catch {
        return undefined;
      }
    },
    put: (key, reply) => set(key, reply, replies),
  };
}
