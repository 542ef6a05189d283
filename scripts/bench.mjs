// `npm run bench -- NAME`: measures what tests do not judge, since time is not the same on any two machines. One JSON line each.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { ensureInstalled, packageFile, root, run } from './ensure-installed.mjs';

ensureInstalled();
const folder = path.join(root, 'tests/bench');
const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
const [name = '', ...args] = process.argv.slice(2);
const file = path.join(folder, `${name}.ts`);
if (name === '' || !existsSync(file)) {
  console.error(`Which bench? npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}
run(process.execPath, [packageFile('tsx/dist/cli.mjs'), file, ...args]);
