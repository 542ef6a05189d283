import { afterEach, expect, test } from 'vitest';

import { createRemoteFiles } from '../../../src/share/index.ts';
import { startFileServer, type FileServer, type FileServerOptions } from '../../servers/file-server.ts';

const TEXT = JSON.stringify({ words: 'x'.repeat(50_000) });
const remote = createRemoteFiles({ fetch: globalThis.fetch });
const never = new AbortController().signal;

let server: FileServer | undefined;
afterEach(async () => {
  await server?.close();
});

async function serve(fault?: FileServerOptions['fault']): Promise<string> {
  server = await startFileServer({
    files: (path) => (path.startsWith('a run') ? new TextEncoder().encode(TEXT) : undefined),
    ...(fault === undefined ? {} : { fault }),
  });
  return server.url;
}

test('a file comes whole, under its name, and says how far it is', async () => {
  const seen: { bytes: number; totalBytes: number | undefined }[] = [];
  const file = await remote.fetch(`${await serve()}a%20run.json`, never, (progress) => seen.push(progress));
  expect(file.path).toBe('a run.json');
  expect(await file.blob.text()).toBe(TEXT);
  expect(seen.at(-1)).toEqual({ bytes: TEXT.length, totalBytes: TEXT.length });
});

test.each([
  ['status-404', /answered with 404/],
  ['status-500', /answered with 500/],
  ['cut', /broke off/],
] as const)('what goes wrong is one sentence: %s', async (fault, words) => {
  const url = await serve(() => fault);
  await expect(remote.fetch(`${url}a%20run.json`, never, () => undefined)).rejects.toThrow(words);
});

test('a server that is not there is said to be out of reach', async () => {
  const url = await serve();
  await server?.close();
  await expect(remote.fetch(`${url}a%20run.json`, never, () => undefined)).rejects.toThrow(/cannot be reached/);
});

test('a cancelled fetch is no failure', async () => {
  const url = await serve(() => 'hang');
  const controller = new AbortController();
  const fetching = remote.fetch(`${url}a%20run.json`, controller.signal, () => undefined);
  setTimeout(() => controller.abort(), 20);
  await expect(fetching).rejects.toMatchObject({ name: 'AbortError' });
});
