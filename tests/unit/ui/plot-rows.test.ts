import { describe, expect, test } from 'vitest';

import { compareRuns, errorSharesOfRun, overallScores } from '../../../src/domain/report/index.ts';
import type { Outcome } from '../../../src/domain/run/index.ts';
import { shortcutMeter } from '../../../src/domain/baselines/index.ts';
import { costs, histogram, latencies, median } from '../../../src/ui/state/histogram.ts';
import { ordered, questionMatrix } from '../../../src/ui/state/question-matrix.ts';
import {
  bestShortcut,
  errorParts,
  forestRows,
  gainRows,
  lengthRows,
  videosByRuns,
  videosByTypes,
  type NamedRun,
} from '../../../src/ui/state/plot-rows.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aRunConfig, aVerdict } from '../builders.ts';

const lengths = [2.9, 3, 5.9, 6, 8, 30] as const;
const choices = lengths.map((seconds, index) =>
  aQuestion({
    number: index + 1,
    videoKey: `video_${index % 2}`,
    sourceKey: `source-${index % 2}`,
    type: index < 4 ? 1 : 3,
    startSeconds: 3.3,
    endSeconds: 3.3 + seconds,
  }),
);
const free = [1, 2, 3, 4].map((number) => aFreeQuestion({ number, videoKey: 'video_0', sourceKey: 'source-0' }));
const benchmark = aBenchmark([...choices, ...free]);

/** A run whose choices ended so, with its free answers judged or not. */
function named(id: string, outcomes: readonly Outcome[], judged = true): NamedRun {
  const run = aRun(benchmark, { id, config: aRunConfig() });
  const attempts = [
    ...choices.map((question, index) => anAttempt(question, outcomes[index] ?? 'incorrect', { runId: id })),
    ...free.map((question, index) => {
      if (!judged || index === 3) return anAttempt(question, 'unjudged', { runId: id, reply: aReply('So.') });
      const score = ([2, 1, 0] as const)[index] ?? 0;
      const outcome = (['incorrect', 'partly-correct', 'correct'] as const)[score];
      return anAttempt(question, outcome, { runId: id, verdict: aVerdict(score) });
    }),
  ];
  return { run, attempts, name: `Run ${id}`, scores: overallScores(benchmark, { run, attempts }) };
}

const good = named('good', ['correct', 'correct', 'correct', 'correct', 'correct', 'failed']);
const bad = named('bad', ['correct', 'incorrect', 'correct', 'incorrect', 'incorrect', 'incorrect'], false);

describe('the forest', () => {
  const shortcuts = shortcutMeter(benchmark).map((result) => ({ ...result, title: result.name }));

  test('holds runs and shortcuts, best first, failures as 0, and knows the best shortcut', () => {
    const rows = forestRows('multipleChoice', [bad, good], 'good', shortcuts);
    const values = rows.map(({ estimate }) => estimate.value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(rows.find(({ role }) => role === 'own')).toMatchObject({ id: 'good', name: 'Run good' });
    expect(rows.find(({ id }) => id === 'good')?.estimate.value).toBeCloseTo(5 / 6);
    expect(rows).toHaveLength(2 + shortcuts.length);
    // Every answer of these questions is B.
    expect(bestShortcut(rows)?.estimate.value).toBe(1);
  });

  test('of free answers has no shortcut and no run that nobody judged', () => {
    expect(forestRows('freeResponse', [bad, good], undefined, shortcuts).map(({ id, role }) => [id, role])).toEqual([
      ['good', 'run'],
    ]);
  });
});

test('lengths fall into bins of three seconds, whatever binary fractions make of them', () => {
  const rows = lengthRows(benchmark, good, 'multipleChoice', 'all');
  expect(rows.map(({ fromSeconds, toSeconds, estimate }) => [fromSeconds, toSeconds, estimate.count])).toEqual([
    [0, 3, 1],
    [3, 6, 2],
    [6, 9, 2],
    [30, 33, 1],
  ]);
  expect(rows.at(-1)?.estimate.value).toBe(0);
  // Only answers count: the one that failed has none.
  expect(lengthRows(benchmark, good, 'multipleChoice', 'answered')).toHaveLength(3);
});

describe('the heat map', () => {
  test('has the hardest Video first, and a column for each run with a score', () => {
    const map = videosByRuns(benchmark, [good, bad], 'multipleChoice');
    expect(map.columns.map(({ id }) => id)).toEqual(['good', 'bad']);
    // video_0: 3 + 2 of 6, video_1: 2 + 0 of 6.
    expect(map.rows).toEqual(['video_1', 'video_0']);
    expect(map.cells).toHaveLength(4);
    expect(videosByRuns(benchmark, [good, bad], 'freeResponse').columns.map(({ id }) => id)).toEqual(['good']);
  });

  test('of one run has its types as columns, without those that were not asked', () => {
    const map = videosByTypes(benchmark, good, 'multipleChoice', (type) => `Type ${type}`);
    expect(map.columns.map(({ name }) => name)).toEqual(['Type 1', 'Type 3']);
    expect(map.cells.find(({ row, column }) => row === 'video_1' && column === '3')?.estimate.value).toBe(0);
  });
});

test('parts of errors lie end to end and fill the bar; a run that nobody judged has none', () => {
  const parts = errorParts([good, bad].map((each) => ({ name: each.name, shares: errorSharesOfRun(benchmark, each) })));
  expect(new Set(parts.map(({ row }) => row))).toEqual(new Set(['Run good']));
  expect(parts.map(({ part, from, to }) => [part, from, to])).toEqual([
    ['none', 0, 0.25],
    ['wrongConclusion', 0.25, 0.5],
    ['wrongVisualEvidence', 0.5, 0.5],
    ['bothFail', 0.5, 0.75],
    ['unjudged', 0.75, 1],
  ]);
});

test('what the video was worth is told of all questions and of each type that was asked', () => {
  const rows = gainRows(compareRuns(benchmark, good, bad), 'multipleChoice', (type) => `Type ${type}`);
  expect(rows?.map(({ name }) => name)).toEqual(['All questions', 'Type 1', 'Type 3']);
  expect(rows?.[0]?.estimate.value).toBeCloseTo(3 / 6);
});

test('the matrix has the questions that runs disagree on first, and leaves out what one alone was asked', () => {
  const rows = questionMatrix(benchmark, [good, { ...bad, attempts: bad.attempts.slice(0, 5) }]);
  expect(rows).toHaveLength(5);
  expect(ordered(rows, 'disagreement').map(({ question, disagreement }) => [question.number, disagreement])).toEqual([
    [2, 0.25],
    [4, 0.25],
    [5, 0.25],
    [1, 0],
    [3, 0],
  ]);
  expect(ordered(rows, 'hardest')[0]?.question.number).toBe(2);
  expect(ordered(rows, 'benchmark')).toBe(rows);
});

describe('histograms', () => {
  test('every value falls into one bin of a round width', () => {
    const values = [0.3, 0.31, 2.49, 2.5, 6.2];
    const bins = histogram(values);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
    expect(bins[0]).toEqual({ from: 0.2, to: 0.4, count: 2 });
    for (const { from, to, count } of bins)
      expect(
        // The last one holds its end too.
        values.filter((value) => value >= from && (value < to || (to === bins.at(-1)?.to && value === to))),
      ).toHaveLength(count);
  });

  test('of none, of one value and of values that are all 0', () => {
    expect(histogram([])).toEqual([]);
    expect(histogram([7, 7]).map(({ count }) => count)).toEqual([2]);
    expect(histogram([0, 0, 0])).toEqual([{ from: 0, to: expect.any(Number), count: 3 }]);
  });

  test('replies that an earlier run paid for count neither in time nor in money', () => {
    const usage = { inputTokens: 1e6, outputTokens: 0, thinkingTokens: undefined, cachedTokens: undefined };
    const [first, second, third] = choices;
    const attempts = [
      anAttempt(first!, 'correct', { reply: aReply('A', { latencyMs: 1500, usage }) }),
      anAttempt(second!, 'correct', { reply: aReply('A', { latencyMs: 9000, usage }), reused: true }),
      anAttempt(third!, 'failed'),
    ];
    expect(latencies(attempts)).toEqual([1.5]);
    expect(costs(attempts, { inputPerMillion: 2, outputPerMillion: 8 })).toEqual([2]);
    expect([median([3, 1, 2]), median([4, 1]), median([])]).toEqual([2, 2.5, undefined]);
  });
});
