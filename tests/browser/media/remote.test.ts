import { afterAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import type { ClipSpec } from '../../../src/app/index.ts';
import { createClipper, createSourceLibrary, openRemoteSource } from '../../../src/media/index.ts';
import { aBenchmark } from '../../unit/builders.ts';
import { base64Of } from './base64.ts';
import type { RangeFaults } from './media-commands.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const clipper = createClipper();
afterAll(async () => {
  clipper.dispose();
  await commands.stopRangeServers();
});
const never = new AbortController().signal;
const middleHalf = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;

/** Half a minute, a key frame each two seconds. */
const video = await numberedVideo({
  frameSeconds: steady(900, 30),
  keyFrameIntervalSeconds: 2,
  grains: 600,
  bitsPerSecond: 4_000_000,
});
const bytes = await base64Of(video);
const spec: ClipSpec = { startSeconds: 20.5, durationSeconds: 1.5, roi: middleHalf };

const open = async (faults: RangeFaults = {}) => {
  const url = await commands.startRangeServer(bytes, faults);
  return openRemoteSource(url, (address, init) => fetch(address, init), never);
};
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test.each(['ffmpeg', 'webcodecs', 'auto'] as const)('%s cuts from an address, and reads little', async (engine) => {
  const source = await open();
  const clip = await clipper.cut(source, { ...spec, settings: { engine, reference: false } }, never);
  const frames = await readNumbers(new Blob([clip.bytes]), 'middle-half');
  expect(frames.map(({ number }) => number)).toEqual(numbers(615, 45));
  expect(clip.record).toMatchObject({ startSeconds: 20.5, durationSeconds: 1.5, frameCount: 45 });
  // The groups of pictures from second 20 to 22 are a fifteenth of the file.
  const { sentBytes } = await commands.rangeServerFacts(source.remote!.url);
  expect(sentBytes).toBeLessThan((video.size / 15) * 1.5 + 256 * 1024);
});

test('through the relay YouTube gives the same clip as the file, byte for byte, and little is read', async () => {
  const ID = 'aB3-_xyz012';
  const youTube = { kind: 'youtube', youtubeId: ID, url: `https://www.youtube.com/watch?v=${ID}` } as const;
  const benchmark = aBenchmark([], { sourceVideos: [{ key: ID, location: youTube, videoKeys: ['knee'] }] });
  const set: { address?: string } = {};
  const fetched: typeof fetch = (url, init) => fetch(url, init);
  const library = createSourceLibrary({ fetch: fetched, sampleBaseUrl: undefined, relay: () => set.address });
  await expect(library.youTube.begin(ID, never)).rejects.toThrow(/no relay/);
  const address = await commands.startYouTubeRelay(bytes);
  set.address = address;
  await expect(library.youTube.begin('gone0000000', never)).rejects.toThrow(/relay says: .*Video unavailable/);
  expect(library.available(benchmark)).toEqual(new Set());
  await library.youTube.begin(ID, never);
  expect(library.available(benchmark)).toEqual(new Set([ID]));
  const source = await library.find(ID, 'knee', never, benchmark);
  if (source === undefined) throw new Error('YouTube gives nothing');
  // The token of the relay is told to nobody.
  expect(source.name).toBe(`YouTube ${ID}`);

  const settings = { engine: 'ffmpeg', reference: false } as const;
  const relayed = await clipper.cut(source, { ...spec, settings }, never);
  const file = { name: 'knee.mp4', blob: video, offsetSeconds: 0 };
  const local = await clipper.cut(file, { ...spec, settings }, never);
  expect(relayed.record.sha256).toBe(local.record.sha256);
  expect(relayed.bytes).toEqual(local.bytes);
  const { sentBytes } = await commands.rangeServerFacts(address);
  const native = await commands.nativeReadBytes(bytes, spec.startSeconds, spec.durationSeconds);
  // Without ffmpeg there is nothing to compare with.
  if (native !== undefined) expect(sentBytes / native).toBeLessThanOrEqual(1.5);

  // So does the browser's own encoder, whose rate is taken from the window's packets and not from the file.
  const byBrowser = { engine: 'webcodecs', reference: false } as const;
  const relayedByBrowser = await clipper.cut(source, { ...spec, settings: byBrowser }, never);
  const localByBrowser = await clipper.cut(file, { ...spec, settings: byBrowser }, never);
  expect(relayedByBrowser.record.sha256).toBe(localByBrowser.record.sha256);
  library.youTube.end();
  expect(library.available(benchmark)).toEqual(new Set());
});

test('a redirect is followed, and a broken connection resumed', async () => {
  const source = await open({ redirect: true, breaks: [2] });
  const clip = await clipper.cut(source, spec, never);
  expect(clip.record.frameCount).toBe(45);
});

test('a connection that breaks off twice, an address that expires, a server without ranges: each in words', async () => {
  const broken = await open({ breaks: numbers(1, 200) });
  await expect(clipper.cut(broken, spec, never)).rejects.toMatchObject({
    retryable: true,
    message: expect.stringMatching(/broke off twice/),
  });
  const expired = await open({ expiresAt: 2 });
  await expect(clipper.cut(expired, spec, never)).rejects.toMatchObject({
    retryable: false,
    message: expect.stringMatching(/refused \(status 403\), perhaps because it has expired/),
  });
  await expect(open({ ranges: false })).rejects.toMatchObject({
    retryable: false,
    message: expect.stringMatching(/does not give parts of a file/),
  });
  await expect(openRemoteSource('http://127.0.0.1:9/x', (url, init) => fetch(url, init), never)).rejects.toMatchObject({
    kind: 'clip',
  });
});

test('cancel ends the reading', async () => {
  const source = await open();
  await expect(clipper.cut(source, spec, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});
