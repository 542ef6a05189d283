import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { UPSTREAMS } from '../../../worker/index.ts';
import { ORIGIN } from './running.ts';
import { standInYtDlp } from './stand-in-yt-dlp.ts';

const root = path.resolve(fileURLToPath(import.meta.url), '../../../..');
const closers: (() => unknown)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

/** What `npm run relay` runs once everything is installed. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = ['--import', 'tsx', path.join(root, 'worker/node/main.ts'), ...args];
  const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, PORT: '0', ...env } });
  closers.push(() => child.kill('SIGKILL'));
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text);
        if (found !== null) resolve(found[1] ?? found[0]);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended, having said: ${text}`)));
    });
  return { child, said, ended, text: () => text };
}

test('it prints what to paste for every service, serves it, says nothing of requests, and ends when told', async () => {
  const relay = start(['--allow-origin', 'https://name.github.io', '--allow-host', 'videos.example.org']);
  await relay.said(/pages .*\n/);
  const printed = relay.text();
  const bases = [...printed.matchAll(/http:\/\/127\.0\.0\.1:\d+\/t\/[\w-]{24}\/api\/([\w-]+)/g)];
  expect(bases.map(([, name]) => name)).toEqual(Object.keys(UPSTREAMS));
  expect(printed).toContain('https://name.github.io');
  expect(printed).toContain('videos.example.org');

  const base = bases[0]![0];
  for (const origin of [ORIGIN, 'https://name.github.io']) {
    const response = await fetch(base, { method: 'POST', headers: { Origin: origin, Authorization: 'Bearer sk-1' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await response.text()).toContain('a plain one');
  }
  const other = await fetch(base, { method: 'POST', headers: { Origin: 'https://evil.example' } });
  expect(other.status).toBe(403);
  const video = await fetch(base.replace(/\/api.*/, '/video?u=https://127.0.0.1/v.mp4'), {
    headers: { Origin: ORIGIN },
  });
  expect(video.status).toBe(403);

  relay.child.kill('SIGINT');
  expect(await relay.ended).toBe(0);
  expect(relay.text()).toBe(printed);
});

test('every start has a token of its own', async () => {
  const tokens = await Promise.all([start([]).said(/\/t\/([\w-]{24})\//), start([]).said(/\/t\/([\w-]{24})\//)]);
  expect(new Set(tokens).size).toBe(2);
});

test.skipIf(process.platform === 'win32')('yt-dlp on the PATH switches YouTube on', async () => {
  const ytDlp = await standInYtDlp();
  closers.push(ytDlp.remove);
  const relay = start([], { PATH: `${path.dirname(ytDlp.command)}${path.delimiter}${process.env['PATH'] ?? ''}` });
  expect(await relay.said(/YouTube +(.*)/)).toMatch(/\/youtube\/ID \(yt-dlp 2026\.01\.01\)$/);
});

test.each([
  [['--port', 'many'], 'must be a number'],
  [['--allow-origin', 'https://name.github.io/'], 'is not an origin'],
  [['--allow-host', '*'], 'is not a host'],
  [['--unknown'], '--unknown'],
])('%s is refused in one sentence', async (args, why) => {
  const relay = start(args);
  expect(await relay.ended).toBe(1);
  expect(relay.text()).toContain(why);
  expect(relay.text()).not.toMatch(/\n\s+at /);
});

test('a port in use is said to be', async () => {
  const first = start([]);
  const port = await first.said(/127\.0\.0\.1:(\d+)/);
  const second = start(['--port', port]);
  expect(await second.ended).toBe(1);
  expect(second.text()).toContain(`Port ${port} is in use`);
});
