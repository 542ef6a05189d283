// `npm run check`: types, lint, format, dead code, sizes. Runs them all before it says which failed.
import { spawnSync } from 'node:child_process';

import { ensureInstalled, packageFile, root } from './ensure-installed.mjs';

ensureInstalled();

const TSC = 'typescript/bin/tsc';
/** @type {ReadonlyArray<readonly [name: string, file: string, ...args: string[]]>} */
const CHECKS = [
  ['types of the domain (no DOM)', TSC, '-p', 'src/domain'],
  ['types of the site', 'svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
  ['types of the service worker', TSC, '-p', 'src/platform/service-worker'],
  ['types of the relay', TSC, '-p', 'worker'],
  ['types of scripts', TSC, '-p', 'scripts'],
  ['types of tests', TSC, '-p', 'tests'],
  ['lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  ['translations', 'tsx/dist/cli.mjs', 'scripts/translations.ts', '--check'],
  ['dead code', 'knip/bin/knip.js'],
  ['sizes', '../scripts/check-sizes.mjs'],
];

const failed = [];
for (const [name, file, ...args] of CHECKS) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [packageFile(file), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
