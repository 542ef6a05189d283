import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fitsBenchmark, openShared, sameScore, shareRuns } from '../../../src/domain/permalink/index.ts';
import { buildReport } from '../../../src/domain/report/index.ts';
import { readPermalink, writePermalink } from '../../../src/share/index.ts';
import { aBenchmark, anAttempt, aQuestion, aReply, aRun, aRunConfig } from '../builders.ts';
import { publishedBenchmark, publishedRun } from '../report/published-run.ts';
import { sharedIsMissing } from '../shared-files.ts';
import { GOLDEN_BENCHMARK, goldenRuns } from './golden.ts';
import { anyShared, BENCHMARK } from './shared-arbitrary.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const question = aQuestion();
const benchmark = aBenchmark([question]);
const link = await writePermalink(shareRuns(benchmark, [{ run: aRun(benchmark), attempts: [anAttempt(question)] }]));

test('a result comes back from its link as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anyShared, async (shared) => {
      const payload = await writePermalink(shared);
      expect(payload).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(await readPermalink(payload)).toEqual({ kind: 'result', result: shared });
    }),
    { numRuns: 60 },
  );
});

/** Made by the first version of the format. Never make it anew: links like it are in mails and papers. */
const GOLDEN_1 = [
  '1AAF3sYthC6lookmNUnMY8hp4yPug5rta6xvyRitmatUfMi6NNeXyf______________________________________5WK8',
  '3rXmTxh15k8YdeZPGHXmTxh15cSYGakgNZgphjgQBPGN_YbyhIr22RKspbmELYf94fgTPM2y7Dyi7ut0nuOuyi4oBEv1d2qG',
  'Kq22k8M4YCGFYx4wu89saLIqo8h05n3u4EOABKwmv_6rg27VpA6j-f48sLQmAOO_sXmqCDS2PQLEYdyNb_Zo0fAgqBHM_f5B',
  't-bCXGMVIqX_g_sL_uAT3Pr3U-nuRh8Zrh7T4L7ZCHz9K6ibaRJGjssT8NIUaJg3TwxO0RSkcbHQxnc-QklLu7wB7t5hQ6w',
].join('');

test('a link of the first format is still read as it was made', async () => {
  expect(await readPermalink(GOLDEN_1)).toEqual({ kind: 'result', result: shareRuns(GOLDEN_BENCHMARK, goldenRuns()) });
});

test('numbers computed again from a link are those that it claims', async () => {
  await fc.assert(
    fc.property(anyShared, (shared) => {
      expect(fitsBenchmark(shared, BENCHMARK)).toBe(true);
      for (const each of shared.runs) {
        const { run, attempts } = openShared(shared, each, BENCHMARK, 'shared');
        const { overall } = buildReport(BENCHMARK, run, attempts);
        expect(sameScore(each.headline.multipleChoice, overall.multipleChoice)).toBe(true);
        expect(sameScore(each.headline.freeResponse, overall.freeResponse)).toBe(true);
        expect(shareRuns(BENCHMARK, [{ run, attempts }]).runs[0]?.answers).toEqual(each.answers);
      }
    }),
    { numRuns: 25 },
  );
});

describe('a link that is not as it was made', () => {
  test('is refused wherever it was changed, put into or cut', async () => {
    const digit = fc.constantFrom(...DIGITS);
    const change = fc.oneof(
      fc
        .tuple(fc.nat({ max: link.length - 1 }), digit)
        .map(([at, put]) => link.slice(0, at) + put + link.slice(at + 1)),
      fc.tuple(fc.nat({ max: link.length }), digit).map(([at, put]) => link.slice(0, at) + put + link.slice(at)),
      fc.nat({ max: link.length - 1 }).map((at) => link.slice(0, at)),
      fc.nat({ max: link.length - 1 }).map((at) => link.slice(at)),
      fc.nat({ max: link.length - 2 }).map((at) => link.slice(0, at) + link[at + 1]! + link[at]! + link.slice(at + 2)),
      fc.constant(link.toLowerCase()),
    );
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        const reading = await readPermalink(changed);
        expect(reading.kind === 'result').toBe(changed === link);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([0, 1, 7, 8, 40, link.length - 1])('and cut after %i characters is said to be cut', async (length) => {
    const reading = await readPermalink(link.slice(0, length));
    expect(reading).toMatchObject({ kind: 'cut', message: expect.stringContaining('cut short') });
  });

  test.each([0, 3, 6, 12, link.length - 1])('and changed at %i is said to be altered', async (at) => {
    const other = link[at] === 'x' ? 'y' : 'x';
    expect((await readPermalink(link.slice(0, at) + other + link.slice(at + 1))).kind).toBe('altered');
  });

  test.each([`${link}.`, `${link}A`, `${link}?from=mail`, link.replace(/.$/, '%3D'), `${link}/${link}`])(
    'and with something put to its end is said to be altered',
    async (longer) => {
      expect((await readPermalink(longer)).kind).toBe('altered');
    },
  );
});

test('what no link may hold is in none', async () => {
  const secretive = (baseUrl: string) => {
    const config = aRunConfig({
      model: { kind: 'provider', provider: 'openai', baseUrl, modelId: 'm', parameters: { temperature: 0 } },
      spotCheck: { payload: 'x', runIndex: 0 },
    });
    const attempts = [anAttempt(question, 'correct', { reply: aReply('Words of the model'), prompt: 'Words of ours' })];
    return shareRuns(benchmark, [{ run: aRun(benchmark, { config }), attempts }]);
  };
  for (const address of [
    'https://me:hunter2@models.example/v1',
    'https://models.example/v1?key=hunter2',
    'https://models.example/v1#hunter2',
    'http://127.0.0.1:8787/t/hunter2/api/openai',
    'http://127.0.0.1:8787/t/hunter2/api',
  ]) {
    expect(JSON.stringify(secretive(address))).not.toMatch(/hunter2|Words|spotCheck/);
  }
  expect(JSON.stringify(secretive('https://models.example/v1'))).toContain('https://models.example/v1');
});

test.each([
  { api_key: 'x' },
  { 'x-api-key': 'x' },
  { Authorization: 'x' },
  { extra: 'Bearer abc' },
  { extra: 'sk-abcdefgh' },
])('a parameter that looks like a key makes no link: %o', (parameters) => {
  const config = aRunConfig({
    model: { kind: 'provider', provider: 'openai', baseUrl: '', modelId: 'm', parameters },
  });
  expect(() => shareRuns(benchmark, [{ run: aRun(benchmark, { config }), attempts: [] }])).toThrow(/looks like a key/);
});

test('a headline that its own answers deny is refused', async () => {
  const honest = shareRuns(benchmark, [{ run: aRun(benchmark), attempts: [anAttempt(question, 'incorrect')] }]);
  const boast = shareRuns(benchmark, [{ run: aRun(benchmark), attempts: [anAttempt(question, 'correct')] }]);
  const forged = { ...honest, runs: honest.runs.map((each) => ({ ...each, headline: boast.runs[0]!.headline })) };
  expect(await readPermalink(await writePermalink(forged))).toMatchObject({
    kind: 'senseless',
    message: expect.stringContaining('does not follow'),
  });
});

describe.skipIf(sharedIsMissing)('a run of all 514 questions', () => {
  test.each(['gemini-3-pro', 'qwen3.5-397b'])('of %s takes fewer than 1,000 characters', async (model) => {
    const published = await publishedBenchmark();
    const { run, attempts } = publishedRun(published, model);
    const config = aRunConfig({
      model: {
        kind: 'provider',
        provider: 'openai-compatible',
        baseUrl: 'https://models.example.org/compatible-mode/v1',
        modelId: 'Organisation/Some-Long-Model-Name-397B-A17B-Thinking',
        parameters: { temperature: 0.7, top_p: 0.95, max_tokens: 8192, thinking_level: 'low', chat_template: 'custom' },
      },
      judge: {
        model: {
          kind: 'provider',
          provider: 'openai',
          baseUrl: 'https://api.openai.com/v1',
          modelId: 'a-judge-2026',
          parameters: {},
        },
        protocol: { id: 'reference', version: '1' },
        strict: true,
      },
    });
    const origin = {
      kind: 'repository',
      repository: 'r',
      commit: '0123456789abcdef'.repeat(3).slice(0, 40),
      baseUrl: '',
    } as const;
    const shared = shareRuns({ ...published, origin }, [{ run: { ...run, config }, attempts }]);
    const payload = await writePermalink(shared);
    expect(shared.questions).toHaveLength(514);
    expect(payload.length).toBeLessThan(1000 - 'https://sonoscore.example.org/#/r/'.length);
    expect(await readPermalink(payload)).toEqual({ kind: 'result', result: shared });
  });
});
