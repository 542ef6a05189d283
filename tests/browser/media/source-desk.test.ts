import { afterAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import { clipSpecFor, type VideoLook } from '../../../src/app/index.ts';
import { correctedBenchmark } from '../../../src/domain/clip/index.ts';
import { aBenchmark, aQuestion } from '../../unit/builders.ts';
import { memoryPlaces, realVideos } from '../ui/real-videos.ts';
import { base64Of } from './base64.ts';
import { numberedVideo, readNumbers, steady } from './numbered-video.ts';

const never = new AbortController().signal;
const ID = 'aB-3_5678xY';
const whole = { unit: 'proportion', x: 0, y: 0, width: 1, height: 1 } as const;
const questions = ['first', 'second'].map((videoKey) =>
  aQuestion({ videoKey, sourceKey: ID, startSeconds: 0.5, endSeconds: 1 }),
);
const [question] = questions;
const benchmark = aBenchmark(questions, {
  sourceVideos: [
    {
      key: ID,
      location: { kind: 'youtube', youtubeId: ID, url: `https://www.youtube.com/watch?v=${ID}` },
      videoKeys: ['first', 'second'],
    },
  ],
  videos: [
    { key: 'first', sourceKey: ID, startSeconds: 0.5, endSeconds: 1.5, roi: whole },
    { key: 'second', sourceKey: ID, startSeconds: 1.6, endSeconds: 2.9, roi: whole },
  ],
});
const source = benchmark.sourceVideos[0]!;

/** 90 frames, 30 a second. */
const video = await numberedVideo({ frameSeconds: steady(90, 30) });

afterAll(() => commands.stopRangeServers());

async function folderWith(names: readonly string[]): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(`folder-${crypto.randomUUID()}`, { create: true });
  for (const name of names) {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(video);
    await file.close();
  }
  return folder;
}

test('a corrected offset shifts the clip by just that, frame for frame', async () => {
  const { sources, clipper } = realVideos();
  await sources.attach(benchmark, [{ path: `${ID}.mp4`, blob: video }], never);
  const file = await sources.find(ID, 'first', never, benchmark);
  const numbersOf = async (offsetSeconds: number) => {
    const corrected = correctedBenchmark(benchmark, [{ videoKey: 'first', name: 'shift', offsetSeconds }]);
    const settings = { engine: 'ffmpeg', reference: false } as const;
    const clip = await clipper.cut(file!, clipSpecFor(corrected, question!, file!, settings), never);
    return (await readNumbers(new Blob([clip.bytes]))).map(({ number }) => number);
  };
  const from = (start: number) => Array.from({ length: 15 }, (_, index) => start + index);
  expect(await numbersOf(0)).toEqual(from(30));
  expect(await numbersOf(0.2)).toEqual(from(36));
  expect(await numbersOf(-1 / 30)).toEqual(from(29));
  clipper.dispose();
});

test('the first and last frame of each Video are seen, and the file is read for both in one go', async () => {
  const { sources, looks } = realVideos();
  await sources.attach(benchmark, [{ path: `${ID}.mp4`, blob: video }], never);
  const seen: VideoLook[] = [];
  await looks.look(benchmark, ['first', 'second'], never, (_key, look) => {
    if ('message' in look) throw new Error(look.message);
    seen.push(look);
  });
  const moments = seen.map(({ videoKey, first, last }) => [videoKey, first?.seconds, last?.seconds]);
  expect(moments).toEqual([
    ['first', expect.closeTo(0.5, 2), expect.closeTo(44 / 30, 2)],
    ['second', expect.closeTo(1.6, 2), expect.closeTo(86 / 30, 2)],
  ]);
  expect(seen[0]).toMatchObject({ look: { decoder: 'browser', frame: { widthPixels: 320, heightPixels: 256 } } });
  expect(seen[0]?.framesPerSecond).toBeCloseTo(30, 0);
});

test('a remembered folder is found again, what was said by hand of its files too', async () => {
  const places = memoryPlaces();
  const folder = await folderWith(['my recording.mp4', 'notes.txt']);
  const pickFolder = () => Promise.resolve(folder);
  const before = realVideos({ places, pickFolder });
  const report = await before.desk.rememberFolder(benchmark, never);
  expect(report?.unmatched.map(({ path }) => path)).toEqual([`${folder.name}/my recording.mp4`]);
  await before.sources.attachTo(benchmark, source, report!.unmatched[0]!, never);

  const after = realVideos({ places, pickFolder });
  expect(await after.desk.folders()).toMatchObject([{ name: folder.name, state: 'open' }]);
  await after.desk.restore(benchmark, never);
  expect(after.desk.holdings(benchmark)).toMatchObject([{ place: 'folder', certainty: 'by-hand', used: true }]);
  expect(after.sources.available(benchmark)).toEqual(new Set([ID]));
  const [remembered] = await after.desk.folders();
  await after.desk.forgetFolder(remembered!.id);
  expect(await after.desk.folders()).toEqual([]);
});

test('a copy stays when the file is gone, and is deleted on demand', async () => {
  const places = memoryPlaces();
  const { sources, desk } = realVideos({ places });
  await sources.attach(benchmark, [{ path: `A title [${ID}].mp4`, blob: video }], never);
  const copied: number[] = [];
  await desk.keepCopy(desk.holdings(benchmark)[0]!.id, never, (bytes) => copied.push(bytes));
  expect(copied.at(-1)).toBe(video.size);

  const after = realVideos({ places });
  await after.desk.restore(benchmark, never);
  expect(after.desk.holdings(benchmark)).toMatchObject([{ place: 'copy', byteCount: video.size }]);
  const file = await after.sources.find(ID, 'first', never, benchmark);
  expect(file?.blob.size).toBe(video.size);
  const [copy] = await after.desk.copies();
  await after.desk.deleteCopy(copy!.id);
  expect(after.sources.available(benchmark).size).toBe(0);
  expect(await after.desk.copies()).toEqual([]);
});

test('an address is read by ranges and remembered; one with a query is not, and one that needs the relay goes there', async () => {
  const places = memoryPlaces();
  const url = await commands.startRangeServer(await base64Of(video), {});
  const { sources, desk, looks } = realVideos({ places });
  expect(await desk.addAddress(benchmark, source, url, never)).toEqual({ remembered: true, viaRelay: false });
  expect(desk.holdings(benchmark)).toMatchObject([{ place: 'address', byteCount: video.size, findings: [] }]);
  const after = realVideos({ places });
  await after.desk.restore(benchmark, never);
  expect(await after.sources.find(ID, 'first', never, benchmark)).toMatchObject({ remote: { url } });
  // What lies there now is checked without anybody's looking.
  expect(after.desk.holdings(benchmark)).toMatchObject([{ byteCount: video.size, look: { decoder: 'browser' } }]);
  const brief = await commands.startRangeServer(
    await base64Of(await numberedVideo({ frameSeconds: steady(12, 30) })),
    {},
  );
  const [place] = await places.list();
  if (place?.kind === 'address') await places.put({ ...place, url: brief });
  const changed = realVideos({ places });
  await changed.desk.restore(benchmark, never);
  expect(changed.desk.holdings(benchmark)[0]?.findings).toContainEqual(expect.objectContaining({ severity: 'wrong' }));
  expect(changed.sources.available(benchmark)).toEqual(new Set());
  let moment: number | undefined;
  await looks.look(benchmark, ['first'], never, (_key, seen) => {
    moment = 'message' in seen ? undefined : seen.first?.seconds;
  });
  expect(moment).toBeCloseTo(0.5, 2);

  places.all.clear();
  expect(await desk.addAddress(benchmark, source, `${url}?token=1`, never)).toMatchObject({ remembered: false });
  expect(places.all.size).toBe(0);
  expect(sources.available(benchmark)).toEqual(new Set([ID]));
  await expect(desk.addAddress(benchmark, source, 'http://127.0.0.1:9/a.mp4', never)).rejects.toMatchObject({
    message: expect.stringMatching(/start the relay/),
  });
  // A stand-in for the relay: it answers whatever video is asked for.
  const relayed = realVideos({ relay: () => url });
  const added = await relayed.desk.addAddress(benchmark, source, 'http://127.0.0.1:9/a.mp4', never);
  expect(added).toEqual({ remembered: true, viaRelay: true });
  const found = await relayed.sources.find(ID, 'first', never, benchmark);
  expect(found?.name).toBe('http://127.0.0.1:9/a.mp4');
  expect(found?.remote?.url).toContain(`${url}/video?u=http%3A%2F%2F127.0.0.1%3A9%2Fa.mp4`);
});
