import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { answering, failureOf, KEY, providerNamed, type Recorded, textRequest } from './answering.ts';

async function failure(provider: string, reply: Recorded) {
  const asked = providerNamed(provider, answering(reply).fetch).ask(textRequest(), KEY, new AbortController().signal);
  return failureOf(asked);
}

/** A 429 with these headers and body, and the wait that is read from it. */
async function wait(headers: Record<string, string>, body: unknown = { error: { message: 'slow down' } }) {
  const error = await failure('openai-compatible', { status: 429, headers, body });
  expect(error.kind).toBe('rate-limited');
  return error.waitMs;
}

const soon = (ms: number) => new Date(Date.now() + ms);

describe('the wait that a server asks for', () => {
  test('Retry-After in seconds, also broken ones', async () => {
    expect(await wait({ 'retry-after': '7' })).toBe(7000);
    expect(await wait({ 'retry-after': '0.5' })).toBe(500);
    expect(await wait({ 'retry-after': '0' })).toBe(0);
  });

  test('Retry-After as a date; one in the past is no wait', async () => {
    const ms = await wait({ 'retry-after': soon(90_000).toUTCString() });
    expect(ms).toBeGreaterThan(80_000);
    expect(ms).toBeLessThanOrEqual(90_000);
    expect(await wait({ 'retry-after': soon(-60_000).toUTCString() })).toBe(0);
  });

  test('retry-after-ms is finer than Retry-After', async () => {
    expect(await wait({ 'retry-after-ms': '1250', 'retry-after': '2' })).toBe(1250);
  });

  test('words of the body, for browsers that are not let read headers', async () => {
    const said = (message: string) => wait({}, { error: { message } });
    expect(await said('Rate limit reached. Please try again in 1.2s. Visit the page.')).toBe(1200);
    expect(await said('Please try again in 6m0s.')).toBe(360_000);
    expect(await said('Please try again in 340ms.')).toBe(340);
    expect(await said('Please retry in 34.074824224s.')).toBe(34_075);
    expect(await said('please try again after 20 seconds')).toBe(20_000);
    expect(await said('no time is named')).toBeUndefined();
  });

  test('reset headers: of several limits, the spent one counts', async () => {
    expect(await wait({ 'x-ratelimit-reset-requests': '6m0s' })).toBe(360_000);
    expect(
      await wait({
        'x-ratelimit-remaining-requests': '10',
        'x-ratelimit-reset-requests': '1h',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '800ms',
      }),
    ).toBe(800);
    const rfc3339 = await wait({ 'anthropic-ratelimit-tokens-reset': soon(30_000).toISOString() });
    expect(rfc3339).toBeGreaterThan(20_000);
    const epochMs = await wait({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.now() + 45_000) });
    expect(epochMs).toBeGreaterThan(40_000);
    const epochSeconds = await wait({ 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 45) });
    expect(epochSeconds).toBeGreaterThan(40_000);
  });

  test('OpenRouter’s reset inside the body', async () => {
    const headers = {
      'X-RateLimit-Limit': '20',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Date.now() + 9000),
    };
    const body = { error: { code: 429, message: 'Rate limit exceeded: free-models-per-min', metadata: { headers } } };
    expect(await wait({}, body)).toBeGreaterThan(5000);
  });

  test('a year is cut to a day: clocks are wrong more often than limits last', async () => {
    expect(await wait({ 'retry-after': '31536000' })).toBe(86_400_000);
  });

  test('whatever stands in the headers, the wait is a whole number from 0 to a day, or none', async () => {
    const text = fc.oneof(fc.stringMatching(/^[!-~]{0,20}$/), fc.integer().map(String), fc.double().map(String));
    const record = fc.record({ 'retry-after': text, 'retry-after-ms': text, 'x-ratelimit-reset-tokens': text });
    await fc.assert(
      fc.asyncProperty(record, async (headers) => {
        const ms = await wait(headers);
        expect(ms === undefined || (Number.isInteger(ms) && ms >= 0 && ms <= 86_400_000)).toBe(true);
      }),
    );
  });

  test('a 503 may name a wait too', async () => {
    const error = await failure('anthropic', { status: 503, headers: { 'retry-after': '3' }, body: {} });
    expect(error).toMatchObject({ kind: 'server', retryable: true, waitMs: 3000 });
  });

  test.each([408, 504])('so may a %d', async (status) => {
    const error = await failure('openai-compatible', { status, headers: { 'retry-after': '3' }, body: {} });
    expect(error).toMatchObject({ kind: 'timeout', retryable: true, waitMs: 3000 });
  });

  test('a spent day is told with the time that the service named', async () => {
    const message = 'Rate limit reached on requests per day (RPD): Limit 200, Used 200. Please try again in 7m12s.';
    const error = await failure('openai', { status: 429, body: { error: { message, code: 'rate_limit_exceeded' } } });
    expect(error).toMatchObject({ kind: 'quota-exhausted', retryable: false, waitMs: 432_000 });
  });
});

function geminiQuota(message: string, quotaId: string): Recorded {
  return {
    status: 429,
    body: {
      error: {
        code: 429,
        message,
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.Help',
            links: [{ description: 'Rate limits', url: 'https://example.org' }],
          },
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaMetric: 'requests', quotaId }],
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' },
        ],
      },
    },
  };
}

describe('a pause or an end of the quota', () => {
  const perMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';

  test('Gemini’s minute: RetryInfo says how long', async () => {
    const reply = geminiQuota(
      'You exceeded your current quota, please check your plan and billing details.',
      perMinute,
    );
    expect(await failure('gemini', reply)).toMatchObject({ kind: 'rate-limited', retryable: true, waitMs: 34_070 });
  });

  test('Gemini’s "limit: 0": no pause helps, whatever RetryInfo says', async () => {
    const reply = geminiQuota('Quota exceeded for metric: requests, limit: 0, model: gemini-3.1-pro', perMinute);
    const error = await failure('gemini', reply);
    expect(error).toMatchObject({ kind: 'quota-exhausted', retryable: false });
    expect(error.message).toMatch(/choose another model/);
  });

  test('Gemini’s day is spent', async () => {
    const reply = geminiQuota('Quota exceeded, limit: 20', 'GenerateRequestsPerDayPerProjectPerModel-FreeTier');
    expect(await failure('gemini', reply)).toMatchObject({ kind: 'quota-exhausted', retryable: false });
  });

  const said = (message: string, code: string, status = 429): Recorded => ({
    status,
    body: { error: { message, code, type: code } },
  });
  test.each([
    ['openai', said('You exceeded your current quota.', 'insufficient_quota'), 'quota-exhausted'],
    ['openai', said('Rate limit reached on tokens per min (TPM).', 'rate_limit_exceeded'), 'rate-limited'],
    // DashScope uses OpenAI's code for tokens a minute.
    ['qwen', said('You exceeded your current quota.', 'insufficient_quota'), 'rate-limited'],
    ['qwen', said('Requests rate limit exceeded.', 'limit_requests'), 'rate-limited'],
    ['qwen', said('Free allocated quota exceeded.', 'Throttling.AllocationQuota'), 'quota-exhausted'],
    ['qwen', said('The prepaid bill is overdue.', 'PrepaidBillOverdue'), 'quota-exhausted'],
    ['qwen', said('Access denied, your account is in arrears.', 'Arrearage', 400), 'quota-exhausted'],
    ['openrouter', said('Rate limit exceeded: free-models-per-day', '429'), 'quota-exhausted'],
    [
      'openai',
      said('Rate limit reached on requests per day (RPD): Limit 200, Used 200.', 'rate_limit_exceeded'),
      'quota-exhausted',
    ],
    [
      'openai-compatible',
      said('Rate limit reached on tokens per day (TPD): Limit 100000.', 'rate_limit_exceeded'),
      'quota-exhausted',
    ],
    ['openai', said('Rate limit reached: 3 requests/day.', 'rate_limit_exceeded'), 'quota-exhausted'],
    ['openrouter', said('Insufficient credits', '402', 402), 'quota-exhausted'],
    ['anthropic', said('Your credit balance is too low.', 'invalid_request_error', 400), 'quota-exhausted'],
    ['seed', said('Your account has been overdue.', 'AccountOverdueError', 403), 'quota-exhausted'],
    ['seed', said('Limit reached.', 'SetLimitExceeded'), 'quota-exhausted'],
  ])('%s: %o is %s', async (provider, reply, kind) => {
    expect(await failure(provider, reply)).toMatchObject({ kind, retryable: kind === 'rate-limited' });
  });

  test('Qwen calls a clip too short', async () => {
    const message = '<400> InternalError.Algo.InvalidParameter: The video file is too short.';
    const error = await failure('qwen', said(message, 'invalid_parameter_error', 400));
    expect(error).toMatchObject({ kind: 'clip', retryable: false });
    expect(error.message).toMatch(/too short.*frames/);
  });

  test('a server’s words are quoted short, in one line and without echoed media', async () => {
    const message = `bad part\n data:video/mp4;base64,${'QUJD'.repeat(10_000)} ${'and so on '.repeat(100)}`;
    const error = await failure('openai-compatible', said(message, 'bad', 400));
    expect(error.message.length).toBeLessThan(600);
    expect(error.message).not.toMatch(/\n|QUJDQUJD/);
  });
});

describe('nothing comes back', () => {
  const unreachable = async (provider: string, baseUrl: string) => {
    const { fetch } = answering({ network: 'fetch failed' });
    return failureOf(providerNamed(provider, fetch).ask(textRequest({ baseUrl }), KEY, new AbortController().signal));
  };

  test.each([
    ['http://localhost:11434/v1', /OLLAMA_ORIGINS.*lms server start --cors.*--allowed-origins/],
    ['http://192.168.1.20:8000/v1', /OLLAMA_ORIGINS/],
    ['https://models.example.org/v1', /not let browsers call it.*key.*relay/],
  ])('%s: what to do', async (baseUrl, words) => {
    expect((await unreachable('openai-compatible', baseUrl)).message).toMatch(words);
  });

  test('a relay that does not run', async () => {
    expect((await unreachable('qwen', 'http://127.0.0.1:8787/api/qwen/v1')).message).toMatch(/relay.*runs/);
  });

  test.each(['', 'not an address', 'ftp://example.org', 'javascript:alert(1)', '//example.org'])(
    'the base URL %j is refused before anything is sent',
    async (baseUrl) => {
      const error = await unreachable('openai-compatible', baseUrl);
      expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
      expect(error.message).toMatch(/https:/);
    },
  );
});
