import { describe, expect, test } from 'vitest';

import {
  durationBin,
  isPublished,
  DURATION_BINS,
  keptQuestions,
  parseBenchmark,
  videoOf,
  withoutPrefix,
  type Benchmark,
} from '../../../src/domain/benchmark/index.ts';
import { sha256, sharedIsMissing, sharedJson } from '../shared-files.ts';

async function load(files = sharedJson('benchmark')): Promise<Benchmark> {
  const { benchmark, problems } = await parseBenchmark(
    { name: 'some folder', origin: { kind: 'folder', name: 'benchmark' }, files },
    sha256,
  );
  expect(problems).toEqual([]);
  return benchmark!;
}

describe.skipIf(sharedIsMissing)('the published benchmark', () => {
  test('has its questions, Videos and source videos, and nothing wrong with them', async () => {
    const benchmark = await load();
    const kept = keptQuestions(benchmark);
    expect(benchmark.questions).toHaveLength(657);
    expect(kept.filter(({ kind }) => kind === 'multiple-choice')).toHaveLength(249);
    expect(kept.filter(({ kind }) => kind === 'free-response')).toHaveLength(265);
    expect(benchmark.videos).toHaveLength(47);
    expect(benchmark.sourceVideos).toHaveLength(35);
    expect(new Set(benchmark.questions.map(({ id }) => id)).size).toBe(657);
    expect(benchmark.sourceVideos.flatMap(({ videoKeys }) => videoKeys)).toHaveLength(47);
    for (const question of benchmark.questions) expect(videoOf(benchmark, question)).toBeDefined();
  });

  test('has the option forms and answers that are known of it', async () => {
    const choices = keptQuestions(await load()).filter((question) => question.kind === 'multiple-choice');
    const count = (holds: (question: (typeof choices)[number]) => boolean) => choices.filter(holds).length;
    expect(count(({ optionForm }) => optionForm === 'full-stop')).toBe(173);
    expect(count(({ optionForm }) => optionForm === 'bracket')).toBe(76);
    expect(count(({ optionForm, answer }) => optionForm === 'bracket' && answer === 'A')).toBe(67);
    expect(['A', 'B', 'C', 'D'].map((letter) => count(({ answer }) => answer === letter))).toEqual([110, 52, 43, 44]);
    for (const { printed, stem, options, optionForm } of choices) {
      const mark = optionForm === 'bracket' ? ')' : '.';
      const rebuilt = [stem, ...options.map(({ letter, text }) => `${letter}${mark} ${text}`)].join('\n');
      expect(rebuilt).toBe(withoutPrefix(printed));
    }
  });

  test('has two windows that end past their Video, and every window in it after clamping', async () => {
    const benchmark = await load();
    const clamped = benchmark.questions.filter(({ printedEndSeconds }) => printedEndSeconds !== undefined);
    expect(clamped.map(({ endSeconds, printedEndSeconds }) => [endSeconds, printedEndSeconds])).toEqual([
      [284.4, 284.41],
      [112.93, 113.28],
    ]);
    for (const question of benchmark.questions) {
      const video = videoOf(benchmark, question)!;
      expect(question.endSeconds).toBeLessThanOrEqual(video.endSeconds - video.startSeconds + 1e-6);
    }
    const lengths = keptQuestions(benchmark).map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
    expect(lengths.filter((seconds) => seconds < 2)).toHaveLength(10);
    expect(lengths.filter((seconds) => seconds < 0.5)).toHaveLength(2);
    expect(
      DURATION_BINS.every((bin) => keptQuestions(benchmark).some((question) => durationBin(question) === bin)),
    ).toBe(true);
  });

  test('has the same digest in another order, below another folder and with other white space', async () => {
    const files = sharedJson('benchmark');
    const changed = files
      .filter(({ path }) => !path.includes('gt_all'))
      .reverse()
      .map(({ path, text }) => ({
        path: path.replace('benchmark/benchmark_questions/', 'elsewhere/'),
        text: JSON.stringify(JSON.parse(text), null, 7),
      }));
    const [first, second] = [await load(files), await load(changed)];
    expect(second).toEqual(first);
    expect(first.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(isPublished(first)).toBe(true);
    expect(first.name).toBe('ReXSonoVQA');
  });
});
