import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { costOf } from '../../../src/app/index.ts';
import {
  createProviders,
  forecastTokens,
  presets,
  PRICES_AS_OF,
  type QuestionSize,
} from '../../../src/providers/index.ts';

const price = { inputPerMillion: 2, outputPerMillion: 12, cachedPerMillion: 0.2 };

describe('costOf', () => {
  test('input, cached input and output each at their price', () => {
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 0 }, price)).toBeCloseTo(2, 12);
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000, cachedTokens: 250_000 }, price)).toBeCloseTo(
      7.55,
      12,
    );
    expect(
      costOf({ inputTokens: 100, outputTokens: 100, cachedTokens: 100 }, { inputPerMillion: 1, outputPerMillion: 1 }),
    ).toBeCloseTo(2e-4, 12);
  });

  test('what is unknown makes the sum unknown, never low', () => {
    expect(costOf({ inputTokens: undefined, outputTokens: 5, cachedTokens: 0 }, price)).toBeUndefined();
    expect(costOf({ inputTokens: 5, outputTokens: undefined }, price)).toBeUndefined();
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, { ...price, outputPerMillion: undefined })).toBeUndefined();
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, { ...price, inputPerMillion: undefined })).toBeUndefined();
  });

  test('lies between nothing and everything at full price, whatever the cache is said to hold', () => {
    const count = fc.nat({ max: 1e7 });
    fc.assert(
      fc.property(count, count, count, (inputTokens, outputTokens, cachedTokens) => {
        const cost = costOf({ inputTokens, outputTokens, cachedTokens }, price) ?? NaN;
        expect(cost).toBeGreaterThanOrEqual((outputTokens * 12) / 1e6 - 1e-9);
        expect(cost).toBeLessThanOrEqual((inputTokens * 2 + outputTokens * 12) / 1e6 + 1e-9);
      }),
    );
  });
});

function size(over: Partial<QuestionSize>): QuestionSize {
  return {
    provider: 'gemini',
    modelId: 'gemini-3.1-pro-preview',
    parameters: {},
    textCharacters: 0,
    media: { form: 'video', durationSeconds: 10, widthPixels: 640, heightPixels: 480, framesPerSecond: 5 },
    ...over,
  };
}
const frames = {
  form: 'frames',
  durationSeconds: 10,
  widthPixels: 640,
  heightPixels: 480,
  framesPerSecond: 5,
} as const;

describe('forecastTokens', () => {
  test.each<readonly [string, Partial<QuestionSize>, number | undefined]>([
    ['text alone', { media: undefined, textCharacters: 801 }, 201],
    ['Gemini, a frame a second', {}, 700],
    ['Gemini, high', { parameters: { media_resolution: 'high', fps: 2 } }, 5600],
    ['Gemini 2, low', { modelId: 'gemini-2.5-pro', parameters: { media_resolution: 'low' } }, 640],
    ['Gemini, 0.4 s is still a frame', { media: { ...frames, form: 'video', durationSeconds: 0.4 } }, 70],
    ['Qwen, 2 a second', { provider: 'qwen', modelId: 'qwen3.5-397b-a17b' }, 10 * 300],
    [
      'Qwen, large frames are shrunk',
      { provider: 'qwen', modelId: 'q', media: { ...frames, form: 'video', widthPixels: 1920, heightPixels: 1080 } },
      6400,
    ],
    ['Gemini behind OpenRouter', { provider: 'openrouter', modelId: 'google/gemini-3.1-pro-preview' }, 700],
    ['OpenAI, frames', { provider: 'openai', modelId: 'gpt-6.1-sol', media: frames }, 50 * 300],
    [
      'OpenAI, low detail',
      { provider: 'openai', modelId: 'x', media: frames, parameters: { image_detail: 'low' } },
      50 * 85,
    ],
    ['Anthropic, frames', { provider: 'anthropic', modelId: 'claude-opus-5-5', media: frames }, 50 * 410],
    ['no rule known', { provider: 'seed', modelId: 'doubao-seed-2-0-pro-260215' }, undefined],
    ['no rule known', { provider: 'openai-compatible', modelId: 'llava-video' }, undefined],
  ])('%s', (_, over, expected) => {
    expect(forecastTokens(size(over)).inputTokens).toBe(expected);
  });

  test('a model that does not think is forecast to say less', () => {
    const thinking = forecastTokens(size({ provider: 'qwen', parameters: { enable_thinking: true } })).outputTokens;
    expect(
      forecastTokens(size({ provider: 'qwen', parameters: { enable_thinking: false } })).outputTokens,
    ).toBeLessThan(thinking);
  });
});

describe('presets', () => {
  const providers = createProviders({ fetch });

  test('each names a provider that there is, an address that is one, and itself once', () => {
    for (const preset of presets) {
      expect([...providers.keys()]).toContain(preset.provider);
      if (preset.baseUrl !== '') expect(URL.canParse(preset.baseUrl)).toBe(true);
      if (preset.keyNeeded) expect(preset.baseUrl).toMatch(/^https:/);
      if (preset.keyNeeded) expect(preset.modelId).not.toBe('');
    }
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    expect(new Set(presets.map(({ provider }) => provider))).toEqual(new Set(providers.keys()));
  });

  test('prices are whole or absent, and dated', () => {
    expect(PRICES_AS_OF).toMatch(/^\d{4}-\d{2}$/);
    for (const { price: listed } of presets) {
      expect(listed.inputPerMillion === undefined).toBe(listed.outputPerMillion === undefined);
      for (const dollars of [listed.inputPerMillion, listed.outputPerMillion, listed.cachedPerMillion]) {
        if (dollars !== undefined) expect(dollars).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('those that browsers cannot call say that they need the relay', () => {
    for (const { provider, reach } of presets)
      expect(reach).toBe(/^(?:qwen|seed)$/.test(provider) ? 'relay' : 'direct');
  });

  test('Gemini is asked as the benchmark’s authors did', () => {
    expect(presets.find(({ id }) => id === 'gemini')).toMatchObject({
      modelId: 'gemini-3.1-pro-preview',
      parameters: { temperature: 1, media_resolution: 'low', thinking_level: 'low' },
    });
  });
});
