import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { BenchmarkFile } from '../../src/domain/benchmark/index.ts';

const shared = path.resolve(import.meta.dirname, '../../../shared');

/** Whether the published benchmark lies beside this repository. Where CI runs it has to. */
export const sharedIsMissing = !existsSync(path.join(shared, 'benchmark')) && process.env['CI'] === undefined;

/** Every JSON file below a folder of ../shared, with paths from there on. */
export function sharedJson(folder: string): readonly BenchmarkFile[] {
  return readdirSync(path.join(shared, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(path.join(shared, folder, file), 'utf8') }));
}

/** The lines of a text file of ../shared; undefined where it may be absent and is. */
export function sharedLines(file: string): readonly string[] | undefined {
  const whole = path.join(shared, file);
  if (!existsSync(whole) && process.env['CI'] === undefined) return undefined;
  return readFileSync(whole, 'utf8').trim().split('\n');
}

export function sha256(text: string): Promise<string> {
  return Promise.resolve(createHash('sha256').update(text, 'utf8').digest('hex'));
}
