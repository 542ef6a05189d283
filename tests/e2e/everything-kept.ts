import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import type { Page } from 'playwright-core';

import './sonoscore-window.ts';

/** All that a page keeps as one text: address, history, storages, caches and the whole database, bytes read as characters. */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const out: string[] = [location.href, document.cookie, JSON.stringify(history.state)];
    const say = (value: unknown): void => {
      if (value instanceof Uint8Array) out.push(new TextDecoder('latin1').decode(value));
      else if (value instanceof ArrayBuffer) say(new Uint8Array(value));
      else if (value instanceof Map || value instanceof Set || Array.isArray(value))
        for (const each of value) say(each);
      else if (typeof value === 'object' && value !== null)
        for (const [name, each] of Object.entries(value)) {
          out.push(name);
          say(each);
        }
      else out.push(String(value));
    };
    say({ ...localStorage });
    say({ ...sessionStorage });
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        out.push(request.url);
        // The site's own files are as they were built.
        if (!/\.(?:js|css|bin|html|mp4|svg|wasm)$/.test(new URL(request.url).pathname))
          say(await (await cache.match(request))?.arrayBuffer());
      }
    }
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
        request.onerror = () => {
          reject(request.error ?? new Error('no reason given'));
        };
      });
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await asked(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
        say(keys);
        say(values);
      }
      database.close();
    }
    return out.join('\n');
  });
}

/** A Run in every form in which it leaves the page, as one text; archives are opened. */
export async function everythingExported(page: Page, runId: string): Promise<string> {
  const texts: string[] = [];
  for (const format of ['run-file', 'csv', 'report', 'upstream'] as const) {
    const { name, base64 } = await page.evaluate(([id, as]) => window.sonoscore.export(id, as), [
      runId,
      format,
    ] as const);
    const bytes = Buffer.from(base64, 'base64');
    texts.push(name);
    if (!name.endsWith('.zip')) {
      texts.push(bytes.toString('utf8'));
      continue;
    }
    const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])));
    for (const entry of await zip.getEntries()) {
      texts.push(entry.filename);
      if (!entry.directory) texts.push(await entry.getData(new TextWriter()));
    }
    await zip.close();
  }
  return texts.join('\n');
}
