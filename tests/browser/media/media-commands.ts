import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { BrowserCommand } from 'vitest/node';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** A text file below ../shared; undefined where it is not there. */
    readSharedText(file: string): Promise<string | undefined>;
    /** Picks a file below ../shared into the page's `input[type=file]` that `selector` names, as a person would. */
    pickShared(file: string, selector: string): Promise<void>;
  }
}

function sharedPath(root: string, file: string): string {
  return path.resolve(root, '../shared', file);
}

const readSharedText: BrowserCommand<[string]> = async ({ project }, file) => {
  const found = sharedPath(project.config.root, file);
  return existsSync(found) ? readFile(found, 'utf8') : undefined;
};

const pickShared: BrowserCommand<[string, string]> = async ({ iframe, project }, file, selector) => {
  await iframe.locator(selector).setInputFiles(sharedPath(project.config.root, file));
};

/** For the browser project of vitest.config.ts. */
export const mediaCommands = { readSharedText, pickShared };
