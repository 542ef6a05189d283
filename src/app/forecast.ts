import { type Benchmark, type Question, videoOf } from '../domain/benchmark/index.ts';
import { buildJudgePrompt } from '../domain/protocol/index.ts';
import type { RunConfig } from '../domain/run/index.ts';
import { costOf, type Price } from './cost.ts';
import type { MediaLimits, ModelProvider } from './ports.ts';
import { frameRate } from './run/call/frame-rate.ts';
import { ANY_VIDEO, showsMedia } from './run/call/shown-media.ts';
import { attemptCount, planQuestions } from './run/plan/plan-questions.ts';

/** What a Run will take, told before it starts: an order of magnitude, not a bill. */
export interface RunForecast {
  readonly questionCount: number;
  /** Questions times repeats and rotations. */
  readonly callCount: number;
  /** Of all clips that are sent and passages that are read; 0 where none is. */
  readonly videoSeconds: number;
  /** Undefined where the provider publishes no rule for its tokens. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number;
  /** Calls of the judge; 0 where nobody judges. Their tokens are not among those above. */
  readonly judgeCallCount: number;
  /** US dollars, the judge's calls included; undefined where tokens or prices are unknown. */
  readonly costUsd: { readonly low: number; readonly high: number } | undefined;
  /** US dollars at the most for the longest question; undefined where tokens or prices are unknown, and for a judge that nobody asks. */
  readonly dearestCallUsd: { readonly model: number | undefined; readonly judge: number | undefined };
}

/** One question's size in a provider's terms, and what it counts for it. */
export type TokensOf = (size: {
  readonly provider: string;
  readonly modelId: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly textCharacters: number;
  readonly media:
    | {
        readonly form: 'video' | 'frames' | 'youtube';
        readonly durationSeconds: number;
        readonly widthPixels: number;
        readonly heightPixels: number;
        readonly framesPerSecond?: number;
      }
    | undefined;
}) => { readonly inputTokens: number | undefined; readonly outputTokens: number };

/** Of the words that stand before every question. */
const PROMPT_CHARACTERS = 700;
/** Of an answer that is to be judged. */
const ANSWER_CHARACTERS = 400;
/** Sources are not read for a forecast: most of the benchmark's are of this size. */
const SOURCE_PIXELS = { width: 1280, height: 720 } as const;
/** Thinking makes outputs uneven; inputs follow a rule. */
const OUTPUT_RANGE = { low: 0.5, high: 3 } as const;

/** Undefined for a Run that calls nobody. */
export function forecastRun(
  config: RunConfig,
  benchmark: Benchmark,
  prices: { readonly model: Price | undefined; readonly judge: Price | undefined },
  ports: { readonly providers: ReadonlyMap<string, ModelProvider>; readonly tokensOf: TokensOf },
): RunForecast | undefined {
  const { model } = config;
  if (model.kind !== 'provider') return undefined;
  const limits = ports.providers.get(model.provider)?.mediaLimits?.(model.parameters) ?? ANY_VIDEO;
  const rate = frameRate(model, limits);
  const questions = planQuestions(config, benchmark);
  let callCount = 0;
  let videoSeconds = 0;
  let inputTokens: number | undefined = 0;
  let outputTokens = 0;
  const ofModel = dearest(prices.model);
  for (const question of questions) {
    const calls = attemptCount(config, question);
    const isShown = showsMedia(config) || config.condition === 'youtube-uncropped';
    const media = isShown ? mediaOf(question, benchmark, config, { limits, rate }) : undefined;
    const { provider, modelId, parameters } = model;
    const textCharacters = PROMPT_CHARACTERS + question.printed.length;
    const tokens = ports.tokensOf({ provider, modelId, parameters, textCharacters, media });
    ofModel.see(tokens);
    callCount += calls;
    videoSeconds += calls * (media?.durationSeconds ?? 0);
    inputTokens = addTimes(inputTokens, tokens.inputTokens, calls);
    outputTokens += calls * tokens.outputTokens;
  }
  const judge = judgeCalls(config, benchmark, questions, ports.tokensOf, prices.judge);
  const cost = (share: number) => {
    const asked = prices.model && costOf({ inputTokens, outputTokens: outputTokens * share }, prices.model);
    if (judge.callCount === 0) return asked;
    const judged =
      prices.judge &&
      costOf({ inputTokens: judge.inputTokens, outputTokens: judge.outputTokens * share }, prices.judge);
    return asked === undefined || judged === undefined ? undefined : asked + judged;
  };
  const low = cost(OUTPUT_RANGE.low);
  const high = cost(OUTPUT_RANGE.high);
  return {
    questionCount: questions.length,
    callCount,
    videoSeconds,
    inputTokens,
    outputTokens,
    judgeCallCount: judge.callCount,
    costUsd: low === undefined || high === undefined ? undefined : { low, high },
    dearestCallUsd: { model: ofModel.usd(), judge: judge.dearestUsd },
  };
}

/** What the judge will be asked, one call for each free-response answer. */
function judgeCalls(
  config: RunConfig,
  benchmark: Benchmark,
  questions: readonly Question[],
  tokensOf: TokensOf,
  price: Price | undefined,
): {
  readonly callCount: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number;
  readonly dearestUsd: number | undefined;
} {
  let callCount = 0;
  let inputTokens: number | undefined = 0;
  let outputTokens = 0;
  const { judge } = config;
  const call = dearest(price);
  if (judge === undefined) return { callCount, inputTokens, outputTokens, dearestUsd: undefined };
  const { provider, modelId, parameters } = judge.model;
  for (const question of questions) {
    if (question.kind !== 'free-response') continue;
    const prompt = buildJudgePrompt({
      protocol: judge.protocol.id,
      question,
      prediction: '',
      strict: judge.strict,
      reference: benchmark.referencePrompts,
    });
    const textCharacters = (prompt.system?.length ?? 0) + prompt.text.length + ANSWER_CHARACTERS;
    const tokens = tokensOf({ provider, modelId, parameters, textCharacters, media: undefined });
    call.see(tokens);
    const calls = attemptCount(config, question);
    callCount += calls;
    inputTokens = addTimes(inputTokens, tokens.inputTokens, calls);
    outputTokens += calls * tokens.outputTokens;
  }
  return { callCount, inputTokens, outputTokens, dearestUsd: call.usd() };
}

/** Looks for the dearest of calls, each at its most. */
function dearest(price: Price | undefined) {
  let most: number | undefined;
  let isKnown = price !== undefined;
  return {
    see({ inputTokens, outputTokens }: { readonly inputTokens: number | undefined; readonly outputTokens: number }) {
      const usd = price && costOf({ inputTokens, outputTokens: outputTokens * OUTPUT_RANGE.high }, price);
      if (usd === undefined) isKnown = false;
      else most = Math.max(most ?? 0, usd);
    },
    usd: () => (isKnown ? most : undefined),
  };
}

function addTimes(sum: number | undefined, each: number | undefined, times: number): number | undefined {
  return sum === undefined || each === undefined ? undefined : sum + times * each;
}

function mediaOf(
  question: Question,
  benchmark: Benchmark,
  config: RunConfig,
  { limits, rate }: { readonly limits: MediaLimits; readonly rate: number },
) {
  const isYouTube = config.condition === 'youtube-uncropped';
  const roi = isYouTube ? undefined : videoOf(benchmark, question)?.roi;
  const isFrames = config.condition === 'frames' || limits.form === 'frames';
  const durationSeconds = question.endSeconds - question.startSeconds;
  return {
    form: isYouTube ? 'youtube' : isFrames ? 'frames' : 'video',
    durationSeconds,
    widthPixels: roi === undefined ? SOURCE_PIXELS.width : roi.width * (roi.unit === 'pixel' ? 1 : SOURCE_PIXELS.width),
    heightPixels:
      roi === undefined ? SOURCE_PIXELS.height : roi.height * (roi.unit === 'pixel' ? 1 : SOURCE_PIXELS.height),
    ...(isFrames && !isYouTube
      ? { framesPerSecond: Math.min(rate, (limits.maxFrames ?? Infinity) / durationSeconds) }
      : {}),
  } as const;
}
