import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';

import { build } from 'vite';

import { root } from './ensure-installed.mjs';

/**
 * Builds the page into a folder that is this process's alone, and gone in the end: `dist` may be what somebody is being served.
 * @returns the folder
 */
export async function buildPage() {
  const outDir = await mkdtemp(path.join(tmpdir(), 'sonoscore-page-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const leave = exitOnSignals();
  const configFile = path.join(root, 'vite.config.ts');
  await build({ root, configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  leave();
  return outDir;
}

/**
 * Has Ctrl+C and the like end the process by way of its `exit` event, which they pass over else.
 * @returns ends that
 */
export function exitOnSignals() {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const exit = (signal) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.once(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}
