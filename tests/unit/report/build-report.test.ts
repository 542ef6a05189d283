import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { blindGain, buildReport, compareRuns, officialCheck, tiedRuns } from '../../../src/domain/report/index.ts';
import { scoreAttempt } from '../../../src/domain/outcome/index.ts';
import type { Attempt, Outcome } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aRunConfig, aVerdict } from '../builders.ts';

const OUTCOMES = ['correct', 'incorrect', 'no-answer', 'refused', 'blocked', 'truncated', 'failed'] as const;

const choices = Array.from({ length: 24 }, (_, index) =>
  aQuestion({
    videoKey: `video ${index % 8}`,
    number: index + 1,
    type: index % 3 === 0 ? 1 : index % 3 === 1 ? 2 : 3,
    endSeconds: 3 + (index % 4) * 6,
  }),
);
const texts = Array.from({ length: 16 }, (_, index) =>
  aFreeQuestion({ videoKey: `video ${index % 8}`, number: index + 1 }),
);
const benchmark = aBenchmark([...choices, ...texts, aQuestion({ videoKey: 'video 0', number: 99, keep: false })]);

function choiceAttempts(outcomeAt: (index: number) => Outcome): readonly Attempt[] {
  return choices.map((question, index) => anAttempt(question, outcomeAt(index)));
}

function reportOf(attempts: readonly Attempt[], overrides: Parameters<typeof aRun>[1] = {}) {
  return buildReport(benchmark, aRun(benchmark, overrides), attempts);
}

describe('a run over every rotation', () => {
  const rotated = choices.slice(0, 6).flatMap((question, index) =>
    [0, 1, 2, 3].map((epoch) =>
      // The first two are right wherever the answer stands, the others but for one place.
      anAttempt(question, index < 2 || epoch !== index % 4 ? 'correct' : 'incorrect', { epoch }),
    ),
  );
  const config = aRunConfig({ optionOrder: 'circular' });

  it('tells the mean over rotations, and how many are right in all of them', () => {
    const report = reportOf(rotated, { config });
    expect(report.overall.multipleChoice?.allCounted.value).toBeCloseTo(20 / 24, 12);
    expect(report.rotations?.rightInAll).toMatchObject({ value: 2 / 6, count: 6 });
  });

  it('leaves out questions whose rotations have not all ended, and counts a failed one as not right', () => {
    const unfinished = rotated.filter(({ questionId, epoch }) => questionId !== choices[0]!.id || epoch < 3);
    expect(reportOf(unfinished, { config }).rotations?.rightInAll).toMatchObject({ value: 1 / 5, count: 5 });
    const failed = rotated.map((attempt) =>
      attempt.questionId === choices[0]!.id && attempt.epoch === 2
        ? anAttempt(choices[0]!, 'failed', { epoch: 2 })
        : attempt,
    );
    expect(reportOf(failed, { config }).rotations?.rightInAll).toMatchObject({ value: 1 / 6, count: 6 });
  });

  it('is of runs with that order only', () => {
    expect(reportOf(rotated).rotations).toBeUndefined();
  });
});

describe('buildReport', () => {
  it('keeps a ledger of how every attempt ended', () => {
    const attempts = [
      ...choiceAttempts((index) => OUTCOMES[index % OUTCOMES.length] ?? 'failed'),
      ...texts.slice(0, 15).map((question) => anAttempt(question, 'unjudged')),
      anAttempt(texts[15]!, 'failed', { state: { kind: 'asking' } }),
    ];
    const { ledger } = reportOf(attempts);
    expect(ledger.multipleChoice).toMatchObject({ correct: 4, incorrect: 4, 'no-answer': 4, refused: 3, failed: 3 });
    expect(ledger.freeResponse).toMatchObject({ unjudged: 15, failed: 0 });
    expect(ledger.pending).toBe(1);
    expect(Object.values(ledger.all).reduce((sum, count) => sum + count, 0)).toBe(39);
  });

  it('never counts what is no answer as wrong without saying what else it could be', () => {
    // 8 right, 8 wrong, 8 failed.
    const score = reportOf(choiceAttempts((index) => (index < 8 ? 'correct' : index < 16 ? 'incorrect' : 'failed')))
      .overall.multipleChoice;
    expect(score?.allCounted.value).toBeCloseTo(8 / 24, 12);
    expect(score?.amongAnswered?.value).toBeCloseTo(8 / 16, 12);
    expect(score?.ifMissingRight.value).toBeCloseTo(16 / 24, 12);
    expect(score).toMatchObject({ attemptCount: 24, missingCount: 8 });
    expect(score?.amongAnswered?.count).toBe(16);
  });

  it('keeps the score among answered between the bounds, and the bounds on the scale', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...OUTCOMES), { minLength: 24, maxLength: 24 }), (outcomes) => {
        const score = reportOf(choiceAttempts((index) => outcomes[index] ?? 'failed')).overall.multipleChoice;
        if (score === undefined) throw new Error('There are attempts.');
        const middle = score.amongAnswered?.value ?? score.allCounted.value;
        expect(score.allCounted.value).toBeLessThanOrEqual(middle + 1e-12);
        expect(middle).toBeLessThanOrEqual(score.ifMissingRight.value + 1e-12);
        expect(score.allCounted.low).toBeGreaterThanOrEqual(0);
        expect(score.ifMissingRight.high).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });

  it('parts the questions by type, duration and video, each once', () => {
    const report = reportOf([
      ...choiceAttempts(() => 'correct'),
      ...texts.map((question, index) =>
        anAttempt(question, 'partly-correct', { verdict: aVerdict(1), epoch: index % 1, reply: aReply('Pressed.') }),
      ),
    ]);
    const sum = (groups: readonly { readonly multipleChoice: { readonly attemptCount: number } | undefined }[]) =>
      groups.reduce((total, { multipleChoice }) => total + (multipleChoice?.attemptCount ?? 0), 0);
    expect([sum(report.byType), sum(report.byDuration), sum(report.byVideo)]).toEqual([24, 24, 24]);
    expect(report.byVideo.map(({ videoKey }) => videoKey)).toHaveLength(8);
    expect(report.byDuration.map(({ multipleChoice }) => multipleChoice?.attemptCount)).toEqual([6, 6, 6, 6]);
    expect(report.overall.freeResponse?.allCounted.value).toBe(1);
  });

  it('shares out how free-response answers went wrong, to the whole', () => {
    const attempts = texts.map((question, index) => {
      if (index < 4) return anAttempt(question, 'correct', { verdict: aVerdict(2) });
      if (index < 6)
        return anAttempt(question, 'partly-correct', { verdict: aVerdict(1, { errorType: 'wrong_visual_evidence' }) });
      if (index < 9) return anAttempt(question, 'partly-correct', { verdict: aVerdict(1) });
      // Nothing right is both wrong, whatever type the judge gives it.
      const errorType = index < 12 ? 'wrong_conclusion' : 'both_fail';
      return index < 14
        ? anAttempt(question, 'incorrect', { verdict: aVerdict(0, { errorType }) })
        : anAttempt(question, 'unjudged');
    });
    const shares = reportOf(attempts).errorShares;
    expect(shares?.none.value).toBeCloseTo(4 / 16, 12);
    expect(shares?.wrongVisualEvidence.value).toBeCloseTo(2 / 16, 12);
    expect(shares?.wrongConclusion.value).toBeCloseTo(3 / 16, 12);
    expect(shares?.bothFail.value).toBeCloseTo(5 / 16, 12);
    expect(shares?.unjudged.value).toBeCloseTo(2 / 16, 12);
  });

  it('lets a person’s score stand before the judge’s', () => {
    const question = texts[0]!;
    const judged = anAttempt(question, 'incorrect', {
      reply: aReply('It is pressed.'),
      verdict: aVerdict(0),
      override: { score: 2, errorType: 'none', note: 'The clip shows it.', at: '2025-01-02T00:00:00.000Z' },
    });
    const { outcome } = scoreAttempt(question, judged);
    expect(outcome).toBe('correct');
    const report = reportOf([{ ...judged, state: { kind: 'done', outcome } }]);
    expect(report.errorShares?.none.value).toBe(1);
    expect(report.overriddenCount).toBe(1);
  });

  it('counts a question asked twice once, and takes repeats apart', () => {
    const attempts = choices.flatMap((question, index) => [
      anAttempt(question, 'correct', { epoch: 0 }),
      anAttempt(question, index % 2 === 0 ? 'correct' : 'incorrect', { epoch: 1 }),
    ]);
    const report = reportOf(attempts, { config: aRunConfig({ epochs: 2 }) });
    expect(report.overall.multipleChoice?.allCounted).toMatchObject({ value: 0.75, count: 24 });
    expect(report.repeats.multipleChoice).toMatchObject({ repeatCount: 2, changingShare: 0.5 });
    expect(report.repeats.freeResponse).toBeUndefined();
    expect(reportOf(choiceAttempts(() => 'correct')).repeats.multipleChoice).toBeUndefined();
  });

  it('sums tokens, money and time, and says where a count is not known', () => {
    const usage = { inputTokens: 100, outputTokens: 10, thinkingTokens: undefined, cachedTokens: undefined };
    const attempts = choices.slice(0, 4).map((question, index) =>
      anAttempt(question, 'correct', {
        reply: aReply('B', {
          usage: index < 3 ? usage : { ...usage, outputTokens: undefined },
          latencyMs: 1000 * (index + 1),
        }),
        ...(index === 2 ? { reused: true } : {}),
      }),
    );
    const costOf = ({ outputTokens }: { readonly outputTokens: number | undefined }) =>
      outputTokens === undefined ? undefined : outputTokens / 100;
    const { usage: sums } = buildReport(benchmark, aRun(benchmark), attempts, { costOf });
    expect(sums.inputTokens).toEqual({ total: 300, knownCount: 3, unknownCount: 0 });
    expect(sums.outputTokens).toEqual({ total: 20, knownCount: 2, unknownCount: 1 });
    expect(sums.costUsd).toEqual({ total: 0.2, knownCount: 2, unknownCount: 1 });
    expect(sums.latencyMs).toEqual({ median: 2000, p90: 3600, max: 4000, count: 3 });
    expect(sums.reusedCount).toBe(1);
  });

  it('shows where the two rules of reading differ', () => {
    const reply = aReply('Answer: **B**');
    const attempts = [
      anAttempt(choices[0]!, 'correct', { reply }),
      anAttempt(choices[1]!, 'correct', { reply: aReply('Answer: B') }),
    ];
    const { extraction } = reportOf(attempts);
    expect(extraction.differences).toEqual([{ questionId: choices[0]!.id, epoch: 0, robust: 'B', reference: 'A' }]);
    expect(extraction).toMatchObject({ replyCount: 2, robust: { value: 1 }, reference: { value: 0.5 } });
  });

  it('puts the shortcut in a sentence, over the questions of the run', () => {
    const { shortcuts } = reportOf(choiceAttempts((index) => (index < 12 ? 'correct' : 'incorrect')));
    // B is always the answer of these questions.
    expect(shortcuts.sentence).toBe(
      'A rule that never looks at the video scores 100.0 % on these questions; this model 50.0 %.',
    );
    expect(shortcuts.meter.find(({ name }) => name === 'always-B')).toMatchObject({ correct: 24, total: 24 });
  });

  it('is plain JSON, and alike for alike input', () => {
    const attempts = choiceAttempts((index) => (index % 3 === 0 ? 'correct' : 'incorrect'));
    const report = reportOf(attempts);
    const copy: unknown = JSON.parse(JSON.stringify(report));
    expect(copy).toEqual(JSON.parse(JSON.stringify(reportOf(attempts))));
    expect(JSON.stringify(copy)).not.toMatch(/:null/u);
    expect(report).toEqual(copy);
    expect(report.formatVersion).toBe(1);
  });

  it('has an empty report for a run that has not begun', () => {
    const report = reportOf([]);
    expect(report.overall).toEqual({ multipleChoice: undefined, freeResponse: undefined });
    expect(report.shortcuts.sentence).toBeUndefined();
    expect(report.errorShares).toBeUndefined();
  });

  it('passes over questions that are not kept or not asked', () => {
    const stray = anAttempt(benchmark.questions.at(-1)!, 'correct');
    expect(reportOf([stray]).overall.multipleChoice).toBeUndefined();
    const none = reportOf(
      choiceAttempts(() => 'correct'),
      { questionIds: [] },
    );
    expect(none.overall.multipleChoice).toBeUndefined();
  });
});

describe('comparing runs', () => {
  const run = aRun(benchmark);
  const attempts = choiceAttempts((index) => (index % 3 === 0 ? 'incorrect' : 'correct'));
  const better = { run: { ...run, id: 'run-2' }, attempts: choiceAttempts(() => 'correct') };

  it('compares question by question', () => {
    const { multipleChoice, freeResponse, byType } = compareRuns(benchmark, better, { run, attempts });
    expect(multipleChoice?.difference.estimate.value).toBeCloseTo(1 / 3, 12);
    expect(multipleChoice?.mcNemar).toMatchObject({ onlyA: 8, onlyB: 0 });
    expect(multipleChoice?.mcNemar?.pValue).toBeCloseTo(2 / 2 ** 8, 12);
    expect(freeResponse).toBeUndefined();
    expect(byType.map(({ multipleChoice: each }) => each?.estimate.value)).toEqual([1, 0, 0]);
  });

  it('says what the video was worth, to one and the same model', () => {
    const blind = { run: { ...run, config: aRunConfig({ condition: 'text-only' }) }, attempts };
    const gain = blindGain(benchmark, better, blind);
    expect(gain.kind).toBe('gain');
    if (gain.kind === 'gain') expect(gain.comparison.multipleChoice?.difference.estimate.value).toBeCloseTo(1 / 3, 12);
    expect(blindGain(benchmark, blind, better).kind).toBe('not-comparable');
    expect(blindGain(benchmark, better, better).kind).toBe('not-comparable');
    const other = {
      run: {
        ...blind.run,
        config: { ...blind.run.config, model: { kind: 'baseline', baseline: 'always-A' } as const },
      },
      attempts,
    };
    expect(blindGain(benchmark, better, other)).toMatchObject({ why: 'The two runs are of different models.' });
  });

  it('ranks several', () => {
    const tied = tiedRuns(benchmark, [{ run, attempts }, better], 'multiple-choice');
    expect(tied.ranking.map(({ name }) => name)).toEqual(['run-2', 'run-1']);
  });

  it('holds no run of another benchmark against what is published', () => {
    const config = aRunConfig({ protocol: { id: 'reference', version: '1' } });
    const model = {
      kind: 'provider',
      provider: 'gemini',
      baseUrl: '',
      modelId: 'gemini-3-pro',
      parameters: {},
    } as const;
    expect(officialCheck(benchmark, { ...run, config: { ...config, model } }, attempts)).toBeUndefined();
  });
});
