import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRateLimiter } from '../../../worker/rate-limit.ts';

test('whatever the pace, no client gets more than its burst and its rate, and a wait that was told is long enough', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 90 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 100 }),
      (requests, perSeconds, pauses) => {
        let nowMs = 0;
        const limiter = createRateLimiter({ requests, perSeconds }, () => nowMs);
        let taken = 0;
        for (const pause of pauses) {
          nowMs += pause;
          const waitSeconds = limiter.take('a');
          if (waitSeconds === 0) {
            taken += 1;
            continue;
          }
          nowMs += waitSeconds * 1000;
          expect(limiter.take('a')).toBe(0);
          taken += 1;
        }
        expect(taken).toBeLessThanOrEqual(requests + (nowMs / 1000) * (requests / perSeconds) + 1e-6);
      },
    ),
  );
});

test('a wait is long enough where the rate is no whole number', () => {
  for (let perSeconds = 1; perSeconds <= 90; perSeconds += 1) {
    for (let requests = 1; requests <= 20; requests += 1) {
      let nowMs = 0;
      const limiter = createRateLimiter({ requests, perSeconds }, () => nowMs);
      for (let turn = 0; turn < requests; turn += 1) expect(limiter.take('a')).toBe(0);
      for (let turn = 0; turn < 20; turn += 1) {
        nowMs += 137;
        const waitSeconds = limiter.take('a');
        if (waitSeconds === 0) continue;
        nowMs += 1000 * waitSeconds;
        if (limiter.take('a') !== 0) expect.fail(`${requests} in ${perSeconds} s, turn ${turn}`);
      }
    }
  }
});

test('a wait is long enough by a clock that tells parts of a millisecond, as browsers’ and Node’s do', () => {
  for (let start = 0; start < 3000; start += 1) {
    let nowMs = start * 0.1;
    const limiter = createRateLimiter({ requests: 1, perSeconds: 1 }, () => nowMs);
    expect(limiter.take('a')).toBe(0);
    nowMs += 1000 * limiter.take('a');
    if (limiter.take('a') !== 0) expect.fail(`from ${start * 0.1} ms on`);
  }
});

test('clients without number are not all kept in mind', () => {
  const limiter = createRateLimiter({ requests: 1, perSeconds: 60 }, () => 0);
  expect(limiter.take('first')).toBe(0);
  expect(limiter.take('first')).toBe(60);
  for (let client = 0; client < 10_000; client += 1) limiter.take(String(client));
  // The quietest was forgotten, the latest were not.
  expect(limiter.take('9999')).toBe(60);
  expect(limiter.take('first')).toBe(0);
});
