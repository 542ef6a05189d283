import { readFile } from 'node:fs/promises';
import path from 'node:path';

import PO from 'pofile';

import { compileMessage } from './transform.ts';

export const CATALOG_FILE = path.resolve(import.meta.dirname, '../../src/language/zh-Hans.po');

/** The translations that the catalogue holds, by the English message. What waits for a look (`fuzzy`) is left out. */
export async function readTranslations(file = CATALOG_FILE): Promise<ReadonlyMap<string, string>> {
  const { items } = PO.parse(await readFile(file, 'utf8'));
  return new Map(
    items.flatMap(({ msgid, msgstr, flags, obsolete }) =>
      msgstr[0] === undefined || msgstr[0] === '' || flags['fuzzy'] === true || obsolete ? [] : [[msgid, msgstr[0]]],
    ),
  );
}

/** What the page loads of it: both sides in the form in which transformed code asks for them. */
export async function compileCatalog(file = CATALOG_FILE): Promise<Readonly<Record<string, unknown>>> {
  const translations = await readTranslations(file);
  return Object.fromEntries(
    [...translations].map(([english, translation]) => {
      const message = compileMessage(english);
      return [typeof message === 'string' ? message : JSON.stringify(message), compileMessage(translation)];
    }),
  );
}
