import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseBenchmark, type BenchmarkFile } from '../../../src/domain/benchmark/index.ts';
import { sha256 } from '../shared-files.ts';
import { rawChoice, rawVideo, smallBenchmark } from './small-benchmark.ts';

function parse(files: readonly BenchmarkFile[]) {
  return parseBenchmark({ name: 'small', origin: { kind: 'files', name: 'small' }, files }, sha256);
}

const path = fc.constantFrom(
  'mcq/groin.json',
  'free/groin.json',
  'groin.json',
  'video_metadata_new.json',
  'a\\b/../x.json',
  '',
);
const anything = fc.oneof(fc.json(), fc.string({ unit: 'binary' }));

test('any files at all give a benchmark or a sentence, never an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ path, text: anything }), { maxLength: 5 }), async (files) => {
      const { benchmark, problems } = await parse(files);
      expect(benchmark !== undefined || problems.length > 0).toBe(true);
      for (const { message } of problems) expect(message).toMatch(/\S.*[.]$/s);
    }),
  );
});

test('any value in any field is read or becomes a Problem of that question', async () => {
  const field = fc.constantFrom(...Object.keys(rawChoice()));
  await fc.assert(
    fc.asyncProperty(field, fc.jsonValue(), async (name, value) => {
      const { benchmark, problems } = await parse(
        smallBenchmark({ mcq: { groin: [rawChoice({ [name]: value }), rawChoice()] }, free: {} }),
      );
      const ids = benchmark?.questions.map(({ id }) => id);
      expect(ids).toEqual(problems.length === 0 ? ['mcq/groin/1', 'mcq/groin/2'] : ['mcq/groin/2']);
      for (const problem of problems) expect(problem).toMatchObject({ questionNumber: 1 });
    }),
  );
});

test('any value in any field of the metadata is read or becomes a Problem there', async () => {
  const field = fc.constantFrom(...Object.keys(rawVideo()), 'file', 'time_offset');
  await fc.assert(
    fc.asyncProperty(field, fc.jsonValue(), async (name, value) => {
      const { benchmark, problems } = await parse(smallBenchmark({ metadata: { groin: rawVideo({ [name]: value }) } }));
      expect(benchmark === undefined).toBe(problems.length > 0);
    }),
  );
});

test('the order of files never matters', async () => {
  const files = smallBenchmark({
    mcq: { one: [rawChoice()], two: [rawChoice({ answer: 'A' }), rawChoice({ answer: 'Z' })] },
    free: {},
    metadata: { one: rawVideo(), two: rawVideo({ youtube_url: 'https://youtu.be/abcdefghij1' }) },
  });
  const expected = await parse(files);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...files], { minLength: files.length }), async (shuffled) => {
      expect(await parse(shuffled)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('lists that nest without end are still only wrong', async () => {
  const deep = `[{"question": ${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
  const { benchmark, problems } = await parse([
    ...smallBenchmark(),
    { path: 'a/mcq/groin.json', text: deep },
    { path: 'b/mcq/groin.json', text: deep },
  ]);
  expect(benchmark).toBeDefined();
  expect(problems.length).toBeGreaterThan(0);
});
