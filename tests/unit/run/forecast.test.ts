import { expect, test } from 'vitest';

import { forecastRun } from '../../../src/app/index.ts';
import { createProviders, forecastTokens } from '../../../src/providers/index.ts';
import { aBenchmark, aFreeQuestion, aQuestion, aRunConfig } from '../builders.ts';

const providers = createProviders({ fetch });
const ports = { providers, tokensOf: forecastTokens };
const price = { inputPerMillion: 2, outputPerMillion: 12 };
const prices = { model: price, judge: undefined };
const none = { model: undefined, judge: undefined };
const gemini = {
  kind: 'provider',
  provider: 'gemini',
  baseUrl: 'https://example.invalid',
  modelId: 'gemini-3.1-pro-preview',
  parameters: { media_resolution: 'low' },
} as const;
const benchmark = aBenchmark([
  aQuestion({ number: 1, startSeconds: 0, endSeconds: 10 }),
  aQuestion({ number: 2, startSeconds: 5, endSeconds: 10 }),
  aFreeQuestion({ number: 1, startSeconds: 0, endSeconds: 5 }),
]);

test('questions, calls and video seconds are those of the run', () => {
  const once = forecastRun(aRunConfig({ model: gemini }), benchmark, prices, ports);
  expect(once).toMatchObject({ questionCount: 3, callCount: 3, videoSeconds: 20 });
  // 70 tokens for each second, and some for the words.
  expect(once?.inputTokens).toBeGreaterThan(20 * 70);
  expect(once?.inputTokens).toBeLessThan(20 * 70 + 3 * 600);

  const often = forecastRun(
    aRunConfig({ model: gemini, epochs: 2, optionOrder: 'circular' }),
    benchmark,
    prices,
    ports,
  );
  expect(often).toMatchObject({ questionCount: 3, callCount: 2 * (4 + 4 + 1), videoSeconds: 2 * (4 * 10 + 4 * 5 + 5) });

  const blind = forecastRun(aRunConfig({ model: gemini, condition: 'text-only' }), benchmark, prices, ports);
  expect(blind).toMatchObject({ videoSeconds: 0 });
  expect(blind?.inputTokens).toBeLessThan(once?.inputTokens ?? 0);
});

test('the cost is a range, and none where a price or a rule is missing', () => {
  const known = forecastRun(aRunConfig({ model: gemini }), benchmark, prices, ports);
  expect(known?.costUsd?.low).toBeGreaterThan(0);
  expect(known?.costUsd?.high).toBeGreaterThan(known?.costUsd?.low ?? 0);
  expect(forecastRun(aRunConfig({ model: gemini }), benchmark, none, ports)?.costUsd).toBeUndefined();
  // The longest question's, at its most; three of that size would cost more than all do.
  const dearest = known?.dearestCallUsd.model ?? 0;
  expect(dearest).toBeGreaterThan((known?.costUsd?.high ?? 0) / 3);
  expect(dearest).toBeLessThan(known?.costUsd?.high ?? 0);
  const unknown = forecastRun(aRunConfig(), benchmark, prices, ports);
  expect(unknown?.dearestCallUsd).toEqual({ model: undefined, judge: undefined });
  expect(unknown?.inputTokens).toBeUndefined();
  expect(unknown?.costUsd).toBeUndefined();
});

test('frames are counted at the rate at which they are sent, the run’s own or the provider’s, and no more of them than are sent', () => {
  const frames = (over: object, endSeconds = 10) => {
    const long = aBenchmark([aQuestion({ number: 1, startSeconds: 0, endSeconds })]);
    const config = aRunConfig({ model: { ...gemini, ...over }, condition: 'frames' });
    return forecastRun(config, long, prices, ports)?.inputTokens ?? 0;
  };
  const claude = { provider: 'anthropic', modelId: 'claude-opus-5-5' };
  for (const model of [{}, claude]) {
    const one = frames({ ...model, parameters: { frames_per_second: 0.1 } });
    const image = frames({ ...model, parameters: { frames_per_second: 0.2 } }) - one;
    const sent = (parameters: object, endSeconds?: number) =>
      Math.round((frames({ ...model, parameters }, endSeconds) - one) / image) + 1;
    expect(sent({ frames_per_second: 2 })).toBe(20);
    expect(sent({})).toBe(50);
    // Anthropic takes a hundred images.
    expect(sent({}, 60)).toBe(model === claude ? 100 : 300);
  }
});

test('a baseline takes nothing', () => {
  const config = aRunConfig({ model: { kind: 'baseline', baseline: 'always-A' } });
  expect(forecastRun(config, benchmark, prices, ports)).toBeUndefined();
});

test('a judge is asked once for each free-response answer, and its calls are in the cost where its price is known', () => {
  const judge = {
    model: { ...gemini, modelId: 'gemini-3-flash-preview' },
    protocol: { id: 'sonoscore', version: '1' },
    strict: false,
  } as const;
  const config = aRunConfig({ model: gemini, epochs: 3, judge });
  const alone = forecastRun({ ...config, judge: undefined }, benchmark, prices, ports);
  const judged = forecastRun(config, benchmark, { model: price, judge: price }, ports);
  expect([alone?.judgeCallCount, judged?.judgeCallCount]).toEqual([0, 3]);
  // What the model itself takes is the same.
  expect(judged).toMatchObject({ callCount: alone?.callCount, inputTokens: alone?.inputTokens });
  expect(judged?.costUsd?.low).toBeGreaterThan(alone?.costUsd?.low ?? Infinity);
  expect(forecastRun(config, benchmark, prices, ports)?.costUsd).toBeUndefined();
});
