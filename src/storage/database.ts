import type { UseStore } from 'idb-keyval';

import { SonoscoreError } from '../app/index.ts';

/**
 * Version of the database's shape. An upgrade only ever adds stores, so that an older page that is still at work goes on
 * working beside a newer one; what is inside a record has a version of its own (`formatVersion`).
 */
const DATABASE_VERSION = 4;

const STORE_NAMES = [
  'runs',
  'attempts',
  'benchmarks',
  'replies',
  'clips',
  'clip-index',
  'credentials',
  'corrections',
  'source-places',
  'audits',
  'decks',
  'classes',
] as const;

export type StoreName = (typeof STORE_NAMES)[number];

/** What may be lost only when the disk is: for these a commit waits until the system has written it. */
const STRICT: ReadonlySet<StoreName> = new Set<StoreName>(['runs', 'attempts', 'audits', 'classes']);

const MOST_TRIES = 3;
/** Opening takes milliseconds, unless a newer page is changing the database's shape. */
const PATIENCE_MS = 10_000;

export interface Database {
  /**
   * A store as idb-keyval's functions take it.
   * @param durability default: `strict` for what may be lost only when the disk is, `relaxed` for the rest
   */
  store(name: StoreName, durability?: 'strict' | 'relaxed'): UseStore;
  close(): void;
}

/**
 * Opens the one database of the site, at first use. A connection that the browser closed (memory pressure, site data
 * cleared, a newer page's upgrade) is opened again at the next use.
 */
export function openDatabase(
  databaseName = 'sonoscore',
  factory: IDBFactory = indexedDB,
  patienceMs = PATIENCE_MS,
): Database {
  let connection: Promise<IDBDatabase> | undefined;

  const forget = (which: Promise<IDBDatabase>) => {
    if (connection === which) connection = undefined;
  };
  const connect = (): Promise<IDBDatabase> => {
    if (connection !== undefined) return connection;
    const opening = openConnection(factory, databaseName, (database) => {
      database.close();
      forget(opening);
    });
    connection = opening;
    opening.catch(() => {
      forget(opening);
    });
    return opening;
  };

  return {
    store:
      (name, durability = STRICT.has(name) ? 'strict' : 'relaxed') =>
      async (mode, use) => {
        for (let tries = 1; ; tries += 1) {
          const opened = connect();
          try {
            const database = await inTime(opened, patienceMs);
            return await use(database.transaction(name, mode, { durability }).objectStore(name));
          } catch (error) {
            if (tries >= MOST_TRIES || !isGone(error)) throw storageError(error);
            forget(opened);
          }
        }
      },
    close() {
      const closing = connection;
      connection = undefined;
      closing?.then(
        (database) => {
          database.close();
        },
        () => undefined,
      );
    },
  };
}

/**
 * Opening goes on meanwhile, and whoever comes later may find it done.
 * @throws {SonoscoreError} where it takes longer than anybody should have to wait without a word
 */
async function inTime(opening: Promise<IDBDatabase>, patienceMs: number): Promise<IDBDatabase> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new SonoscoreError({
          kind: 'internal',
          retryable: false,
          message:
            'This browser’s storage does not open: another tab with a newer version of this page may be changing it. Nothing is lost; wait for that tab or close it, then go on.',
        }),
      );
    }, patienceMs);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

function openConnection(
  factory: IDBFactory,
  databaseName: string,
  onGone: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let request: IDBOpenDBRequest;
    const open = (version: number | undefined) => {
      request = factory.open(databaseName, version);
      request.onupgradeneeded = () => {
        const database = request.result;
        for (const name of STORE_NAMES) {
          if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
        }
      };
      request.onsuccess = () => {
        const database = request.result;
        // A newer page waits for this one to let go; it is opened again, at the newer version, at the next use.
        database.onversionchange = () => {
          onGone(database);
        };
        database.onclose = () => {
          onGone(database);
        };
        resolve(database);
      };
      request.onerror = () => {
        const { error } = request;
        // A newer page has upgraded it. Upgrades only add stores, so what this page knows is there.
        if (error?.name === 'VersionError' && version !== undefined) open(undefined);
        else reject(error ?? new DOMException('The database could not be opened.', 'UnknownError'));
      };
    };
    open(DATABASE_VERSION);
  });
}

/**
 * Whether the connection was closed before a use of it or during one, as when the browser throws the site's data away. A
 * transaction is done whole or not at all, so that it can be done again on a new connection.
 */
function isGone(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'AbortError', 'UnknownError'].includes(error.name);
}

/** What a browser says of its storage, in a sentence that helps. */
function storageError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const full = error.name === 'QuotaExceededError';
  return new SonoscoreError(
    {
      kind: 'internal',
      retryable: false,
      message: full
        ? 'This browser’s storage for the site is full: free disk space or delete earlier runs, then go on.'
        : `This browser’s storage could not be used (${error.name}): allow site data for this page, or leave private browsing.`,
    },
    { cause: error },
  );
}
