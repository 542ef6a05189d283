import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

import { findBrowser } from './scripts/browser-path.mjs';
import { compressedAssets } from './scripts/build/compressed-asset-plugin.ts';
import { mediaCommands } from './tests/browser/media/media-commands.ts';
import { standInCommands } from './tests/browser/providers/stand-in-commands.ts';

const browser = await findBrowser();

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      {
        plugins: [compressedAssets()],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          // Made by the plugin; by its name it looks like a package's file.
          server: { deps: { inline: [/compressed:/] } },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          environment: 'node',
          include: ['tests/fuzz/**/*.test.ts'],
          // Long enough for 10,000 cases; what never ends is still ended.
          testTimeout: 900_000,
          // What eats memory without bounds fails instead of taking the machine with it.
          execArgv: ['--max-old-space-size=768'],
        },
      },
      {
        plugins: [svelte(), compressedAssets()],
        optimizeDeps: {
          exclude: ['@ffmpeg/ffmpeg'],
          // Found beforehand: what is found while tests run makes vite load the page anew in the midst of one.
          include: [
            '@observablehq/plot',
            '@zip.js/zip.js',
            '@zip.js/zip.js/lib/zip-core-native.js',
            'axe-core',
            'bits-ui',
            'dicom-parser',
            'fast-check',
            'mediabunny',
            'uqr',
            'virtua/svelte',
          ],
        },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: browser.path, args: browser.args } }),
            instances: [{ browser: 'chromium' }],
            commands: { ...standInCommands, ...mediaCommands },
          },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/built-site.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
