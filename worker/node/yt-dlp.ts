import { execFile } from 'node:child_process';

import { Refusal } from '../refusal.ts';
import type { YouTube } from '../youtube-route.ts';

export interface YtDlpOptions {
  /** Default: `yt-dlp` on the PATH. */
  readonly command?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The page that a video is resolved from. Default: YouTube's. */
  readonly pageOf?: (id: string) => string;
}

export interface YtDlp extends YouTube {
  /** Ends what runs. */
  readonly stop: () => void;
}

/** One file that is read by ranges, sound or none, as large as the benchmark's regions of interest were drawn for. */
const FORMAT = [
  "bestvideo[ext=mp4][vcodec^=avc1][height<=?720][protocol~='^https?$']",
  "best[ext=mp4][height<=?720][protocol~='^https?$']",
].join('/');
const TIMEOUT_MS = 120_000;
/** An address is not used in its last minute. */
const MARGIN_MS = 60_000;
/** For an address that does not say until when it is good. */
const USUAL_LIFE_MS = 30 * 60_000;
const MOST_OUTPUT_BYTES = 1024 * 1024;

/** The version of yt-dlp, or undefined: there is none. */
export async function ytDlpVersion(command = 'yt-dlp'): Promise<string | undefined> {
  const ran = await run(command, ['--ignore-config', '--version'], new AbortController().signal);
  return ran.kind === 'done' ? ran.output.trim().slice(0, 40) : undefined;
}

/** Asks yt-dlp where videos lie: one at a time, and again only when an answer has expired. */
export function createYtDlp(options: YtDlpOptions = {}): YtDlp {
  const { command = 'yt-dlp', now = Date.now, pageOf = (id) => `https://www.youtube.com/watch?v=${id}` } = options;
  const known = new Map<string, { readonly address: string; readonly expiresAtMs: number }>();
  const waiting = new Map<string, Promise<string>>();
  const controller = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  async function look(id: string): Promise<string> {
    // A list, and no shell: nothing of an id or an address is ever read as an option or a command.
    const args = [
      '--ignore-config',
      '--no-playlist',
      '--no-warnings',
      '--format',
      FORMAT,
      '--print',
      'urls',
      '--',
      pageOf(id),
    ];
    const ran = await run(command, args, controller.signal);
    if (ran.kind === 'failed') throw ran.refusal;
    const [address = ''] = ran.output.split(/\r?\n/);
    if (!URL.canParse(address)) throw new Refusal(502, 'yt-dlp named no address for this video: update yt-dlp.');
    known.set(id, { address, expiresAtMs: expiryOf(address) ?? now() + USUAL_LIFE_MS });
    return address;
  }

  function lookInTurn(id: string): Promise<string> {
    const looking = last.then(() => look(id));
    last = looking.catch(() => undefined);
    waiting.set(id, looking);
    const done = () => waiting.delete(id);
    looking.then(done, done);
    return looking;
  }

  return {
    async resolve(id) {
      const before = known.get(id);
      if (before !== undefined && before.expiresAtMs - MARGIN_MS > now())
        return { address: before.address, isFresh: false };
      return { address: await (waiting.get(id) ?? lookInTurn(id)), isFresh: true };
    },
    forget: (id) => void known.delete(id),
    stop: () => controller.abort(),
  };
}

type Ran = { readonly kind: 'done'; readonly output: string } | { readonly kind: 'failed'; readonly refusal: Refusal };

function run(command: string, args: readonly string[], signal: AbortSignal): Promise<Ran> {
  return new Promise((resolve) => {
    const options = {
      signal,
      timeout: TIMEOUT_MS,
      maxBuffer: MOST_OUTPUT_BYTES,
      windowsHide: true,
      encoding: 'utf8',
    } as const;
    const child = execFile(command, args, options, (error, output, errors) => {
      if (error === null) resolve({ kind: 'done', output });
      else resolve({ kind: 'failed', refusal: explain(error.code, error.killed === true, errors) });
    });
    child.stdin?.end();
  });
}

function explain(code: unknown, wasKilled: boolean, errors: string): Refusal {
  if (code === 'ENOENT' || code === 'EACCES') {
    return new Refusal(501, 'There is no yt-dlp on the PATH: install it, and start the relay again.');
  }
  if (wasKilled) return new Refusal(504, 'yt-dlp found no address in two minutes: check the network and try again.');
  const said = /^ERROR: (.*)$/m.exec(errors)?.[1]?.slice(0, 300) ?? 'it does not say why';
  return new Refusal(502, `yt-dlp could not find this video (${said}): try it in a browser, or update yt-dlp.`);
}

/** Addresses of YouTube say until when they are good: `expire=` seconds since 1970. */
function expiryOf(address: string): number | undefined {
  const seconds = Number(new URL(address).searchParams.get('expire') ?? NaN);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
