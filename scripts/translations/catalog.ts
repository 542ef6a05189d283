import { readFile } from 'node:fs/promises';
import path from 'node:path';

import PO from 'pofile';

import { isTranslated } from './source-files.ts';
import { compileMessage } from './transform.ts';

export const CATALOG_FILE = path.resolve(import.meta.dirname, '../../src/language/zh-Hans.po');

/** A message of the catalogue that is translated. */
interface Translation {
  readonly english: string;
  readonly chinese: string;
  /** Whether it stands in a page, where the page asks for it by the whole message. */
  readonly onPages: boolean;
  /** Whether it is made elsewhere, and has to be known again by its pattern when a page shows it. */
  readonly said: boolean;
}

/** The translations that the catalogue holds. What waits for a look (`fuzzy`) is left out. */
async function readTranslations(file: string): Promise<readonly Translation[]> {
  const { items } = PO.parse(await readFile(file, 'utf8'));
  return items.flatMap(({ msgid: english, msgstr: [chinese = ''], flags, obsolete, references }) =>
    chinese === '' || flags['fuzzy'] === true || obsolete
      ? []
      : [
          {
            english,
            chinese,
            onPages: references.some(isTranslated),
            said: references.some((reference) => !isTranslated(reference)),
          },
        ],
  );
}

/** What the page loads of it: both sides in the form in which transformed code asks for them. */
export async function compileCatalog(file = CATALOG_FILE) {
  const translations = await readTranslations(file);
  return {
    messages: Object.fromEntries(
      translations
        .filter(({ onPages }) => onPages)
        .map(({ english, chinese }) => {
          const message = compileMessage(english);
          return [typeof message === 'string' ? message : JSON.stringify(message), compileMessage(chinese)];
        }),
    ),
    sayings: translations
      .filter(({ said }) => said)
      .map(({ english, chinese }) => [compileMessage(english), compileMessage(chinese)] as const),
  };
}
