import type { CallFailure, ModelReply } from '../../domain/run/index.ts';
import { costOf, type Price } from '../cost.ts';
import { type MediaLimits, type ModelProvider, type ModelRequest, type RequestPart, SonoscoreError } from '../ports.ts';

/** What is looked at, in this order. */
export type Check = 'connection' | 'key' | 'text' | 'media' | 'price';

/** One thing that the doctor found, with a sentence for a person. */
export type Finding =
  | { readonly check: Check; readonly state: 'passed' | 'doubtful'; readonly message: string }
  | { readonly check: Check; readonly state: 'failed'; readonly message: string; readonly failure: CallFailure }
  /** An earlier finding left nothing to look at, or it was not asked for. */
  | { readonly check: Check; readonly state: 'skipped'; readonly message: string };

export interface DoctorReport {
  readonly findings: readonly Finding[];
  /** US dollars for a question of the size that was told; undefined where tokens or prices are unknown. */
  readonly questionCostUsd: number | undefined;
  /** How long the tiny text request took. */
  readonly textLatencyMs: number | undefined;
}

export interface Examination {
  readonly provider: ModelProvider;
  readonly baseUrl: string;
  readonly modelId: string;
  readonly parameters: ModelRequest['parameters'];
  readonly key: string | undefined;
  readonly price: Price | undefined;
  /** A one-second clip (longer where the limits say so) or its frames, as the limits ask for; undefined: text only is tested. */
  readonly makeMedia: ((limits: MediaLimits, signal: AbortSignal) => Promise<RequestPart>) | undefined;
  /** Seconds of media in a usual question, and characters of its text: what the price is for. */
  readonly usual: { readonly mediaSeconds: number; readonly textCharacters: number };
  /** Hears each finding as it is made. */
  readonly onFinding?: (finding: Finding) => void;
}

/** The same in both calls, so that the difference between them is the media; in one language for every reader. */
// @wc-ignore
const PROMPT = 'This is a test of the connection. Reply with the letter A and nothing else.';
const CHARACTERS_PER_TOKEN = 4;
/** A clip that a model looks at takes more tokens than this; a part that a server overlooks takes none. */
const FEWEST_MEDIA_TOKENS = 8;
const ANY_VIDEO: MediaLimits = { form: 'video' };

/**
 * Tries a connection before money is spent on a Run: one tiny text request, then the same with a clip. What goes wrong is a
 * finding, not an error.
 * @throws the signal's reason when it aborts
 */
export async function testConnection(examination: Examination, signal: AbortSignal): Promise<DoctorReport> {
  const findings: Finding[] = [];
  const report = (...found: readonly Finding[]) => {
    for (const finding of found) {
      findings.push(finding);
      examination.onFinding?.(finding);
    }
  };

  const text = await attempt(() => ask(examination, [], signal), signal);
  if (text.kind === 'failure') {
    report(...findingsOfFailure(text.failure), skipped('media'), skipped('price'));
    return { findings, questionCostUsd: undefined, textLatencyMs: undefined };
  }
  report(
    {
      check: 'connection',
      state: 'passed',
      message: `The service answers this page, in ${seconds(text.value.latencyMs)}.`,
    },
    {
      check: 'key',
      state: 'passed',
      message: examination.key === undefined ? 'No key was needed.' : 'The key is accepted.',
    },
    textFinding(text.value),
  );

  const limits = examination.provider.mediaLimits?.(examination.parameters) ?? ANY_VIDEO;
  const media = await tryMedia(examination, limits, signal);
  report(mediaFinding(media, text.value, limits));
  const price = priceFinding(examination, text.value, media.kind === 'reply' ? media : undefined);
  report(price.finding);
  return { findings, questionCostUsd: price.costUsd, textLatencyMs: text.value.latencyMs };
}

type Tried =
  | { readonly kind: 'none' }
  | { readonly kind: 'failure'; readonly failure: CallFailure }
  | { readonly kind: 'reply'; readonly reply: ModelReply; readonly mediaSeconds: number };

async function tryMedia(
  { makeMedia, ...examination }: Examination,
  limits: MediaLimits,
  signal: AbortSignal,
): Promise<Tried> {
  if (makeMedia === undefined) return { kind: 'none' };
  const tried = await attempt(async () => {
    const part = await makeMedia(limits, signal);
    return { reply: await ask({ ...examination, makeMedia }, [part], signal), mediaSeconds: secondsOf(part) };
  }, signal);
  return tried.kind === 'failure' ? tried : { kind: 'reply', ...tried.value };
}

function ask(examination: Examination, media: readonly RequestPart[], signal: AbortSignal): Promise<ModelReply> {
  const { provider, baseUrl, modelId, parameters, key } = examination;
  const parts: readonly RequestPart[] = [...media, { kind: 'text', text: PROMPT }];
  return provider.ask({ baseUrl, modelId, system: undefined, parts, parameters, json: false }, key, signal);
}

async function attempt<T>(
  run: () => Promise<T>,
  signal: AbortSignal,
): Promise<
  { readonly kind: 'value'; readonly value: T } | { readonly kind: 'failure'; readonly failure: CallFailure }
> {
  try {
    return { kind: 'value', value: await run() };
  } catch (error) {
    if (signal.aborted || !(error instanceof SonoscoreError)) throw error;
    return { kind: 'failure', failure: error.toFailure() };
  }
}

/** What a failed text request says of connection, key and text: how far it came. */
function findingsOfFailure(failure: CallFailure): readonly Finding[] {
  const reached: Finding = { check: 'connection', state: 'passed', message: 'The service answers this page.' };
  const failed = (check: Check): Finding => ({ check, state: 'failed', message: failure.message, failure });
  switch (failure.kind) {
    case 'network-or-cors':
    case 'timeout':
      return [failed('connection'), skipped('key'), skipped('text')];
    case 'malformed-reply':
      return [failed('connection'), skipped('key'), skipped('text')];
    case 'auth':
      return [reached, failed('key'), skipped('text')];
    case 'rate-limited':
    case 'quota-exhausted':
    case 'blocked':
    case 'too-large':
      // Only a known key has a quota.
      return [reached, { check: 'key', state: 'passed', message: 'The key is known to the service.' }, failed('text')];
    default:
      return [
        reached,
        {
          check: 'key',
          state: 'doubtful',
          message: 'The request was turned down before the key could be told good or bad.',
        },
        failed('text'),
      ];
  }
}

function textFinding(reply: ModelReply): Finding {
  const who = reply.modelVersion === undefined ? 'The model' : `The model ${reply.modelVersion}`;
  switch (reply.finishReason) {
    case 'blocked':
    case 'refused':
      return {
        check: 'text',
        state: 'doubtful',
        message: `${who} would not answer a harmless request (${reply.rawFinishReason ?? reply.finishReason}).`,
      };
    case 'length':
      return {
        check: 'text',
        state: 'doubtful',
        message: `${who} was cut off by its limit of tokens: allow it more (max_tokens) so that thinking leaves room for an answer.`,
      };
    default:
      return reply.text.trim() === ''
        ? { check: 'text', state: 'doubtful', message: `${who} answered with nothing.` }
        : { check: 'text', state: 'passed', message: `${who} answers text.` };
  }
}

function mediaFinding(media: Tried, text: ModelReply, limits: MediaLimits): Finding {
  const what = limits.form === 'video' ? 'a video' : 'frames';
  if (media.kind === 'none') return { check: 'media', state: 'skipped', message: 'No clip was tested.' };
  if (media.kind === 'failure') {
    return { check: 'media', state: 'failed', message: media.failure.message, failure: media.failure };
  }
  if (media.reply.finishReason === 'blocked') {
    return {
      check: 'media',
      state: 'doubtful',
      message: `The service blocked ${what} (${media.reply.rawFinishReason ?? 'no reason given'}).`,
    };
  }
  const tokens = mediaTokens(media.reply, text);
  if (tokens === undefined) {
    return {
      check: 'media',
      state: 'doubtful',
      message: `The service took ${what}, but counts no tokens, so that whether the model looked at it is not known.`,
    };
  }
  return tokens < FEWEST_MEDIA_TOKENS
    ? {
        check: 'media',
        state: 'doubtful',
        message: `The service took ${what} but counted no tokens for it: the model most likely did not see it.`,
      }
    : {
        check: 'media',
        state: 'passed',
        message: `The model takes ${what}: ${tokens} tokens for ${seconds(1000 * media.mediaSeconds)}.`,
      };
}

function priceFinding(
  { price, usual }: Examination,
  text: ModelReply,
  media: { readonly reply: ModelReply; readonly mediaSeconds: number } | undefined,
): { readonly finding: Finding; readonly costUsd: number | undefined } {
  const tokens = media === undefined ? 0 : mediaTokens(media.reply, text);
  const perSecond = tokens === undefined || media === undefined ? tokens : tokens / Math.max(media.mediaSeconds, 0.1);
  const inputTokens =
    perSecond === undefined
      ? undefined
      : Math.ceil(usual.textCharacters / CHARACTERS_PER_TOKEN + perSecond * usual.mediaSeconds);
  const outputTokens = (media?.reply ?? text).usage.outputTokens;
  const costUsd = price === undefined ? undefined : costOf({ inputTokens, outputTokens }, price);
  const share = media === undefined ? ' of text alone' : '';
  if (costUsd !== undefined) {
    const message = `A usual question${share} costs about ${dollars(costUsd)} (${inputTokens ?? 0} tokens in, ${outputTokens ?? 0} out).`;
    return { finding: { check: 'price', state: 'passed', message }, costUsd };
  }
  const message =
    inputTokens === undefined || outputTokens === undefined
      ? 'The service does not say how many tokens it counted, so the price of a question is not known.'
      : `A usual question${share} takes about ${inputTokens} tokens in and ${outputTokens} out; no price is set for this model.`;
  return { finding: { check: 'price', state: 'doubtful', message }, costUsd };
}

function mediaTokens(withMedia: ModelReply, without: ModelReply): number | undefined {
  const more = withMedia.usage.inputTokens;
  const less = without.usage.inputTokens;
  return more === undefined || less === undefined ? undefined : Math.max(0, more - less);
}

function secondsOf(part: RequestPart): number {
  if (part.kind === 'video') return part.durationSeconds;
  return part.kind === 'frames' ? part.images.length / part.framesPerSecond : 0;
}

function skipped(check: Check): Finding {
  return { check, state: 'skipped', message: 'Not tested, since the service could not be asked.' };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function dollars(usd: number): string {
  return usd === 0 ? '$0' : usd < 0.0001 ? 'less than $0.0001' : `$${usd.toPrecision(2)}`;
}
