// Holds the built site to its weight budgets: what the first page loads, and every single file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './ensure-installed.mjs';

const { build } = await import('vite');

/** Compressed script and style that the start page needs. */
const FIRST_PAGE_KILOBYTES = 150;
/** Some static hosts take no larger file. */
const LARGEST_FILE_MEGABYTES = 25;

const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-sizes-'));
try {
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const firstPage = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].flatMap((match) => match[1] ?? []);
  if (firstPage.length === 0) throw new Error('index.html of the built site names no script: the size check is blind.');
  const bytes = firstPage.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
  const largest = listFiles(folder)
    .map((file) => ({ file: path.relative(folder, file), bytes: statSync(file).size }))
    .sort((a, b) => b.bytes - a.bytes)[0];
  if (largest === undefined) throw new Error('The built site is empty.');

  const firstKilobytes = bytes / 1024;
  const largestMegabytes = largest.bytes / 1024 / 1024;
  console.log(`first page: ${firstKilobytes.toFixed(1)} kB compressed (at most ${FIRST_PAGE_KILOBYTES})`);
  console.log(`largest file: ${largest.file}, ${largestMegabytes.toFixed(1)} MB (at most ${LARGEST_FILE_MEGABYTES})`);
  if (firstKilobytes > FIRST_PAGE_KILOBYTES || largestMegabytes > LARGEST_FILE_MEGABYTES) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(file) : [file];
  });
}
