import { describe, expect, it } from 'vitest';

import { buildReport } from '../../../src/domain/report/index.ts';
import type { Attempt, Outcome } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aRun, aRunConfig } from '../builders.ts';

// B is the answer of the first four and A of the other ten, so that rules fare differently on a part and on the whole.
const choices = Array.from({ length: 14 }, (_, index) =>
  aQuestion({ number: index + 1, videoKey: `video ${index % 5}`, answer: index < 4 ? 'B' : 'A' }),
);
const free = aFreeQuestion({ videoKey: 'video 0' });
const benchmark = aBenchmark([...choices, free]);

function shortcutsOf(outcomes: readonly (Outcome | undefined)[], more: readonly Attempt[] = []) {
  const attempts = choices.map((question, index) => {
    const outcome = outcomes[index];
    return outcome === undefined
      ? anAttempt(question, 'correct', { state: { kind: 'queued' } })
      : anAttempt(question, outcome);
  });
  const report = buildReport(benchmark, aRun(benchmark), [...attempts, ...more]);
  const rule = (name: string) => report.shortcuts.meter.find((entry) => entry.name === name);
  return { ...report.shortcuts, rule, score: report.overall.multipleChoice };
}

describe('what shortcuts score', () => {
  it('does not call a rule a model', () => {
    const question = aQuestion();
    const config = aRunConfig({ model: { kind: 'baseline', baseline: 'always-A' } });
    const own = aBenchmark([question]);
    const report = buildReport(own, aRun(own, { config }), [anAttempt(question, 'incorrect')]);
    expect(report.shortcuts.sentence).toBe(
      'The best rule that never looks at the video scores 100.0 % on these questions; this one 0.0 %.',
    );
  });

  it('is over just the questions that the model’s own number is over, while a run is half done', () => {
    const { sentence, rule, score } = shortcutsOf(['correct', 'correct', 'incorrect', 'failed']);
    expect(score?.allCounted).toMatchObject({ value: 0.5, count: 4 });
    expect(rule('always-A')).toMatchObject({ correct: 0, total: 4 });
    expect(rule('always-B')).toMatchObject({ correct: 4, total: 4 });
    expect(sentence).toBe(
      'A rule that never looks at the video scores 100.0 % on these questions; this model 50.0 % (1 failed, counted as wrong).',
    );
  });

  it('tells failures from other replies without an answer, and leaves free-response out', () => {
    const { sentence } = shortcutsOf(
      ['correct', 'failed', 'failed', 'refused', 'no-answer'],
      [anAttempt(free, 'failed')],
    );
    expect(sentence).toContain('this model 20.0 % (2 failed and 2 without an answer, counted as wrong).');
    expect(shortcutsOf(['correct', 'truncated']).sentence).toContain('50.0 % (1 without an answer, counted as wrong).');
    expect(shortcutsOf(['correct', 'incorrect']).sentence).toContain('this model 50.0 %.');
  });

  it('says nothing of a model that answered nothing', () => {
    const { sentence, use, rule } = shortcutsOf(['failed', 'failed', 'blocked']);
    expect(sentence).toBeUndefined();
    expect(use).toEqual([]);
    expect(rule('always-B')).toMatchObject({ correct: 3, total: 3 });
  });

  it('is empty until something has ended', () => {
    expect(shortcutsOf([])).toMatchObject({ meter: [], use: [], sentence: undefined });
  });
});
