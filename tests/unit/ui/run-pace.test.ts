import { expect, test } from 'vitest';

import { paceOf } from '../../../src/ui/state/run-pace.ts';
import { anAttempt, aQuestion, aReply } from '../builders.ts';

const START = Date.UTC(2026, 0, 1);

/** Attempts that were answered at these seconds after work began, and so many open ones. */
function attempts(answeredSeconds: readonly number[], open: number, reused = false, latencyMs = 0) {
  const question = aQuestion();
  const at = (second: number) => new Date(START + second * 1000).toISOString();
  return [
    ...answeredSeconds.map((second) =>
      anAttempt(question, 'correct', { updatedAt: at(second), reused, reply: aReply('B', { latencyMs }) }),
    ),
    ...Array.from({ length: open }, () =>
      anAttempt(question, 'correct', { state: { kind: 'queued' }, updatedAt: at(0) }),
    ),
  ];
}

test('an answer every ten seconds is six a minute', () => {
  const pace = paceOf(attempts([10, 20, 30, 40, 50, 60], 12), START + 60_000);
  expect(pace?.perMinute).toBeCloseTo(6);
  expect(pace?.remainingMs).toBeCloseTo(120_000);
});

test('four calls at once that take four seconds are sixty answers a minute, from the first four on', () => {
  expect(paceOf(attempts([3.8, 3.9, 3.95, 4], 40), START + 4000)?.perMinute).toBeCloseTo(60);
  // Where nothing waits its turn any more, the calls themselves say when they began.
  const last = attempts([3.8, 3.9, 3.95, 4], 0, false, 3800);
  expect(paceOf(last, START + 4000)?.perMinute).toBeCloseTo(60);
});

test('a server that falls silent slows the rate down', () => {
  const list = attempts([5, 10, 20], 5);
  expect(paceOf(list, START + 120_000)?.perMinute).toBeLessThan(paceOf(list, START + 30_000)?.perMinute ?? 0);
});

test('what is older than three minutes no longer counts', () => {
  const pace = paceOf(attempts([1, 2, 3, 4, 600, 610, 620], 1), START + 660_000);
  expect(pace?.perMinute).toBeCloseTo(1);
});

test('answers from before the run was gone on with no longer count', () => {
  const list = attempts([-30, -20, -10, -5, 5, 10, 15], 1);
  expect(paceOf(list, START + 20_000)?.perMinute).toBeCloseTo(9);
});

test('from fewer than three answers, or from answers used again, no rate is made', () => {
  expect(paceOf(attempts([5, 10], 5), START + 20_000)).toBeUndefined();
  expect(paceOf(attempts([5, 6, 7, 8], 5, true), START + 20_000)).toBeUndefined();
});
