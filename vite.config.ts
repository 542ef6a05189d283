import path from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { compressedAssets } from './scripts/build/compressed-asset-plugin.ts';
import { licences } from './scripts/build/licences-plugin.ts';
import { securityPolicy } from './scripts/build/security-policy-plugin.ts';
import { serviceWorker } from './scripts/build/service-worker-plugin.ts';
import { translations } from './scripts/build/translation-plugin.ts';

// The service worker is built by itself; this is what it is made of.
const { collect, write } = licences(['workbox-precaching']);

export default defineConfig({
  // Relative, so that the build works from any folder of any static host.
  base: './',
  plugins: [translations(), svelte(), compressedAssets(), securityPolicy(), write(), serviceWorker()],
  resolve: {
    alias: {
      '@stdlib/assert-has-generator-support': path.resolve(
        import.meta.dirname,
        'scripts/build/has-generator-support.cjs',
      ),
    },
  },
  worker: { format: 'es', plugins: () => [collect()] },
  // It starts a worker by `new URL(..., import.meta.url)`, which pre-bundling would break.
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // How long plugins took is no fault of the site, and would stand before the address that `npm start` prints.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Nothing happens when one of these is imported, so a folder's index.ts brings only what is taken from it: the rest
      // comes with whatever loads on demand.
      treeshake: {
        moduleSideEffects: [
          { test: /\/src\/(?:app|benchmark|domain|media|providers|share|storage)\/.*\.ts$/, sideEffects: false },
        ],
      },
    },
  },
});
