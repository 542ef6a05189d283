import { expect, test } from 'vitest';

import { paceOf } from '../../../src/ui/state/run-pace.ts';
import { anAttempt, aQuestion } from '../builders.ts';

const START = Date.UTC(2026, 0, 1);

/** Attempts that were answered at these seconds, and so many open ones. */
function attempts(answeredSeconds: readonly number[], open: number, reused = false) {
  const question = aQuestion();
  return [
    ...answeredSeconds.map((second) =>
      anAttempt(question, 'correct', { updatedAt: new Date(START + second * 1000).toISOString(), reused }),
    ),
    ...Array.from({ length: open }, () => anAttempt(question, 'correct', { state: { kind: 'queued' } })),
  ];
}

test('an answer every ten seconds is six a minute', () => {
  const pace = paceOf(attempts([0, 10, 20, 30, 40, 50, 60], 12), START + 60_000);
  expect(pace?.perMinute).toBeCloseTo(6);
  expect(pace?.remainingMs).toBeCloseTo(120_000);
});

test('a server that falls silent slows the rate down', () => {
  const list = attempts([0, 10, 20], 5);
  expect(paceOf(list, START + 120_000)?.perMinute).toBeLessThan(paceOf(list, START + 30_000)?.perMinute ?? 0);
});

test('what is older than three minutes no longer counts', () => {
  const pace = paceOf(attempts([0, 1, 2, 3, 4, 600, 610, 620], 1), START + 630_000);
  expect(pace?.perMinute).toBeCloseTo(4);
});

test('from fewer than three answers, or from answers used again, no rate is made', () => {
  expect(paceOf(attempts([0, 10], 5), START + 20_000)).toBeUndefined();
  expect(paceOf(attempts([0, 1, 2, 3], 5, true), START + 20_000)).toBeUndefined();
});
