// `npm start`: installs what is missing, builds the site and serves it on 127.0.0.1.
import { ensureInstalled, root } from './ensure-installed.mjs';

ensureInstalled();

const { preview } = await import('vite');
const { buildPage, exitOnSignals } = await import('./build-page.mjs');
// Into a folder of its own, so that another `npm start` or `npm run build` takes no page from those who are at this one.
const outDir = await buildPage();
exitOnSignals();

const port = Number(process.env['PORT'] ?? 4173);
const server = await preview({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { outDir },
  // Another port is taken where this one is in use; the printed address is the real one.
  preview: { host: '127.0.0.1', port, strictPort: process.env['PORT'] !== undefined },
});
const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
console.log(`Sonoscore is at ${address}  (Ctrl+C ends it)`);
