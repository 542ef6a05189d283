import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, so that the build works from any folder of any static host.
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  // These start workers by `new URL(..., import.meta.url)`, which pre-bundling would break.
  optimizeDeps: { exclude: ['@ffmpeg/ffmpeg', '@ffmpeg/util'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // How long plugins took is no fault of the site, and would stand before the address that `npm start` prints.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
