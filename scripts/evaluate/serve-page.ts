import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { build, preview } from 'vite';

import { root } from '../ensure-installed.mjs';
import type { Orders } from './orders.ts';

/** Serves the built page at an address that stays the same, so that the profile's database is found again. */
export async function servePage({
  port,
  page,
}: Orders): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const outDir = page ?? (await buildPage());
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port, strictPort: true },
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Builds the page into a folder that is its alone, and gone in the end: `dist` may be what somebody is being served. */
async function buildPage(): Promise<string> {
  process.stderr.write('Building the page ...\n');
  const outDir = await mkdtemp(path.join(tmpdir(), 'sonoscore-page-'));
  // Also where somebody ends it by Ctrl+C.
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const configFile = path.join(root, 'vite.config.ts');
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}
