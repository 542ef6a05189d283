import { afterEach, expect, test } from 'vitest';

import { createRuns, forecastRun } from '../../../src/app/index.ts';
import type { Benchmark } from '../../../src/domain/benchmark/index.ts';
import { blindGain, compareRuns } from '../../../src/domain/report/index.ts';
import { parseAttempt, type RunConfig } from '../../../src/domain/run/index.ts';
import { createProviders, forecastTokens } from '../../../src/providers/index.ts';
import { geminiDialect, startStandInModel, type StandInModel } from '../../servers/stand-in-model.ts';
import { aBenchmark, aQuestion, aRunConfig } from '../builders.ts';
import { aWorld, MemoryReplies, PlainClipper } from './memory-ports.ts';
import { answering, KEY, runThrough } from './running.ts';

const providers = createProviders({ fetch });
const servers: StandInModel[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function gemini(): Promise<StandInModel> {
  const server = await startStandInModel({ dialect: geminiDialect(), expect: { key: KEY } });
  servers.push(server);
  return server;
}

/** Two questions on YouTube, the first from before the source video's start, and one elsewhere. */
function onYouTube(): Benchmark {
  const asked = [
    aQuestion({ number: 1, videoKey: 'knee', sourceKey: 'aB3-_xyz012', startSeconds: 0.5, endSeconds: 1.64 }),
    aQuestion({ number: 2, videoKey: 'hip', sourceKey: 'aB3-_xyz012', startSeconds: 4.1, endSeconds: 9.2 }),
    aQuestion({ number: 3, videoKey: 'own', sourceKey: 'own.mp4' }),
  ];
  const plain = aBenchmark(asked);
  return {
    ...plain,
    videos: plain.videos.map((video) => ({
      ...video,
      startSeconds: { knee: -0.7, hip: 100.2, own: 0 }[video.key] ?? 0,
    })),
    sourceVideos: plain.sourceVideos.map((source) =>
      source.key === 'own.mp4'
        ? source
        : {
            ...source,
            location: { kind: 'youtube', youtubeId: source.key, url: `https://youtu.be/${source.key}?t=7` },
          },
    ),
  };
}

function asks(baseUrl: string, overrides: Partial<RunConfig> = {}): RunConfig {
  return aRunConfig({
    condition: 'youtube-uncropped',
    model: { kind: 'provider', provider: 'gemini', baseUrl, modelId: 'gemini-3.1-pro-preview', parameters: { fps: 2 } },
    ...overrides,
  });
}

test('Gemini is given the window on YouTube: no clip is cut, and the attempt says what was to be read', async () => {
  const server = await gemini();
  const clipper = new PlainClipper();
  const world = aWorld(
    answering(() => Promise.reject(new Error('the real provider is asked'))),
    { providers, clipper },
  );
  const { attempts } = await runThrough(world, asks(server.baseUrl), onYouTube());
  expect(server.calls.flatMap(({ problems }) => problems)).toEqual([]);
  // The two are asked at once, so either may come first.
  const passages = server.calls.map((call) => call.passages);
  expect(passages.toSorted((a, b) => (a[0]?.startSeconds ?? NaN) - (b[0]?.startSeconds ?? NaN))).toEqual([
    [{ youtubeId: 'aB3-_xyz012', startSeconds: 0, endSeconds: 0.94, fps: 2 }],
    [{ youtubeId: 'aB3-_xyz012', startSeconds: 104.3, endSeconds: 109.4, fps: 2 }],
  ]);
  expect(server.calls.every(({ videos, images }) => videos.length + images.length === 0)).toBe(true);
  expect(clipper.cuts).toEqual([]);
  // The question that lies elsewhere is not asked.
  expect(attempts).toHaveLength(2);
  const second = attempts.find(({ questionId }) => questionId.includes('hip'));
  expect(second?.clip).toBeUndefined();
  expect(second?.youTube).toEqual({
    url: 'https://www.youtube.com/watch?v=aB3-_xyz012',
    startSeconds: 104.3,
    endSeconds: 109.4,
  });
  expect(parseAttempt(JSON.parse(JSON.stringify(second)))).toEqual(second);
});

test('other providers are refused before anything is stored, wherever they stand in a queue', async () => {
  const server = await gemini();
  const world = aWorld(
    answering(() => Promise.reject(new Error('never asked'))),
    { providers },
  );
  const other = asks('', {
    model: { kind: 'provider', provider: 'openrouter', baseUrl: 'http://127.0.0.1:9', modelId: 'm-2', parameters: {} },
  });
  const runs = createRuns(world.ports);
  const queue = [asks(server.baseUrl), other].map((config) => ({ config, secrets: { key: KEY }, budget: undefined }));
  await expect(runs.startQueue(queue, onYouTube())).rejects.toThrow(/“m-2” .* does not read from YouTube/);
  await expect(runs.start(other, onYouTube(), { key: KEY })).rejects.toThrow(/does not read from YouTube/);
  expect(await runs.list()).toEqual([]);
  expect(server.calls.length).toBe(0);
});

test('its replies are used again for itself only, and it is held against no run that saw a clip', async () => {
  const server = await gemini();
  const replies = new MemoryReplies();
  const once = async (config: RunConfig) => {
    const world = aWorld(
      answering(() => Promise.reject(new Error('the real provider is asked'))),
      { providers, replies },
    );
    return runThrough(world, config, onYouTube());
  };
  const first = await once(asks(server.baseUrl));
  const again = await once(asks(server.baseUrl));
  expect(again.attempts.map(({ reused }) => reused)).toEqual([true, true]);
  const blind = await once(asks(server.baseUrl, { condition: 'text-only' }));
  expect(blind.attempts.some(({ reused }) => reused)).toBe(false);
  expect(blindGain(onYouTube(), first, blind)).toMatchObject({
    kind: 'not-comparable',
    why: expect.stringContaining('YouTube'),
  });
  expect(compareRuns(onYouTube(), first, blind).a.condition).toBe('youtube-uncropped');
});

test('its forecast counts the sound, which clips do not have', () => {
  const benchmark = onYouTube();
  const ports = { providers, tokensOf: forecastTokens };
  const none = { model: undefined, judge: undefined };
  const only = { sourceKeys: ['aB3-_xyz012'] };
  const uncropped = forecastRun(asks('https://example.invalid'), benchmark, none, ports);
  const clips = forecastRun(asks('https://example.invalid', { condition: 'video', ...only }), benchmark, none, ports);
  expect(uncropped).toMatchObject({ questionCount: 2 });
  expect(uncropped?.videoSeconds).toBeCloseTo(1.14 + 5.1, 6);
  const sound = [1.14, 5.1].reduce((sum, seconds) => sum + Math.ceil(32 * seconds), 0);
  expect((uncropped?.inputTokens ?? 0) - (clips?.inputTokens ?? 0)).toBe(sound);
});
