import { preview } from 'vite';

import { buildPage } from '../build-page.mjs';
import { root } from '../ensure-installed.mjs';
import type { Orders } from './orders.ts';

/** Serves the built page at an address that stays the same, so that the profile's database is found again. */
export async function servePage({
  port,
  page,
}: Orders): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  if (page === undefined) process.stderr.write('Building the page ...\n');
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
