import { describe, expect, it } from 'vitest';

import { blindGain, buildReport, compareRuns, officialCheck, tiedRuns } from '../../../src/domain/report/index.ts';
import { sharedIsMissing } from '../shared-files.ts';
import { publishedBenchmark, publishedRun } from './published-run.ts';

describe.skipIf(sharedIsMissing)('the published results', () => {
  // Conclusion only, evidence only, both: counted once by the authors' own script.
  it.each([
    ['gemini-3-pro', [24, 18, 124]],
    ['qwen3.5-397b', [16, 32, 143]],
  ])('of %s come out as published, to the last digit', async (model, errors) => {
    const benchmark = await publishedBenchmark();
    const { run, attempts } = publishedRun(benchmark, model);
    const check = officialCheck(benchmark, run, attempts);
    expect(check?.figures.filter(({ ok }) => !ok)).toEqual([]);
    expect(check?.figures.length).toBeGreaterThanOrEqual(5);
    expect(check?.ok).toBe(true);
    const report = buildReport(benchmark, run, attempts);
    expect(report.overall.multipleChoice?.allCounted).toMatchObject({ count: 249, clusterCount: 35 });
    expect(report.overall.freeResponse?.allCounted).toMatchObject({ count: 265 });
    const { wrongConclusion, wrongVisualEvidence, bothFail } = report.errorShares ?? {};
    expect(
      [wrongConclusion, wrongVisualEvidence, bothFail].map((share) => Math.round(265 * (share?.value ?? NaN))),
    ).toEqual(errors);
    expect(report.benchmark.isPublished).toBe(true);
    expect(report.byVideo).toHaveLength(47);
    expect(report.shortcuts.sentence).toContain('83.9 %');
  });

  it('say that one wrong answer more would be noticed', async () => {
    const benchmark = await publishedBenchmark();
    const { run, attempts } = publishedRun(benchmark, 'gemini-3-pro');
    const right = attempts.find(
      ({ state, prediction }) => prediction?.kind === 'letter' && state.kind === 'done' && state.outcome === 'correct',
    );
    const without = attempts.filter((attempt) => attempt !== right);
    const check = officialCheck(benchmark, run, without);
    expect(check?.ok).toBe(false);
    expect(check?.figures.find(({ ok }) => !ok)).toMatchObject({ expected: '165/249', got: '164/248' });
    // Words that the pages translate, no names of bins.
    expect(check?.figures.map(({ name }) => name)).toContain('5 to under 10 s, %');
  });

  it('hold no failed call among the questions that are kept', async () => {
    const benchmark = await publishedBenchmark();
    const { run, attempts } = publishedRun(benchmark, 'qwen3.5-397b');
    const { ledger, errorShares, overall } = buildReport(benchmark, run, attempts);
    expect(ledger.all).toMatchObject({ failed: 0, unjudged: 0, 'no-answer': 0 });
    expect(errorShares?.unjudged.value).toBe(0);
    expect(overall.freeResponse?.ifMissingRight).toEqual(overall.freeResponse?.allCounted);
  });

  it('differ by what the design says', async () => {
    const benchmark = await publishedBenchmark();
    const gemini = publishedRun(benchmark, 'gemini-3-pro');
    const qwen = publishedRun(benchmark, 'qwen3.5-397b');
    const { multipleChoice, freeResponse } = compareRuns(benchmark, gemini, qwen);
    expect((100 * (multipleChoice?.difference.estimate.value ?? NaN)).toFixed(2)).toBe('10.84');
    expect((100 * (multipleChoice?.difference.estimate.standardError ?? NaN)).toFixed(2)).toBe('4.80');
    expect(freeResponse?.difference.estimate.value.toFixed(3)).toBe('0.166');
    expect(freeResponse?.difference.estimate.standardError.toFixed(3)).toBe('0.062');
    expect(multipleChoice?.difference.estimate.clusterCount).toBe(35);
    expect(multipleChoice?.mcNemar?.onlyA).toBeGreaterThan(multipleChoice?.mcNemar?.onlyB ?? Infinity);
    expect(blindGain(benchmark, gemini, qwen)).toMatchObject({ kind: 'not-comparable' });
    const named = { run: { ...qwen.run, id: 'run-2' }, attempts: qwen.attempts };
    expect(tiedRuns(benchmark, [named, gemini], 'multiple-choice').ranking.map(({ name }) => name)).toEqual([
      'run-1',
      'run-2',
    ]);
  });
});
