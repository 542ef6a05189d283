import * as v from 'valibot';

import { SonoscoreError } from '../app/index.ts';
import type { FailureKind } from '../domain/run/index.ts';
import { quoteServer } from './redact.ts';
import { readWaitMs } from './wait.ts';

/** What the sentences of an error need to know of the server. */
export interface Server {
  /** Name for a person, such as "Gemini". */
  readonly label: string;
  /** What to do when the browser cannot reach it, as the second half of a sentence. */
  readonly unreachable: string;
  /** DashScope says `insufficient_quota` when tokens a minute are meant, which a pause cures. */
  readonly quotaCodeMeansPause?: boolean;
}

/** An answer that is an error: its status, what headers the browser lets through, and its body. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or undefined where the body is none. */
  readonly json: unknown;
  readonly text: string;
}

interface Said {
  readonly words: string;
  /** Codes, types and statuses, joined and in lower case, for matching only. */
  readonly codes: string;
}

const errorObject = v.looseObject({
  message: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  type: v.optional(v.nullable(v.string())),
  status: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  details: v.optional(v.unknown()),
  metadata: v.optional(v.unknown()),
});
const errorBody = v.looseObject({
  error: v.optional(v.nullable(v.union([v.string(), errorObject]))),
  message: v.optional(v.nullable(v.string())),
  code: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  type: v.optional(v.nullable(v.string())),
  detail: v.optional(v.unknown()),
});

/**
 * Tells what an error answer means, whether a retry can help, how long to wait, and what a person should do.
 * @param key taken out of the server's words; undefined or blank where none was sent, which is then said
 */
export function classifyAnswer(
  answer: ErrorAnswer,
  server: Server,
  key: string | undefined,
  nowMs: number,
): SonoscoreError {
  const said = readError(answer);
  const kind = kindOf(answer.status, said, server);
  const isRetryable = kind === 'rate-limited' || kind === 'server' || kind === 'timeout';
  const waitMs =
    isRetryable || kind === 'quota-exhausted' ? readWaitMs(answer.headers, answer.json, said.words, nowMs) : undefined;
  const quoted = quoteServer(said.words, key);
  const reason = quoted === '' ? `status ${answer.status}` : `status ${answer.status}: ${quoted}`;
  return new SonoscoreError({
    kind,
    retryable: isRetryable,
    waitMs,
    message:
      kind === 'auth' && (key?.trim() ?? '') === ''
        ? `${server.label} wants a key, and none was given (${reason}): give a key of this provider.`
        : sentence(kind, answer.status, server, reason, waitMs),
  });
}

const bodyWithError = v.looseObject({ error: v.union([v.string(), errorObject]) });
const failedEvent = v.looseObject({ response: bodyWithError });
const errorEvent = v.looseObject({ type: v.literal('error'), message: v.string() });

/**
 * The error inside an answer whose status was 200, as OpenRouter sends it in bodies and others in streams: the body that it
 * would have been, and the status that it would have had. Undefined: there is none.
 */
export function errorInside(json: unknown): { readonly status: number; readonly json: unknown } | undefined {
  const inBody = v.safeParse(bodyWithError, json);
  if (inBody.success) return { status: statusOf(inBody.output.error), json: { error: inBody.output.error } };
  const inEvent = v.safeParse(failedEvent, json);
  if (inEvent.success) {
    const { error } = inEvent.output.response;
    return { status: statusOf(error), json: { error } };
  }
  const event = v.safeParse(errorEvent, json);
  return event.success
    ? { status: statusOf({ ...event.output, type: undefined }), json: { error: event.output } }
    : undefined;
}

function statusOf(error: string | v.InferOutput<typeof errorObject>): number {
  if (typeof error === 'string') return 500;
  const code = Number(error.code);
  if (Number.isInteger(code) && code >= 400 && code < 600) return code;
  const codes = `${error.code ?? ''} ${error.type ?? ''}`.toLowerCase();
  if (/rate_?limit|insufficient_quota/.test(codes)) return 429;
  return /invalid|bad_request|not_found|too_large|exceeded|content|policy/.test(codes) ? 400 : 500;
}

function readError(answer: ErrorAnswer): Said {
  // Gemini wraps errors of streamed calls in a list.
  const json = Array.isArray(answer.json) ? answer.json[0] : answer.json;
  const parsed = v.safeParse(errorBody, json);
  if (!parsed.success) return { words: wordsOfPage(answer.text), codes: '' };
  const { error, message, code, type, detail } = parsed.output;
  if (typeof error === 'string') return { words: message ?? error, codes: `${error} ${code ?? ''}`.toLowerCase() };
  // FastAPI servers (vLLM, SGLang) put what failed validation into `detail`.
  const fallback = message ?? (typeof detail === 'string' ? detail : '');
  const raw = v.safeParse(v.looseObject({ raw: v.string() }), error?.metadata);
  const words = [error?.message ?? fallback, raw.success ? raw.output.raw : '']
    .filter((part) => part !== '')
    .join(': ');
  const codes = [error?.code, error?.type, error?.status, code, type, JSON.stringify(error?.details ?? '')];
  return {
    words,
    codes: codes
      .filter((part) => part !== undefined && part !== null)
      .join(' ')
      .toLowerCase(),
  };
}

/** A web page says what it is in its title; the rest is markup. */
function wordsOfPage(text: string): string {
  if (!/^\s*</.test(text)) return text.slice(0, 2000);
  return /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1] ?? '';
}

const TOO_LARGE =
  /context_length_exceeded|string_above_max_length|request_too_large|maximum context length|context (?:length|window|size)|input token count .* exceeds|exceeds? the maximum (?:number of tokens|allowed size|size)|prompt is too long|payload size exceeds|too many (?:tokens|images)|input is too (?:long|large)|exceeds? the (?:model's )?(?:max|limit)|range of input length|larger than .* bytes|multimodal file size is too large|data-uri item|string value length|request size|too much media|image dimensions exceed|longer than the maximum/;
const TOO_SHORT =
  /video (?:file )?is too short|video duration .{0,40}(?:short|at least)|video modality input does not meet/;
const BAD_KEY = /api[_ ]key[_ ]?(?:not valid|invalid)|invalid[_ ]?api[_ -]?key|incorrect api key|authentication/;
const BLOCKED =
  /content[_ ]filter|content_policy|invalid_prompt|data_?inspection_?failed|inappropriate content|sensitive[a-z]*contentdetected|flagged|moderation|prohibited_content|safety system|usage polic/;
const NO_MONEY =
  /insufficient_quota|insufficient[_ ]credits?|credit balance|billing|arrearage|overdue|freetieronly|free tier of the model has been exhausted|exceeded your current quota|accountoverdue|payment/;
const BILL = /billing_hard_limit|arrearage|credit balance|bill ?overdue|notpurchased|free allocated quota/;
/** A free tier without this model ("limit: 0") or a spent day: no pause of a minute helps. */
const DAILY = /limit: 0\b|per[ _-]?day|\/ ?day\b|daily|setlimitexceeded|free-models-per-day/;

function kindOf(status: number, { words, codes }: Said, server: Server): FailureKind {
  const all = `${codes} ${words}`.toLowerCase();
  if (status === 429) {
    if (DAILY.test(all) || BILL.test(all)) return 'quota-exhausted';
    return /insufficient_quota/.test(codes) && server.quotaCodeMeansPause !== true ? 'quota-exhausted' : 'rate-limited';
  }
  if (status === 402) return 'quota-exhausted';
  if (status === 401) return 'auth';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'too-large';
  if (status >= 500) return TOO_LARGE.test(all) && status === 500 ? 'too-large' : 'server';
  if (NO_MONEY.test(all)) return 'quota-exhausted';
  if (BLOCKED.test(all)) return 'blocked';
  if (status === 403) return 'auth';
  if (status === 400 && BAD_KEY.test(all)) return 'auth';
  if (status === 425) return 'server';
  if (TOO_SHORT.test(all)) return 'clip';
  return TOO_LARGE.test(all) ? 'too-large' : 'bad-request';
}

function sentence(
  kind: FailureKind,
  status: number,
  server: Server,
  reason: string,
  waitMs: number | undefined,
): string {
  const who = server.label;
  switch (kind) {
    case 'auth':
      return status === 403
        ? `${who} does not allow this key what it asks (${reason}): check that the key is whole, and that its account may use this model in your region.`
        : `${who} refused the key (${reason}): check that it is whole, of this provider, and not revoked.`;
    case 'quota-exhausted':
      return `The quota or credit at ${who} is used up (${reason}): add credit, choose another model, or wait until the quota is renewed.`;
    case 'rate-limited':
      return `${who} asks for fewer calls a minute (${reason}): ${waitMs === undefined ? 'wait a little' : `wait ${seconds(waitMs)}`}.`;
    case 'clip':
      return `${who} calls this clip too short (${reason}): ask with the condition "frames", or make do without this question.`;
    case 'too-large':
      return `The request is too large for ${who} (${reason}): send fewer frames, a smaller clip or a lower resolution.`;
    case 'blocked':
      return `${who} blocked the request by its content rules (${reason}): nothing is wrong with the key, and a retry will not help.`;
    case 'timeout':
      return `${who} took too long by its own clock (${reason}): try again, or choose a faster model.`;
    case 'server':
      return `${who} has a fault of its own (${reason}): try again in a while.`;
    default:
      return status === 404
        ? `${who} knows no such model or address (${reason}): check the model id and the base URL.`
        : `${who} did not accept the request (${reason}): check the model id, the parameters and whether the model takes this kind of media.`;
  }
}

function seconds(waitMs: number): string {
  const count = Math.max(1, Math.round(waitMs / 1000));
  return count === 1 ? '1 second' : `${count} seconds`;
}
