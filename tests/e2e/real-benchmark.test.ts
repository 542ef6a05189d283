import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { FRAME_COUNTER } from '../../scripts/fixtures/counter-facts.ts';
import { parseBenchmark, type Question, type Roi } from '../../src/domain/benchmark/index.ts';
import { decodeFrames } from '../fixtures/decode-frames.ts';
import { readFrameNumber } from '../fixtures/read-frame-number.ts';
import type { ParsedCall } from '../servers/stand-in-model.ts';
import { startStandInModel } from '../servers/stand-in-model.ts';
import { openSite, useBrowser } from './open-page.ts';

const shared = path.resolve(import.meta.dirname, '../../../shared/benchmark');
const counter = path.resolve(import.meta.dirname, '../fixtures/frame-counter.mp4');
const { framesPerSecond: FRAMES_PER_SECOND, widthPixels: WIDTH, heightPixels: HEIGHT } = FRAME_COUNTER;
const QUESTIONS = 20;

useBrowser();

async function readBenchmark() {
  const names = await readdir(shared, { recursive: true });
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json') && !name.startsWith('gt_all'))
      .map(async (name) => ({ path: name, text: await readFile(path.join(shared, name), 'utf8') })),
  );
  const { benchmark } = await parseBenchmark(
    { name: 'benchmark', origin: { kind: 'folder', name: 'benchmark' }, files },
    (text) => Promise.resolve(String(text.length)),
  );
  if (benchmark === undefined) throw new Error('The benchmark in ../shared could not be read.');
  return benchmark;
}

/** As the reference's crop: nearest integer, then down to even. */
function originOf(roi: Roi | undefined): { readonly x: number; readonly y: number } {
  if (roi === undefined) return { x: 0, y: 0 };
  const even = (value: number) => Math.round(value) - (Math.round(value) % 2);
  return roi.unit === 'pixel'
    ? { x: even(roi.x), y: even(roi.y) }
    : { x: even(roi.x * WIDTH), y: even(roi.y * HEIGHT) };
}

/**
 * The frames that ffmpeg takes for a window: from the first at or after its start, those whose time since the start, rounded to
 * whole frames, lies before its end.
 */
function framesBetween(startSeconds: number, durationSeconds: number): readonly number[] {
  const start = round(startSeconds * FRAMES_PER_SECOND);
  const length = round(durationSeconds * FRAMES_PER_SECOND);
  const frames: number[] = [];
  for (let frame = Math.ceil(start); Math.round(frame - start) < length; frame += 1) {
    frames.push(frame);
  }
  return frames;
}

/** Takes away what arithmetic on decimal fractions adds. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function questionOf(call: ParsedCall, questions: readonly Question[]): Question {
  const found = questions.filter((question) => call.text.includes(question.stem));
  const longest = found.sort((a, b) => b.stem.length - a.stem.length)[0];
  if (longest === undefined) throw new Error('The server was asked something that is no question of the benchmark.');
  return longest;
}

test.skipIf(!existsSync(shared) && process.env['CI'] === undefined)(
  'the real benchmark: 514 kept questions, 20 of them run, each clip holding the frames that its window asks for',
  async () => {
    const benchmark = await readBenchmark();
    const folder = await mkdtemp(path.join(tmpdir(), 'sonoscore-e2e-'));
    afterAll(() => rm(folder, { recursive: true, force: true }));
    for (const source of benchmark.sourceVideos) {
      await copyFile(counter, path.join(folder, `A source video [${source.key}].mp4`));
    }
    await cp(shared, path.join(folder, 'benchmark'), { recursive: true });

    const server = await startStandInModel({
      answer: (call) => ({ kind: 'text', text: /^\s*B[.)]/m.test(call.text) ? 'Answer: B' : 'Something moves.' }),
    });
    afterAll(() => server.close());

    const { page, errors } = await openSite();
    await page.getByLabel('Open a benchmark: a folder').setInputFiles(folder);
    await page.getByRole('heading', { name: 'Set up a run' }).waitFor();
    const setup = page.getByRole('main');
    await expect.poll(() => setup.innerText()).toMatch(/514 questions kept/);
    await expect.poll(() => setup.innerText()).toMatch(/Videos\n+47\n+Source videos\n+35/);
    await expect.poll(() => setup.innerText()).toMatch(/All 35 are at hand/);

    await page.getByRole('radio', { name: /A model at an endpoint/ }).check();
    await page.getByLabel('Provider', { exact: true }).selectOption('openai-compatible');
    await page.getByLabel('Base URL', { exact: true }).fill(server.baseUrl);
    await page.getByLabel('Model id', { exact: true }).fill('stand-in');
    await page.getByLabel('At most').fill(String(QUESTIONS));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/#\/results\//, { timeout: 500_000 });
    expect(await page.getByRole('main').innerText()).toMatch(/\d+(\.\d)? %/);

    expect(server.calls).toHaveLength(QUESTIONS);
    const questions = benchmark.questions.filter((question) => question.keep);
    const asked = new Set<string>();
    for (const call of server.calls) {
      expect(call.problems).toEqual([]);
      const question = questionOf(call, questions);
      asked.add(question.id);
      const video = benchmark.videos.find((entry) => entry.key === question.videoKey);
      const clip = call.videos[0];
      if (video === undefined || clip === undefined) throw new Error(`${question.id} came without a clip.`);
      const frames = await decodeFrames(clip.bytes);
      const numbers = frames.map((frame) => readFrameNumber(frame, originOf(video.roi)));
      expect({ id: question.id, numbers }).toEqual({
        id: question.id,
        numbers: framesBetween(video.startSeconds + question.startSeconds, question.endSeconds - question.startSeconds),
      });
    }
    expect(asked.size).toBe(QUESTIONS);
    expect(errors).toEqual([]);
  },
  900_000,
);
