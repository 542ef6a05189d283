import path from 'node:path';

import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built site, with a slash at its end. */
    siteUrl: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the site into a folder of its own and serves it from a sub-folder, as a static host of many sites would. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = path.join(root, 'dist-e2e', 'some', 'folder');
  const configFile = path.join(root, 'vite.config.ts');
  // The runner sets it to `test`, and the site would be built as for development.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  await build({ root, configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  process.env['NODE_ENV'] = NODE_ENV;
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { outDir: path.join(root, 'dist-e2e') },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The built site has no port.');
  project.provide('siteUrl', `http://127.0.0.1:${address.port}/some/folder/`);
  return () => server.close();
}
