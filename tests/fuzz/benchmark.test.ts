import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseBenchmark, type BenchmarkFile } from '../../src/domain/benchmark/index.ts';
import { rawChoice, rawFree, rawVideo, smallBenchmark } from '../unit/benchmark/small-benchmark.ts';
import { sha256 } from '../unit/shared-files.ts';
import { forCases, SENTENCE } from './cases.ts';
import { changedJsonText } from './mutations.ts';

const base = smallBenchmark({
  mcq: { groin: [rawChoice(), rawChoice({ answer: 'C' })], neck: [rawChoice()] },
  free: { groin: [rawFree()] },
  metadata: { groin: rawVideo(), neck: rawVideo({ youtube_url: undefined, file: 'neck.mp4' }) },
});

/** One of the files changed, the others as they should be. */
const hostile: fc.Arbitrary<readonly BenchmarkFile[]> = fc
  .nat({ max: base.length - 1 })
  .chain((which) =>
    changedJsonText(JSON.parse(base[which]!.text)).map((text) =>
      base.map((file, at) => (at === which ? { ...file, text } : file)),
    ),
  );

test('a changed benchmark is read as far as it goes, and what is wrong is said in sentences', async () => {
  await forCases(hostile, async (files) => {
    const { benchmark, problems } = await parseBenchmark(
      { name: 'hostile', origin: { kind: 'files', name: 'hostile' }, files },
      sha256,
    );
    expect(benchmark !== undefined || problems.length > 0).toBe(true);
    for (const { message } of problems) expect(message).toMatch(SENTENCE);
    for (const question of benchmark?.questions ?? []) {
      expect(question.startSeconds).toBeGreaterThanOrEqual(0);
      expect(question.endSeconds).toBeGreaterThan(question.startSeconds);
      expect(Number.isFinite(question.endSeconds)).toBe(true);
      expect(benchmark?.videos.some(({ key }) => key === question.videoKey)).toBe(true);
      if (question.kind === 'multiple-choice')
        expect(question.options.map(({ letter }) => letter)).toContain(question.answer);
    }
  });
});
