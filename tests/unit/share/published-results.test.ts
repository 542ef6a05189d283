import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import { keptQuestions, parseBenchmark, type Benchmark } from '../../../src/domain/benchmark/index.ts';
import { officialCheck } from '../../../src/domain/report/index.ts';
import { exportUpstream, groupUpstream, importUpstream, type ImportedRun } from '../../../src/share/index.ts';
import { sha256, sharedIsMissing, sharedJson } from '../shared-files.ts';

async function published(): Promise<Benchmark> {
  const origin = { kind: 'folder', name: 'benchmark' } as const;
  const { benchmark } = await parseBenchmark({ name: 'x', origin, files: sharedJson('benchmark') }, sha256);
  return benchmark!;
}

async function imported(model: string): Promise<ImportedRun & { readonly benchmark: Benchmark }> {
  const benchmark = await published();
  const group = groupUpstream(sharedJson('published')).find(({ name }) => name === model)!;
  const options = { id: 'imported', now: '2025-01-01T00:00:00.000Z', name: group.name };
  return { ...importUpstream(benchmark, group.files, options), benchmark };
}

/** Sums as upstream makes them: what has no score counts 0. */
function points({ attempts, benchmark }: Awaited<ReturnType<typeof imported>>, kind: 'mcq' | 'free'): number {
  const worth = { correct: kind === 'mcq' ? 1 : 2, 'partly-correct': 1 };
  const known = new Map(Object.entries(worth));
  expect(attempts).toHaveLength(keptQuestions(benchmark).length);
  return attempts
    .filter(({ questionId }) => questionId.startsWith(`${kind}/`))
    .reduce((sum, { state }) => sum + (state.kind === 'done' ? (known.get(state.outcome) ?? 0) : 0), 0);
}

const entries = v.array(v.record(v.string(), v.unknown()));
const entriesIn = (text: string) => v.parse(entries, JSON.parse(text));

/** What the authors' script reads of an entry once it is scored. */
function scored(entry: Readonly<Record<string, unknown>>): unknown {
  const { question, answer, question_type, time_start, time_end, keep, duration, model_prediction } = entry;
  const { eval_score, eval_max_score, judge_error_type, judge_explanation } = entry;
  return [
    [question, answer, question_type, time_start, time_end, keep, duration, model_prediction],
    [eval_score, eval_max_score, judge_error_type, judge_explanation],
  ];
}

describe.skipIf(sharedIsMissing)('published results', () => {
  test('are grouped by model', () => {
    const groups = groupUpstream(sharedJson('published'));
    expect(groups.map(({ name, files }) => [name, files.length])).toEqual([
      ['gemini-3-pro', 94],
      ['qwen3.5-397b', 94],
    ]);
  });

  test.each([
    // The benchmark prints the options in the order that this model was shown.
    ['gemini-3-pro', 165, 240, 'as-printed'],
    ['qwen3.5-397b', 138, 196, 'reference'],
  ])('of %s give the published sums, without a problem', async (model, letters, texts, optionOrder) => {
    const result = await imported(model);
    expect(result.problems).toEqual([]);
    expect(points(result, 'mcq')).toBe(letters);
    expect(points(result, 'free')).toBe(texts);
    expect(result.run?.config).toMatchObject({
      model: { kind: 'published', name: model },
      protocol: { id: 'reference' },
      condition: 'video',
      optionOrder,
    });
  });

  test.each(['gemini-3-pro', 'qwen3.5-397b'])('of %s pass the official check', async (model) => {
    const { run, attempts, benchmark } = await imported(model);
    const check = officialCheck(benchmark, run!, attempts);
    expect(check?.figures.filter(({ ok }) => !ok)).toEqual([]);
    expect(check?.ok).toBe(true);
  });

  test.each(['gemini-3-pro', 'qwen3.5-397b'])(
    'of %s go out with every field that is scored as it was',
    async (model) => {
      const { run, attempts, benchmark } = await imported(model);
      const ours = new Map(exportUpstream(benchmark, run!, attempts).map(({ path, text }) => [path, text]));
      let compared = 0;
      for (const { path, text } of groupUpstream(sharedJson('published')).find(({ name }) => name === model)!.files) {
        const [, folder, name] = /(mcq|free)[^/]*\/(score_pred_[^/]+)$/.exec(path) ?? [];
        if (name === undefined) continue;
        const theirs = entriesIn(text).filter(({ keep }) => keep === true);
        expect(entriesIn(ours.get(`scores/${folder}/${name}`) ?? '[]').map(scored)).toEqual(theirs.map(scored));
        compared += theirs.length;
      }
      expect(compared).toBe(514);
    },
  );

  test.each(['gemini-3-pro', 'qwen3.5-397b'])('of %s go out and come back the same', async (model) => {
    const first = await imported(model);
    const files = exportUpstream(first.benchmark, first.run!, first.attempts);
    const again = importUpstream(first.benchmark, files, { id: 'imported', now: '2025-01-01T00:00:00.000Z' });
    expect(again.problems).toEqual([]);
    expect(again.run).toEqual(first.run);
    // The failed call's message is told again of the file; all else is the same.
    const told = (attempts: ImportedRun['attempts']) =>
      attempts.map((attempt) => ({
        ...attempt,
        failure: attempt.failure?.kind,
        reply: { ...attempt.reply, modelVersion: undefined },
      }));
    expect(told(again.attempts)).toEqual(told(first.attempts));
  });
});
