import * as v from 'valibot';

/** Longer waits are a quota, not a pause; a scheduler should hear of them but never take a broken clock's word for a year. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * The wait that a server asks for, in milliseconds; undefined where it names none.
 * In order of trust: `retry-after-ms`, `Retry-After` (seconds or date, RFC 9110 10.2.3), Gemini's RetryInfo, the sentence in
 * the body, then reset headers. Browsers see only the headers that the server exposes, hence the body.
 */
export function readWaitMs(headers: Headers, body: unknown, words: string, nowMs: number): number | undefined {
  const wait =
    milliseconds(headers.get('retry-after-ms')) ??
    retryAfter(headers.get('retry-after'), nowMs) ??
    retryInfo(body) ??
    waitInWords(words) ??
    openRouterReset(body, nowMs) ??
    resetHeaders(headers, nowMs);
  return wait === undefined ? undefined : Math.min(Math.max(Math.ceil(wait), 0), LONGEST_WAIT_MS);
}

/** `1s`, `6m0s`, `120ms`, `1h2m3.5s` in milliseconds (Go's duration form, as OpenAI's reset headers and protobuf's JSON use). */
export function parseDuration(text: string): number | undefined {
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    if (unit === 'h' || unit === 'm' || unit === 's' || unit === 'ms') total += Number(amount) * units[unit];
  }
  return total;
}

function milliseconds(text: string | null): number | undefined {
  return text !== null && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function retryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined;
  const seconds = milliseconds(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - nowMs;
}

const retryInfoSchema = v.object({
  error: v.object({ details: v.array(v.unknown()) }),
});
const retryDelaySchema = v.object({ retryDelay: v.string() });

/** google.rpc.RetryInfo among the details of a Google error: `{"retryDelay": "34.07s"}`. */
function retryInfo(body: unknown): number | undefined {
  const parsed = v.safeParse(retryInfoSchema, Array.isArray(body) ? body[0] : body);
  if (!parsed.success) return undefined;
  for (const detail of parsed.output.error.details) {
    const delay = v.safeParse(retryDelaySchema, detail);
    if (delay.success) return parseDuration(delay.output.retryDelay);
  }
  return undefined;
}

/** "Please try again in 1.2s", "Please retry in 34.07s", "try again in 6m0s", "retry after 20 seconds". */
function waitInWords(words: string): number | undefined {
  const compact = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)\b/i.exec(words)?.[1];
  if (compact !== undefined) return parseDuration(compact);
  const spelled = /(?:try again|retry) (?:in|after) (\d+(?:\.\d+)?) (second|minute|hour)/i.exec(words);
  if (spelled === null) return undefined;
  const unit = { second: 1000, minute: 60_000, hour: 3_600_000 }[spelled[2] ?? 'second'] ?? 1000;
  return Number(spelled[1]) * unit;
}

const openRouterSchema = v.object({
  error: v.object({ metadata: v.object({ headers: v.object({ 'X-RateLimit-Reset': v.string() }) }) }),
});

/** OpenRouter puts its reset into the body too: milliseconds since 1970. */
function openRouterReset(body: unknown, nowMs: number): number | undefined {
  const parsed = v.safeParse(openRouterSchema, body);
  return parsed.success ? resetValue(parsed.output.error.metadata.headers['X-RateLimit-Reset'], nowMs) : undefined;
}

/** Of a pair of limits (requests, tokens) only the spent one holds the caller up. */
function resetHeaders(headers: Headers, nowMs: number): number | undefined {
  const waits: number[] = [];
  for (const [remaining, reset] of RESET_HEADERS) {
    const value = headers.get(reset);
    if (value === null) continue;
    const left = milliseconds(headers.get(remaining));
    const wait = resetValue(value, nowMs);
    if (wait !== undefined && (left === undefined || left === 0)) waits.push(wait);
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const RESET_HEADERS: readonly (readonly [string, string])[] = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
  ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset'],
  ['anthropic-ratelimit-tokens-remaining', 'anthropic-ratelimit-tokens-reset'],
  ['anthropic-ratelimit-input-tokens-remaining', 'anthropic-ratelimit-input-tokens-reset'],
  ['anthropic-ratelimit-output-tokens-remaining', 'anthropic-ratelimit-output-tokens-reset'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
];

/** A duration (`6m0s`), an RFC 3339 time, seconds from now, seconds since 1970 or milliseconds since 1970: told apart by size. */
function resetValue(text: string, nowMs: number): number | undefined {
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  const number = milliseconds(text);
  if (number !== undefined) {
    if (number > 1e11) return number - nowMs;
    return number > 1e9 ? number * 1000 - nowMs : number * 1000;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - nowMs;
}
