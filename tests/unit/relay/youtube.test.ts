import type { RequestListener } from 'node:http';

import { afterEach, expect, test } from 'vitest';

import { createYtDlp, ytDlpVersion } from '../../../worker/node/yt-dlp.ts';
import { closeAll, fromPage, listen, ORIGIN, relayTo } from './running.ts';
import { standInYtDlp } from './stand-in-yt-dlp.ts';
import { pinTo } from './video-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(closers.splice(0).map((close) => close()));
});

// The stand-in is a script with a first line that Windows does not read.
const testOnUnix = test.skipIf(process.platform === 'win32');
const VIDEO = Buffer.from(Uint8Array.from({ length: 3000 }, (_, at) => (at * 11) % 256));

const serveRange: RequestListener = (request, response) => {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const slice = VIDEO.subarray(Number(from), Number(to) + 1);
  const headers = { 'Content-Type': 'video/mp4', 'Content-Range': `bytes ${from}-${to}/${VIDEO.length}` };
  response.writeHead(206, headers).end(slice);
};

async function youTubeRelay(listener: RequestListener, options: Parameters<typeof standInYtDlp>[0] = {}) {
  const ytDlp = await standInYtDlp(options);
  closers.push(ytDlp.remove);
  const { url } = await listen(listener);
  const pinned = pinTo(url, () => ['142.250.1.1']);
  const relay = await relayTo(url, { ytDlp: ytDlp.command, pin: pinned.pin });
  const read = (id: string, init: RequestInit = { headers: { Range: 'bytes=10-19' } }) =>
    fromPage(`${relay.baseUrl}/youtube/${id}`, init);
  return { ytDlp, relay, read, ...pinned };
}

testOnUnix('a range of a YouTube video is read from where yt-dlp says that it lies', async () => {
  const seen: (string | undefined)[] = [];
  const { ytDlp, relay, read, resolved } = await youTubeRelay((request, response) => {
    seen.push(request.url?.replace(/expire=\d+&/, ''));
    serveRange(request, response);
  });
  expect(relay.ytDlpVersion).toBe('2026.01.01');
  const response = await read('aB3-_xyz012');
  expect(response.status).toBe(206);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(VIDEO.subarray(10, 20));
  expect(response.headers.get('content-range')).toBe('bytes 10-19/3000');
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(seen).toEqual(['/videoplayback?id=aB3-_xyz012&run=1']);
  expect(resolved).toEqual(['rr1---sn-test.googlevideo.com']);
  // Found once, and read from there until it expires.
  expect((await read('aB3-_xyz012')).status).toBe(206);
  const [args, ...others] = await ytDlp.runs();
  expect(others).toEqual([]);
  expect(args?.slice(-2)).toEqual(['--', 'https://www.youtube.com/watch?v=aB3-_xyz012']);
  expect(args).toEqual(expect.arrayContaining(['--ignore-config', '--no-playlist']));
});

testOnUnix('an id that begins with a hyphen is not read as an option', async () => {
  const { ytDlp, read } = await youTubeRelay(serveRange);
  expect((await read('--exec-true')).status).toBe(206);
  expect((await ytDlp.runs())[0]?.at(-1)).toBe('https://www.youtube.com/watch?v=--exec-true');
});

testOnUnix('what is no YouTube id runs nothing', async () => {
  const { ytDlp, read } = await youTubeRelay(serveRange);
  for (const id of ['short', 'twelvechars1', 'a%20b3456789', 'aB3;touch%20x', '$(touch%20x)', 'aB3xyz0123%34', '']) {
    expect((await read(id)).status).toBe(400);
  }
  expect(await ytDlp.runs()).toEqual([]);
  // Nor does a playlist beside the id.
  expect((await read('aB3xyz01234?list=PL1')).status).toBe(206);
  expect((await ytDlp.runs())[0]?.at(-1)).toBe('https://www.youtube.com/watch?v=aB3xyz01234');
});

testOnUnix('one video is looked up at a time, and each only once for many that ask', async () => {
  const { ytDlp, read } = await youTubeRelay(serveRange);
  const ids = ['first000000', 'second00000', 'third000000'];
  const responses = await Promise.all([...ids, ...ids, ...ids].map((id) => read(id)));
  expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(206));
  expect(await ytDlp.runs()).toHaveLength(3);
  expect(await ytDlp.mostAtOnce()).toBe(1);
});

testOnUnix('an address in its last minute is looked up anew', async () => {
  const { ytDlp, read } = await youTubeRelay(serveRange, { lifeSeconds: 50 });
  await read('aB3xyz01234');
  await read('aB3xyz01234');
  expect(await ytDlp.runs()).toHaveLength(2);
});

testOnUnix('an address that is refused before its time is looked up anew, once', async () => {
  let asked = 0;
  const { ytDlp, read } = await youTubeRelay((request, response) => {
    asked += 1;
    // The first address is good once, the second for ever, and the third never.
    const isGood = asked === 1 || request.url?.endsWith('run=2') === true;
    if (isGood) serveRange(request, response);
    else response.writeHead(403).end();
  });
  expect((await read('aB3xyz01234')).status).toBe(206);
  expect((await read('aB3xyz01234')).status).toBe(206);
  expect(await ytDlp.runs()).toHaveLength(2);
  // One that was looked up just now is not looked up again.
  expect((await read('other000000')).status).toBe(403);
  expect(await ytDlp.runs()).toHaveLength(3);
});

testOnUnix('what yt-dlp says of a video that it cannot find reaches the page', async () => {
  const { read, connected } = await youTubeRelay(serveRange);
  const gone = await read('gone0000000');
  expect(gone.status).toBe(502);
  const text = await gone.text();
  expect(text).toContain('[youtube] gone0000000: Video unavailable');
  expect(text).not.toContain('WARNING');
  expect((await read('odd00000000')).status).toBe(502);
  expect(connected).toEqual([]);
  // A failure is not kept, nor does it hold up the next.
  expect((await read('aB3xyz01234')).status).toBe(206);
});

testOnUnix('an address that is not YouTube’s is not read, whatever yt-dlp says', async () => {
  for (const host of ['127.0.0.1', 'googlevideo.com.evil.example', 'localhost']) {
    const { read, connected } = await youTubeRelay(serveRange, { host });
    expect((await read('aB3xyz01234')).status).toBe(403);
    expect(connected).toEqual([]);
  }
});

testOnUnix('only GET and HEAD, and only with the token', async () => {
  const { ytDlp, relay, read } = await youTubeRelay(serveRange);
  expect((await read('aB3xyz01234', { method: 'POST' })).status).toBe(405);
  expect((await fromPage(`${new URL(relay.baseUrl).origin}/youtube/aB3xyz01234`)).status).toBe(404);
  expect(await ytDlp.runs()).toEqual([]);
});

test('without yt-dlp the route says what to do', async () => {
  const relay = await relayTo('http://127.0.0.1:9');
  expect(relay.ytDlpVersion).toBeUndefined();
  const response = await fromPage(`${relay.baseUrl}/youtube/aB3xyz01234`);
  expect(response.status).toBe(501);
  expect(await response.text()).toContain('yt-dlp installed');
});

test.skipIf((await ytDlpVersion()) === undefined)(
  'the real yt-dlp understands the arguments',
  { timeout: 120_000 },
  async () => {
    const { url } = await listen((request, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': VIDEO.length });
      response.end(request.method === 'HEAD' ? undefined : VIDEO);
    });
    const ytDlp = createYtDlp({ pageOf: (id) => `${url}/${id}.mp4` });
    expect(await ytDlp.resolve('aB3xyz01234')).toEqual({ address: `${url}/aB3xyz01234.mp4`, isFresh: true });
    expect(await ytDlp.resolve('aB3xyz01234')).toEqual({ address: `${url}/aB3xyz01234.mp4`, isFresh: false });
  },
);
