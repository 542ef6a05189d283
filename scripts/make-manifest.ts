// `npm run make-manifest -- FILE`: writes which files of the public repository the page takes, with their sizes and digests.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { root } from './ensure-installed.mjs';
import { chooseFiles } from './manifest/choose-files.ts';

const [file = '../shared/upstream-manifest.tsv'] = process.argv.slice(2);
const manifest = readFileSync(path.resolve(root, file), 'utf8');
for (const part of ['questions', 'results'] as const) {
  const lines = chooseFiles(manifest, part);
  writeFileSync(path.join(root, 'src/benchmark/repository', `${part}.tsv`), lines);
  console.log(`${part}: ${lines.split('\n').length - 1} files`);
}
