import { expect, test } from 'vitest';

import type { SourceVideo, Video } from '../../../src/domain/benchmark/index.ts';
import { matchFile } from '../../../src/domain/clip/index.ts';
import { aBenchmark } from '../builders.ts';

const youtube = (id: string, ...videoKeys: readonly string[]): SourceVideo => ({
  key: id,
  location: { kind: 'youtube', youtubeId: id, url: `https://www.youtube.com/watch?v=${id}` },
  videoKeys,
});
const ownFile = (path: string, ...videoKeys: readonly string[]): SourceVideo => ({
  key: path,
  location: { kind: 'file', path },
  videoKeys,
});
const video = (key: string, sourceKey: string, startSeconds = 0): Video => ({
  key,
  sourceKey,
  startSeconds,
  endSeconds: startSeconds + 60,
  roi: undefined,
});

const benchmark = aBenchmark([], {
  sourceVideos: [
    youtube('aB-3_5678xY', 'Vein_Basics', 'Vein_Basics_Part_2'),
    youtube('-Z345678901', 'Probe_Grip (1)'),
    ownFile('videos/Lung é.mp4', 'lung'),
    ownFile('a/same.mp4', 'same_a'),
    ownFile('b/same.mp4', 'same_b'),
  ],
  videos: [
    video('Vein_Basics', 'aB-3_5678xY', 12.5),
    video('Vein_Basics_Part_2', 'aB-3_5678xY', 90),
    video('Probe_Grip (1)', '-Z345678901', 3),
    video('lung', 'videos/Lung é.mp4'),
  ],
});

/** What it is, and how surely. */
function told(path: string): readonly string[] {
  const match = matchFile(path, benchmark);
  if (match.kind === 'none') return ['none'];
  return [match.kind === 'source' ? match.source.key : match.video.key, match.certainty];
}

test.each([
  ['Some title [aB-3_5678xY].mp4', 'certain'],
  ['aB-3_5678xY.webm', 'certain'],
  ['deep/down/aB-3_5678xY.f137.mp4', 'certain'],
  ['Some title-aB-3_5678xY.mkv', 'likely'],
  ['50% #2 (aB-3_5678xY) é.mov', 'certain'],
])('the YouTube id in “%s”', (path, certainty) => {
  expect(told(path)).toEqual(['aB-3_5678xY', certainty]);
});

test('an id that begins with a dash, and one in the wrong case', () => {
  expect(told('-Z345678901.mp4')).toEqual(['-Z345678901', 'certain']);
  expect(told('AB-3_5678XY.mp4')).toEqual(['none']);
});

test.each([
  ['Vein_Basics.mp4', ['Vein_Basics', 'certain']],
  ['vein basics.MP4', ['Vein_Basics', 'certain']],
  ['Vein_Basics_Part_2.mp4', ['Vein_Basics_Part_2', 'certain']],
  ['Vein_Basics_Part_2 720p.mp4', ['Vein_Basics_Part_2', 'likely']],
  ['copy of Vein_Basics.mp4', ['Vein_Basics', 'likely']],
  ['Probe_Grip__1_.mp4', ['Probe_Grip (1)', 'certain']],
])('a Video’s key in “%s”', (path, expected) => {
  expect(told(path)).toEqual(expected);
});

test('the path that the benchmark names, in whatever folder and form of letters', () => {
  expect(told('videos/Lung é.mp4')).toEqual(['videos/Lung é.mp4', 'certain']);
  expect(told('./mine/videos/Lung e\u0301.mp4')).toEqual(['videos/Lung é.mp4', 'certain']);
  expect(told('Lung é.mp4')).toEqual(['videos/Lung é.mp4', 'likely']);
});

test('what fits two fits none', () => {
  expect(told('same.mp4')).toEqual(['none']);
  expect(told('x/a/same.mp4')).toEqual(['a/same.mp4', 'certain']);
  expect(told('holiday.mp4')).toEqual(['none']);
  expect(told('')).toEqual(['none']);
});

const names = aBenchmark([], {
  sourceVideos: [
    youtube('PnoPvJXhanI', '1st_Scan_Demo'),
    youtube('Q7wvYx9aF_E', 'How_to_scan', 'How_to_scan_2', 'How_to_scan_3'),
  ],
  videos: [
    video('1st_Scan_Demo', 'PnoPvJXhanI', 5),
    video('How_to_scan', 'Q7wvYx9aF_E', 7.77),
    video('How_to_scan_2', 'Q7wvYx9aF_E', 378),
    video('How_to_scan_3', 'Q7wvYx9aF_E', 474),
  ],
});

/** As yt-dlp, youtube-dl, browsers and people name their files. */
test.each([
  ['A title of some length [PnoPvJXhanI].mp4', 'PnoPvJXhanI', 'certain'],
  ['A title [PnoPvJXhanI].f136.mp4', 'PnoPvJXhanI', 'certain'],
  ['A title [PnoPvJXhanI] (1).mp4', 'PnoPvJXhanI', 'certain'],
  ['PnoPvJXhanI.webm', 'PnoPvJXhanI', 'certain'],
  ['PnoPvJXhanI (2).webm', 'PnoPvJXhanI', 'certain'],
  ['A title-PnoPvJXhanI.mp4', 'PnoPvJXhanI', 'likely'],
  ['youtube_PnoPvJXhanI_720p.mp4', 'PnoPvJXhanI', 'likely'],
  ['videos/1st_Scan_Demo.mp4', '1st_Scan_Demo', 'certain'],
  ['1st Scan Demo (720p, h264).mp4', '1st_Scan_Demo', 'likely'],
  ['1st Scan Demo (1).mp4', '1st_Scan_Demo', 'likely'],
  ['How to scan.mp4', 'How_to_scan', 'certain'],
  ['How to scan (1).mp4', 'How_to_scan', 'likely'],
  ['How_to_scan_2.mp4', 'How_to_scan_2', 'certain'],
  ['How_to_scan_2 (1).mp4', 'How_to_scan_2', 'likely'],
])('“%s” is %s', (path, key, certainty) => {
  const match = matchFile(path, names);
  expect(match.kind === 'source' ? match.source.key : match.kind === 'video' ? match.video.key : undefined).toBe(key);
  expect(match).toMatchObject({ certainty });
});

test.each(['How to scan (2).mp4', 'video.mp4', 'videoplayback (1).mp4', 'pnopvjxhani.mp4'])(
  '“%s” could be several or anything: a person is asked',
  (path) => {
    expect(matchFile(path, names)).toEqual({ kind: 'none' });
  },
);
