// `npm run bench [-- NAME [argument …]] [--write]`: measures what tests do not judge, since time is not the same on any two machines.
// Without a name all of it. Each prints JSON lines; one table of them comes last, and `--write` puts it into BENCHMARKS.md.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { inFile, tableOf } from './bench-table.mjs';
import { ensureInstalled, packageFile, root } from './ensure-installed.mjs';

ensureInstalled();
const folder = path.join(root, 'tests/bench');
const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
const given = process.argv.slice(2);
const [name, ...args] = given.filter((argument) => argument !== '--write');
if (name !== undefined && !names.includes(name)) {
  console.error(`Which bench? npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}

/** @type {Record<string, unknown>[]} */
const results = [];
const failed = [];
for (const each of name === undefined ? names : [name]) {
  const lines = await linesOf(path.join(folder, `${each}.ts`));
  if (lines === undefined) failed.push(each);
  else results.push(...lines);
}
console.log(`\n${tableOf(results)}`);
if (given.includes('--write')) {
  const file = path.join(root, 'BENCHMARKS.md');
  const { format, resolveConfig } = await import('prettier');
  const written = inFile(readFileSync(file, 'utf8'), results);
  writeFileSync(file, await format(written, { ...(await resolveConfig(file)), filepath: file }));
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

/**
 * What a bench prints, passed on while it comes; undefined where it failed.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>[] | undefined>}
 */
function linesOf(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [packageFile('tsx/dist/cli.mjs'), file, ...args], {
      cwd: root,
      stdio: ['inherit', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      said += String(chunk);
    });
    child.once('close', (code) => {
      const lines = said.split('\n').filter((line) => line.startsWith('{"bench"'));
      resolve(code === 0 ? lines.map((line) => JSON.parse(line)) : undefined);
    });
  });
}
