import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

const script = path.resolve(import.meta.dirname, '../../scripts/start.mjs');
let started: ChildProcess | undefined;
afterEach(() => started?.kill());

test('`npm start` says where the site is, and nothing before it', async () => {
  const child = spawn(process.execPath, [script], { env: { ...process.env, PORT: '0' } });
  started = child;
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Sonoscore is at (\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`It ended: ${said}`)));
  });
  expect(said).toMatch(/^Sonoscore is at http:\/\/127\.0\.0\.1:\d+\/ /);
  expect(await (await fetch(address)).text()).toContain('Sonoscore');
});
