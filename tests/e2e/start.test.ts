import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

const script = path.resolve(import.meta.dirname, '../../scripts/start.mjs');
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill();
  started.clear();
});

/** @param temporary where it keeps what it builds; undefined: where the system says */
async function start(temporary = tmpdir()) {
  const env = { ...process.env, PORT: '0', TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const child = spawn(process.execPath, [script], { env });
  started.add(child);
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
  return { child, said, address };
}

test('`npm start` says where the site is, and nothing before it', async () => {
  const { said, address } = await start();
  expect(said).toMatch(/^Sonoscore is at http:\/\/127\.0\.0\.1:\d+\/ /);
  expect(await (await fetch(address)).text()).toContain('Sonoscore');
});

test('a second `npm start` leaves what the first one serves as it is, and nothing is left behind by Ctrl+C', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'sonoscore-start-'));
  try {
    const first = await start(temporary);
    const script = /src="\.\/([^"]+\.js)"/.exec(await (await fetch(first.address)).text())?.[1] ?? '';
    // Its date is in there, so that a file that was written anew shows.
    const files = async () =>
      Promise.all(
        ['', script].map(async (file) => {
          const { status, headers } = await fetch(new URL(file, first.address));
          return [file, status, headers.get('etag')];
        }),
      );
    const before = await files();
    expect(before).toEqual(['', script].map((file) => [file, 200, expect.any(String)]));
    const seen: unknown[] = [];
    const second = start(temporary);
    let isBuilt = false;
    void second.finally(() => (isBuilt = true)).catch(() => undefined);
    while (!isBuilt) {
      seen.push(await files());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { address, child } = await second;
    expect(address).not.toBe(first.address);
    for (const each of [...seen, await files()]) expect(each).toEqual(before);

    child.kill('SIGINT');
    await once(child, 'exit');
    expect(await files()).toEqual(before);
    first.child.kill('SIGINT');
    await once(first.child, 'exit');
    expect(await readdir(temporary)).toEqual([]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
});
