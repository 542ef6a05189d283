import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { outcomeOfVerdict, scoreAttempt, scoreChoice } from '../../../src/domain/outcome/index.ts';
import type { CallFailure, FinishReason, Outcome } from '../../../src/domain/run/index.ts';
import { aFreeQuestion, anAttempt, aQuestion, aReply, aVerdict } from '../builders.ts';

const question = aQuestion();
const freeQuestion = aFreeQuestion();

function aFailure(kind: CallFailure['kind']): CallFailure {
  return { kind, retryable: false, waitMs: undefined, message: 'It did not go well; try again.' };
}

function letterOutcome(text: string, finishReason: FinishReason = 'stop'): Outcome {
  return scoreAttempt(question, anAttempt(question, 'failed', { reply: aReply(text, { finishReason }) })).outcome;
}

function textOutcome(text: string, finishReason: FinishReason = 'stop', score?: 0 | 1 | 2): Outcome {
  const verdict = score === undefined ? undefined : aVerdict(score);
  const reply = aReply(text, { finishReason });
  return scoreAttempt(freeQuestion, anAttempt(freeQuestion, 'failed', { reply, verdict })).outcome;
}

describe('scoreAttempt, multiple-choice', () => {
  it.each<readonly [string, FinishReason, Outcome]>([
    ['Answer: B', 'stop', 'correct'],
    ['Answer: A', 'stop', 'incorrect'],
    ['', 'stop', 'no-answer'],
    ['Cannot be determined', 'stop', 'no-answer'],
    ['Answer: A or B', 'stop', 'no-answer'],
    ['I cannot see the video.', 'stop', 'refused'],
    ['', 'refused', 'refused'],
    ['', 'blocked', 'blocked'],
    ['Answer: B', 'blocked', 'blocked'],
    ['', 'length', 'truncated'],
    ['<think>The answer is B and', 'length', 'truncated'],
    ['The walls of the vein', 'length', 'truncated'],
    ['Answer: B\n\nThe walls of the', 'length', 'correct'],
    ['Answer: B', 'other', 'correct'],
  ])('%j that ended by %s is %s', (text, finishReason, outcome) => {
    expect(letterOutcome(text, finishReason)).toBe(outcome);
  });

  it('tells a failed call from a blocked one', () => {
    expect(scoreAttempt(question, anAttempt(question, 'failed', { failure: aFailure('timeout') })).outcome).toBe(
      'failed',
    );
    expect(scoreAttempt(question, anAttempt(question, 'failed', { failure: aFailure('blocked') })).outcome).toBe(
      'blocked',
    );
  });

  it('gives the prediction by its shown letter and its printed place', () => {
    const attempt = anAttempt(question, 'failed', { reply: aReply('Answer: D'), optionOrder: [2, 3, 0, 1] });
    expect(scoreAttempt(question, attempt)).toMatchObject({
      outcome: 'correct',
      prediction: { kind: 'letter', shownLetter: 'D', printedIndex: 1 },
      readings: { robust: { kind: 'letter', letter: 'D' }, reference: 'D' },
    });
  });

  it('counts the reference reading where that is asked for, and reports both', () => {
    const attempt = anAttempt(question, 'failed', { reply: aReply('Answer: **B**') });
    expect(scoreAttempt(question, attempt, 'robust').outcome).toBe('correct');
    expect(scoreAttempt(question, attempt, 'reference')).toMatchObject({
      outcome: 'incorrect',
      readings: { robust: { letter: 'B' }, reference: 'A' },
    });
  });

  it('scores the same option alike in every order', () => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 3 }), (optionOrder, chosen) => {
        const letter = ['A', 'B', 'C', 'D'][optionOrder.indexOf(chosen)];
        const attempt = anAttempt(question, 'failed', { reply: aReply(`Answer: ${letter}`), optionOrder });
        const scored = scoreAttempt(question, attempt);
        expect(scored.outcome).toBe(chosen === 1 ? 'correct' : 'incorrect');
        expect(scored.prediction).toMatchObject({ printedIndex: chosen });
        expect(scoreChoice(question, chosen, optionOrder)).toMatchObject({ outcome: scored.outcome });
      }),
    );
  });

  it('refuses an order that is not one of the question', () => {
    const attempt = anAttempt(question, 'failed', { reply: aReply('B'), optionOrder: [0, 1, 1, 3] });
    expect(() => scoreAttempt(question, attempt)).toThrow(RangeError);
  });
});

describe('scoreAttempt, free-response', () => {
  it.each<readonly [string, FinishReason, 0 | 1 | 2 | undefined, Outcome]>([
    ['The vein is pressed flat.', 'stop', 2, 'correct'],
    ['The vein is pressed flat.', 'stop', 1, 'partly-correct'],
    ['The vein is pressed flat.', 'length', 0, 'incorrect'],
    ['The vein is pressed flat.', 'stop', undefined, 'unjudged'],
    ['The operator is unable to view the vein and presses.', 'stop', undefined, 'unjudged'],
    ['The operator does not see the image of the vein and no image is kept.', 'stop', undefined, 'unjudged'],
    ['I cannot view the video.', 'stop', undefined, 'refused'],
    ['Your message does not include a video.', 'stop', undefined, 'refused'],
    ['', 'stop', undefined, 'no-answer'],
    ['<think>The vein', 'length', undefined, 'truncated'],
    ['', 'blocked', undefined, 'blocked'],
    ['', 'refused', undefined, 'refused'],
  ])('%j that ended by %s with verdict %s is %s', (text, finishReason, score, outcome) => {
    expect(textOutcome(text, finishReason, score)).toBe(outcome);
  });

  it('does not lay a judge’s failure to the model', () => {
    const attempt = anAttempt(freeQuestion, 'unjudged', {
      reply: aReply('It is pressed.'),
      failure: aFailure('server'),
    });
    expect(scoreAttempt(freeQuestion, attempt).outcome).toBe('unjudged');
    expect(scoreAttempt(freeQuestion, { ...attempt, verdict: aVerdict(1) }).outcome).toBe('partly-correct');
  });

  it('predicts what was said, without the thinking', () => {
    const attempt = anAttempt(freeQuestion, 'failed', { reply: aReply('<think>hm</think>\nIt is pressed.') });
    expect(scoreAttempt(freeQuestion, attempt).prediction).toEqual({ kind: 'text', text: 'It is pressed.' });
  });
});

describe('scoreChoice and outcomeOfVerdict', () => {
  it('has no answer where nothing was chosen', () => {
    expect(scoreChoice(question, undefined).outcome).toBe('no-answer');
    expect(scoreChoice(question, 7).outcome).toBe('no-answer');
    expect(scoreChoice(freeQuestion, 0).outcome).toBe('no-answer');
    expect(scoreChoice(question, 1)).toMatchObject({ outcome: 'correct', prediction: { shownLetter: 'B' } });
  });

  it('names the judge’s scores', () => {
    expect([0, 1, 2].map((score) => outcomeOfVerdict(score === 2 ? 2 : score === 1 ? 1 : 0))).toEqual([
      'incorrect',
      'partly-correct',
      'correct',
    ]);
  });
});
