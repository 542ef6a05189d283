import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type Plugin } from 'vite';

const NAME = 'sw.js';
/** Hosts that know it read it and do not serve it. */
const HEADERS = '_headers';

/** Builds the service worker beside the finished site, with the list of every file of it. */
export function serviceWorker(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'sonoscore:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await siteFiles(outDir);
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { SITE_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          lib: {
            entry: path.join(root, 'src/platform/service-worker/service-worker.ts'),
            formats: ['iife'],
            name: 'sonoscoreServiceWorker',
            fileName: () => NAME,
          },
        },
      });
    },
  };
}

/** Each file's address below the site, with a digest of its content; where the name holds one already, none. */
async function siteFiles(folder: string): Promise<{ url: string; revision: string | null }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== NAME && entry.name !== HEADERS)
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => {
      const url = path.relative(folder, file).split(path.sep).join('/');
      const isHashed = url.startsWith('assets/');
      return {
        url,
        revision: isHashed
          ? null
          : createHash('sha256')
              .update(await readFile(file))
              .digest('hex'),
      };
    }),
  );
}
