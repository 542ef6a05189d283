// What the built site weighs: what the first page loads, and every single file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';

import { root } from './ensure-installed.mjs';

/** Builds the site into a folder of its own, weighs it, and takes the folder away again. */
export async function weighSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-weight-'));
  try {
    await build({
      root,
      configFile: path.join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
    const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
    const firstPage = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].flatMap((match) => match[1] ?? []);
    if (firstPage.length === 0) throw new Error('index.html of the built site names no script: the scales are blind.');
    const files = listFiles(folder).map((file) => ({
      file: path.relative(folder, file).split(path.sep).join('/'),
      bytes: statSync(file).size,
    }));
    const largest = files.toSorted((a, b) => b.bytes - a.bytes)[0];
    if (largest === undefined) throw new Error('The built site is empty.');
    return {
      /** Compressed script and style that the start page needs. */
      firstPageKilobytes:
        firstPage.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0) / 1024,
      largestFile: largest.file,
      largestMegabytes: largest.bytes / 1024 / 1024,
      files: files.length,
      siteMegabytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
