// `npm run translations`: brings src/language/zh-Hans.po up to date with the sentences in the sources. With `--check` it changes nothing
// and fails where something is missing.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { CATALOG_FILE } from './translations/catalog.ts';
import { checkCatalog, updateCatalog } from './translations/update-catalog.ts';
import { isSaid, isTranslated } from './translations/source-files.ts';
import { type SourceMessage, transform } from './translations/transform.ts';

const root = path.resolve(import.meta.dirname, '..');

async function sourceMessages(): Promise<readonly SourceMessage[]> {
  const files = (await readdir(path.join(root, 'src'), { recursive: true }))
    .map((file) => `src/${file.split(path.sep).join('/')}`)
    .filter((file) => isTranslated(file) || isSaid(file))
    .sort();
  const found: SourceMessage[] = [];
  for (const file of files)
    found.push(...(await transform(await readFile(path.join(root, file), 'utf8'), file)).messages);
  return found;
}

async function main(): Promise<void> {
  const before = await readFile(CATALOG_FILE, 'utf8').catch(() => '');
  const after = updateCatalog(before, await sourceMessages());
  if (process.argv.includes('--check')) {
    const faults = checkCatalog(before, after);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) {
      console.error(
        'Run `npm run translations`, then fill in the empty lines of src/language/zh-Hans.po (CONTRIBUTING.md says how).',
      );
      process.exitCode = 1;
    } else console.log('Every sentence has its Chinese.');
    return;
  }
  await writeFile(CATALOG_FILE, after);
  const open = checkCatalog(after, after);
  console.log(open.length === 0 ? 'Every sentence has its Chinese.' : `${open.length} to translate in ${CATALOG_FILE}`);
}

await main();
