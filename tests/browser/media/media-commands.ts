import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Browser } from 'playwright-core';
import type { BrowserCommand } from 'vitest/node';

import type { RangeServer, RangeServerOptions } from '../../servers/range-server.ts';
import { memoryBytes } from './page-memory.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** A text file below ../shared; undefined where it is not there. */
    readSharedText(file: string): Promise<string | undefined>;
    /** Picks a file below ../shared into the page's `input[type=file]` that `selector` names, as a person would. */
    pickShared(file: string, selector: string): Promise<void>;
    /** Picks a sparse file that begins with the given bytes (base64) and has so many in all. */
    pickLarge(base64: string, size: number, selector: string): Promise<void>;
    removeLarge(): Promise<void>;
    /** Collects the pages' garbage until their memory falls no more, then watches the memory of this browser's pages until it is stopped. */
    startMemoryWatch(): Promise<void>;
    /** By how many bytes it had grown at most; undefined where the system does not tell. */
    stopMemoryWatch(): Promise<number | undefined>;
    /** Serves these bytes (base64) by ranges and tells their address. */
    startRangeServer(base64: string, faults: RangeFaults): Promise<string>;
    rangeServerFacts(url: string): Promise<{ readonly sentBytes: number; readonly requests: number }>;
    /** A relay with a stand-in for yt-dlp, whose YouTube holds these bytes (base64) in every video; tells its address. */
    startYouTubeRelay(base64: string): Promise<string>;
    /** Bytes that native ffmpeg reads of these (base64) for a window, over HTTP; undefined where there is no ffmpeg. */
    nativeReadBytes(base64: string, startSeconds: number, durationSeconds: number): Promise<number | undefined>;
    stopRangeServers(): Promise<void>;
  }
}

export type RangeFaults = Omit<RangeServerOptions, 'bytes'>;

const running = new Map<string, RangeServer>();
const large: string[] = [];

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

const startRangeServer: BrowserCommand<[string, RangeFaults]> = async (_context, base64, faults) => {
  // Only when it is asked for: every run of the tests reads this file, few need a server.
  const { startRangeServer: start } = await import('../../servers/range-server.ts');
  const server = await start({ bytes: Buffer.from(base64, 'base64'), ...faults });
  running.set(server.url, server);
  return server.url;
};

const rangeServerFacts: BrowserCommand<[string]> = (_context, url) => ({
  sentBytes: running.get(url)?.sentBytes() ?? 0,
  requests: running.get(url)?.requests() ?? 0,
});

const startYouTubeRelay: BrowserCommand<[string]> = async (_context, base64) => {
  const { startYouTubeRelay: start } = await import('../../servers/youtube-relay.ts');
  const relay = await start(Buffer.from(base64, 'base64'));
  running.set(relay.url, relay);
  return relay.url;
};

const nativeReadBytes: BrowserCommand<[string, number, number]> = async (_context, base64, start, duration) => {
  const { startRangeServer: serve } = await import('../../servers/range-server.ts');
  const server = await serve({ bytes: Buffer.from(base64, 'base64') });
  try {
    const window = ['-ss', String(start), '-i', server.url, '-t', String(duration)];
    const said = await new Promise<string>((resolve) => {
      execFile('ffmpeg', ['-v', 'verbose', ...window, '-an', '-f', 'null', '-'], (_error, _output, words) =>
        resolve(words),
      );
    });
    // What it took in: a server may have sent more than was read.
    const read = [...said.matchAll(/Statistics: (\d+) bytes read/g)].map(([, count]) => Number(count));
    return read.length === 0 ? undefined : read.reduce((sum, count) => sum + count, 0);
  } finally {
    await server.close();
  }
};

const stopRangeServers: BrowserCommand<[]> = async () => {
  await Promise.all([...running.values()].map((server) => server.close()));
  running.clear();
};

/** Makes a sparse file of so many bytes behind the given ones, and picks it. */
const pickLarge: BrowserCommand<[string, number, string]> = async ({ iframe }, base64, size, selector) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-large-'));
  const file = path.join(folder, 'large.mp4');
  await writeFile(file, Buffer.from(base64, 'base64'));
  await truncate(file, size);
  large.push(folder);
  await iframe.locator(selector).setInputFiles(file);
};

const removeLarge: BrowserCommand<[]> = async () => {
  await Promise.all(large.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
};

const SETTLED_BYTES = 1_000_000;
let watch:
  | {
      readonly timer: ReturnType<typeof setInterval>;
      readonly pids: readonly number[];
      readonly before: number;
      most: number;
    }
  | undefined;

const startMemoryWatch: BrowserCommand<[]> = async ({ context, page }) => {
  const pids = await pagesOf(context.browser());
  const session = await context.newCDPSession(page);
  let before = memoryBytes(pids);
  // What is garbage already, or goes with an engine that ended, would hide what grows in its place.
  for (let fallen = Infinity; before !== undefined && fallen > SETTLED_BYTES;) {
    await session.send('HeapProfiler.collectGarbage');
    await setTimeout(500);
    const now: number = memoryBytes(pids) ?? 0;
    fallen = before - now;
    before = now;
  }
  await session.detach();
  if (before === undefined) return;
  const timer = setInterval(() => {
    if (watch !== undefined) watch.most = Math.max(watch.most, memoryBytes(pids) ?? 0);
  }, 50);
  watch = { timer, pids, before, most: before };
};

const stopMemoryWatch: BrowserCommand<[]> = async () => {
  if (watch === undefined) return undefined;
  clearInterval(watch.timer);
  // A cut may be over before the timer has come round.
  return Math.max(watch.most, memoryBytes(watch.pids) ?? 0) - watch.before;
};

/** The processes of this browser's pages: other tests have browsers of their own meanwhile. */
async function pagesOf(browser: Browser | null): Promise<readonly number[]> {
  if (browser === null) throw new Error('The page belongs to no browser.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** For the browser project of vitest.config.ts. */
export const mediaCommands = {
  readSharedText,
  pickShared,
  pickLarge,
  removeLarge,
  startMemoryWatch,
  stopMemoryWatch,
  startRangeServer,
  startYouTubeRelay,
  nativeReadBytes,
  rangeServerFacts,
  stopRangeServers,
};
