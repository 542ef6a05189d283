import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';

import {
  auditReport,
  blindSample,
  errorTypeFor,
  judgeAgreement,
  withOverride,
  withoutOverride,
  type JudgeScore,
} from '../../../src/domain/audit/index.ts';
import { outcomeOfVerdict } from '../../../src/domain/outcome/index.ts';
import type { Attempt } from '../../../src/domain/run/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aVerdict } from '../builders.ts';

const questions = Array.from({ length: 240 }, (_, index) =>
  aFreeQuestion({
    videoKey: `video ${index % 30}`,
    number: index + 1,
    type: index % 7 === 0 ? 2 : index % 2 === 0 ? 1 : 3,
  }),
);
const benchmark = aBenchmark([...questions, aQuestion()]);

function judgedBy(scoreAt: (index: number) => JudgeScore): readonly Attempt[] {
  return questions.map((question, index) => {
    const score = scoreAt(index);
    const reply = aReply(`Text ${index}.`);
    return anAttempt(question, outcomeOfVerdict(score), { reply, verdict: aVerdict(score) });
  });
}

function toScore(index: number): JudgeScore {
  const place = (index + Math.floor(index / 30)) % 3;
  return place === 0 ? 0 : place === 1 ? 1 : 2;
}

describe('blindSample', () => {
  it('draws 30 by default, from every score and type, the same for the same seed', () => {
    // Score 1 is rare.
    const attempts = judgedBy((index) => (index % 40 === 0 ? 1 : index % 2 === 0 ? 0 : 2));
    const sample = blindSample(benchmark, attempts, 4);
    expect(sample).toHaveLength(30);
    expect(new Set(sample.map(({ questionId }) => questionId)).size).toBe(30);
    const scores = sample.map(
      ({ questionId }) => attempts.find((each) => each.questionId === questionId)?.verdict?.score,
    );
    expect(scores.filter((score) => score === 1).length).toBeGreaterThanOrEqual(5);
    expect(blindSample(benchmark, [...attempts].reverse(), 4)).toEqual(sample);
    expect(blindSample(benchmark, attempts, 5)).not.toEqual(sample);
    // The sample stands for all that was judged, and says nothing of the judge.
    expect(sample.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(240, 9);
    expect(Object.keys(sample[0] ?? {}).sort()).toEqual(['epoch', 'questionId', 'weight']);
  });

  it('takes all where there are fewer, and none where nothing was judged', () => {
    const few = judgedBy(toScore).slice(0, 7);
    expect(blindSample(benchmark, few, 1)).toHaveLength(7);
    expect(blindSample(benchmark, [anAttempt(questions[0]!, 'unjudged')], 1)).toEqual([]);
  });
});

describe('auditReport', () => {
  it('counts agreement and confusion, judge first', () => {
    const attempts = judgedBy(toScore);
    const sample = blindSample(benchmark, attempts, 1, 60);
    const scores = sample.slice(0, 40).map((each) => ({ ...each, score: 1 as const }));
    const report = auditReport(benchmark, attempts, sample, scores);
    expect(report).toMatchObject({ sampleSize: 60, scoredCount: 40, agreement: { count: 40 } });
    const table = report.agreement?.table ?? [];
    expect(table.flat().reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(table.every((row) => row[0] === 0 && row[2] === 0)).toBe(true);
    expect(report.corrected?.value).toBeCloseTo(1, 12);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('leaves the score as it is where the person agrees, and yet is not certain', () => {
    const attempts = judgedBy(toScore);
    const sample = blindSample(benchmark, attempts, 1);
    const scores = sample.map((each) => ({
      ...each,
      score: attempts.find(({ questionId }) => questionId === each.questionId)?.verdict?.score ?? 0,
    }));
    const report = auditReport(benchmark, attempts, sample, scores);
    expect(report.agreement?.value).toBe(1);
    expect(report.corrected?.value).toBeCloseTo(report.judgeScore?.value ?? NaN, 12);
    expect(report.corrected?.low).toBeLessThan(report.judgeScore?.low ?? NaN);
    expect(report.corrected?.unauditedScores).toEqual([]);
    expect(auditReport(benchmark, attempts, sample, scores)).toEqual(report);
  });

  it('says which of the judge’s scores nobody has looked at', () => {
    const attempts = judgedBy(toScore);
    const sample = blindSample(benchmark, attempts, 1);
    const scores = sample.flatMap((each) => {
      const judge = attempts.find(({ questionId }) => questionId === each.questionId)?.verdict?.score;
      return judge === 2 ? [] : [{ ...each, score: 0 as const }];
    });
    const report = auditReport(benchmark, attempts, sample, scores);
    expect(report.corrected?.unauditedScores).toEqual([2]);
    expect(report.corrected?.value).toBeCloseTo((2 * 80) / 240, 12);
    expect(auditReport(benchmark, attempts, sample, []).corrected).toBeUndefined();
  });

  it('finds the person’s mean in spite of a lenient judge, about as often as it says', () => {
    let covered = 0;
    let correctedError = 0;
    let judgeError = 0;
    const trials = 200;
    for (let seed = 0; seed < trials; seed += 1) {
      const random = xoroshiro128plus(seed + 100);
      const leanings = Array.from({ length: 30 }, () => uniformFloat64(random));
      const truth = questions.map((_, index): JudgeScore => {
        const draw = (uniformFloat64(random) + (leanings[index % 30] ?? 0)) / 2;
        return draw < 0.4 ? 0 : draw < 0.6 ? 1 : 2;
      });
      // Lifts a third of the lower scores by one.
      const attempts = judgedBy((index) => {
        const score = truth[index] ?? 0;
        return score < 2 && uniformFloat64(random) < 0.33 ? (score === 0 ? 1 : 2) : score;
      });
      const sample = blindSample(benchmark, attempts, seed, 60);
      const scores = sample.map((each) => ({
        ...each,
        score: truth[questions.findIndex(({ id }) => id === each.questionId)] ?? 0,
      }));
      const report = auditReport(benchmark, attempts, sample, scores);
      // The draws are even on both sides of 0.5 for people and questions alike: the mean is 1.
      if (report.corrected !== undefined && report.corrected.low <= 1 && 1 <= report.corrected.high) covered += 1;
      correctedError += Math.abs((report.corrected?.value ?? NaN) - 1);
      judgeError += Math.abs((report.judgeScore?.value ?? NaN) - 1);
    }
    expect(covered / trials).toBeGreaterThan(0.88);
    expect(correctedError).toBeLessThan(0.6 * judgeError);
  });
});

describe('judgeAgreement', () => {
  it('compares what both have judged', () => {
    const first = judgedBy(toScore);
    const second = judgedBy((index) => (index < 120 ? toScore(index) : 0)).slice(0, 180);
    const kappa = judgeAgreement(benchmark, first, second);
    expect(kappa?.count).toBe(180);
    expect(kappa?.value).toBeGreaterThan(0);
    expect(kappa?.value).toBeLessThan(1);
    expect(judgeAgreement(benchmark, first, [])).toBeUndefined();
  });
});

describe('a person’s override', () => {
  const question = questions[0]!;
  const judged = anAttempt(question, 'incorrect', { reply: aReply('It is pressed.'), verdict: aVerdict(0) });
  const override = {
    score: 2,
    errorType: errorTypeFor(2),
    note: 'Seen in the clip.',
    at: '2025-02-01T00:00:00.000Z',
  } as const;

  it('counts before the verdict, which stays, and can be undone', () => {
    const changed = withOverride(question, judged, override);
    expect(changed).toMatchObject({ state: { outcome: 'correct' }, verdict: { score: 0 }, override });
    const back = withoutOverride(question, changed, '2025-02-02T00:00:00.000Z');
    expect(back.state).toEqual(judged.state);
    expect(back.override).toBeUndefined();
    expect(back.verdict).toEqual(judged.verdict);
    expect(withoutOverride(question, judged, '2025-02-02T00:00:00.000Z')).toBe(judged);
  });

  it('can score what the judge could not, and leaves it unjudged when undone', () => {
    const unjudged = anAttempt(question, 'unjudged', { reply: aReply('It is pressed.') });
    const changed = withOverride(question, unjudged, { ...override, score: 1, errorType: errorTypeFor(1) });
    expect(changed.state).toEqual({ kind: 'done', outcome: 'partly-correct' });
    expect(withoutOverride(question, changed, '2025-02-02T00:00:00.000Z').state).toEqual(unjudged.state);
  });

  it('scores nothing where there is no text', () => {
    expect(() => withOverride(question, anAttempt(question, 'failed'), override)).toThrow(RangeError);
    const choice = aQuestion();
    expect(() => withOverride(choice, anAttempt(choice, 'correct', { reply: aReply('B') }), override)).toThrow(
      RangeError,
    );
  });

  it('is not what the judge is audited by', () => {
    const attempts = judgedBy(toScore).map((attempt, index) => withOverride(questions[index]!, attempt, override));
    const report = auditReport(benchmark, attempts, blindSample(benchmark, attempts, 1), []);
    expect(report.judgeScore?.value).toBeCloseTo(1, 12);
  });
});
