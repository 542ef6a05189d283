import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { questionFiles } from '../../../scripts/sample/question-files.ts';
import { shortcutMeter } from '../../../src/domain/baselines/index.ts';
import { parseBenchmark, type Benchmark } from '../../../src/domain/benchmark/index.ts';
import { readMp4Facts } from '../../servers/mp4-facts.ts';

const folder = fileURLToPath(new URL('../../../public/sample/', import.meta.url));
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
const clips = files.filter((file) => file.endsWith('.mp4'));
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');

const { benchmark, problems } = await parseBenchmark(
  {
    name: 'sample',
    origin: { kind: 'sample' },
    files: files
      .filter((file) => file.endsWith('.json') && file !== 'index.json')
      .map((file) => ({ path: file, text: textOf(file) })),
  },
  (text) => Promise.resolve(createHash('sha256').update(text).digest('hex')),
);

function sample(): Benchmark {
  if (benchmark === undefined) throw new Error('The sample could not be read.');
  return benchmark;
}

describe('the sample’s files', () => {
  test('index.json lists every file and no other', () => {
    const index: unknown = JSON.parse(textOf('index.json'));
    const listed = files.filter((file) => file !== 'index.json').sort();
    expect(index).toEqual({ formatVersion: 1, files: expect.any(Array) });
    expect(index).toHaveProperty('files.length', listed.length);
    expect(index).toHaveProperty('files', expect.arrayContaining(listed));
  });

  test('the script writes the very question files that are here', () => {
    const made = questionFiles();
    expect([...made.keys()].sort()).toEqual(files.filter((file) => file.endsWith('.json')).sort());
    for (const [file, text] of made) expect(textOf(file)).toBe(text);
    expect([...questionFiles()]).toEqual([...made]);
  });
});

describe('the sample’s questions', () => {
  test('all are read without a problem', () => {
    expect(problems).toEqual([]);
    expect(sample().questions.length).toBeGreaterThanOrEqual(16);
    expect(sample().videos.length).toBeGreaterThanOrEqual(4);
  });

  test('every type occurs in both kinds, both forms of options occur, and every duration bin', () => {
    const { questions } = sample();
    for (const kind of ['multiple-choice', 'free-response'])
      expect(new Set(questions.filter((question) => question.kind === kind).map(({ type }) => type)).size).toBe(3);
    const choices = questions.filter((question) => question.kind === 'multiple-choice');
    expect(new Set(choices.map((question) => question.optionForm)).size).toBe(2);
    expect(choices.map((question) => question.options.length)).toEqual(choices.map(() => 4));
    const lengths = questions.map((question) => question.endSeconds - question.startSeconds);
    const bins = lengths.map((length) => [5, 10, 20].filter((edge) => length >= edge).length);
    expect(new Set(bins).size).toBe(4);
  });

  test('windows lie inside their Video, and Videos inside their clip', async () => {
    for (const video of sample().videos) {
      const facts = await readMp4Facts(new Uint8Array(readFileSync(path.join(folder, video.sourceKey))));
      expect(video.endSeconds).toBeLessThanOrEqual(facts?.durationSeconds ?? 0);
      const length = video.endSeconds - video.startSeconds;
      for (const question of sample().questions.filter(({ videoKey }) => videoKey === video.key)) {
        expect(question.startSeconds).toBeGreaterThanOrEqual(0);
        expect(question.endSeconds).toBeGreaterThan(question.startSeconds + 1);
        expect(question.endSeconds).toBeLessThanOrEqual(length);
        expect(question.printedEndSeconds).toBeUndefined();
      }
    }
  });

  test('no shortcut that needs no video gets more than 40 %', () => {
    const results = shortcutMeter(sample()).filter(({ name }) => name !== 'seeded-random');
    expect(results).toHaveLength(9);
    for (const { name, correct, total } of results) {
      expect(total).toBeGreaterThanOrEqual(12);
      expect(correct / total, name).toBeLessThanOrEqual(0.4);
    }
  });

  test('options of a question are of like length and end alike', () => {
    for (const question of sample().questions) {
      if (question.kind !== 'multiple-choice') continue;
      const lengths = question.options.map(({ text }) => text.length);
      expect(Math.min(...lengths) / Math.max(...lengths), question.id).toBeGreaterThan(0.85);
      expect(new Set(question.options.map(({ text }) => text.endsWith('.'))).size, question.id).toBe(1);
    }
  });
});

describe('the sample’s clips', () => {
  test.each(clips)('%s is a small H.264 video without sound', async (file) => {
    const bytes = new Uint8Array(readFileSync(path.join(folder, file)));
    expect(bytes.length).toBeLessThan(400_000);
    const facts = await readMp4Facts(bytes);
    expect(facts).toMatchObject({ codec: 'avc', widthPixels: 640, heightPixels: 480, audioTrackCount: 0 });
    expect(facts?.frameCount).toBe(Math.round((facts?.durationSeconds ?? 0) * 20));
    expect(facts?.durationSeconds).toBeGreaterThan(10);
  });
});
