// `npm start`: installs what is missing, builds the site and serves it on 127.0.0.1.
import path from 'node:path';

import { ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();

const { build, preview } = await import('vite');
const configFile = path.join(root, 'vite.config.ts');
await build({ root, configFile, logLevel: 'warn' });

const port = Number(process.env['PORT'] ?? 4173);
const server = await preview({
  root,
  configFile,
  logLevel: 'warn',
  // Another port is taken where this one is in use; the printed address is the real one.
  preview: { host: '127.0.0.1', port, strictPort: process.env['PORT'] !== undefined },
});
const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
console.log(`Sonoscore is at ${address}  (Ctrl+C ends it)`);
