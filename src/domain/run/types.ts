import type { OptionLetter, QuestionKind } from '../benchmark/index.ts';
import type { Correction } from '../clip/index.ts';
import type { BASELINE_NAMES, CONDITIONS, OPTION_ORDERS, OUTCOMES } from './names.ts';

export type Condition = (typeof CONDITIONS)[number];
export type OptionOrder = (typeof OPTION_ORDERS)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type BaselineName = (typeof BASELINE_NAMES)[number];

/** A model, a Baseline that needs none, or a model that somebody else ran. */
export type ModelChoice =
  | { readonly kind: 'baseline'; readonly baseline: BaselineName }
  /** From imported results: nothing can be asked of it. `source` is what ran it, as the files say; `people` where people answered. */
  | { readonly kind: 'published'; readonly name: string; readonly source: string }
  | {
      readonly kind: 'provider';
      /** Name in the provider registry, such as `openai-compatible`. */
      readonly provider: string;
      readonly baseUrl: string;
      readonly modelId: string;
      /** Everything else that changes a reply: temperature, fps, thinking level, ... */
      readonly parameters: Readonly<Record<string, string | number | boolean>>;
    };

export interface ProtocolChoice {
  readonly id: 'sonoscore' | 'reference';
  readonly version: string;
}

/** Everything that makes a Run repeatable. Never holds a key. */
export interface RunConfig {
  readonly model: ModelChoice;
  readonly protocol: ProtocolChoice;
  readonly condition: Condition;
  readonly optionOrder: OptionOrder;
  readonly kinds: readonly QuestionKind[];
  /** At most so many questions, spread evenly over the list; undefined for all. */
  readonly limit: number | undefined;
  readonly seed: number;
  readonly epochs: number;
  /** Only questions that lie in these source videos, such as those at hand; absent for all. */
  readonly sourceKeys?: readonly string[] | undefined;
  /** Only these Questions of those that the rest chooses, before the limit; absent for all. */
  readonly questionIds?: readonly string[] | undefined;
  /** Present where this Run checks what a link claims. */
  readonly spotCheck?: SpotCheckOf | undefined;
  /** True: options are shown in one surface form, without final full stops; what is scored stays the same. */
  readonly evenOptions?: boolean;
  /** Absent: `auto`. Under the reference protocol, `ffmpeg` cuts with the reference's own command, faults included. */
  readonly clipEngine?: 'auto' | 'ffmpeg' | 'webcodecs';
  /** Videos whose clips are cut elsewhere than the benchmark says; absent for none. */
  readonly corrections?: readonly Correction[] | undefined;
  /** Who judges free-response answers; absent: they stay `unjudged`. */
  readonly judge?: JudgeChoice | undefined;
  /** True: replies of earlier Runs to the very same calls are not used again. */
  readonly freshAnswers?: boolean;
}

/** The claim that a Run checks. */
export interface SpotCheckOf {
  /** What stands after `#/r/` in the link. */
  readonly payload: string;
  /** Which of the link's Runs, from 0. */
  readonly runIndex: number;
}

/** A judge of free-response answers. */
export interface JudgeChoice {
  readonly model: Extract<ModelChoice, { readonly kind: 'provider' }>;
  readonly protocol: ProtocolChoice;
  readonly strict: boolean;
}

export type RunStatus =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused'; readonly reason: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'finished' };

/** One model x protocol x condition over a list of Questions. */
export interface Run {
  readonly formatVersion: 1;
  readonly id: string;
  readonly createdAt: string;
  readonly benchmark: { readonly name: string; readonly digest: string };
  readonly config: RunConfig;
  readonly questionIds: readonly string[];
  readonly status: RunStatus;
  /** The queue that it was started in: Runs of several models over the same Questions. `place` counts from 0. */
  readonly queue?: { readonly id: string; readonly place: number } | undefined;
  /** ISO date at which its calls were written as a batch file: those that are queued wait for its output. */
  readonly batchedAt?: string | undefined;
  /** ISO date at which it was deleted; until it is removed for good it can be had back. */
  readonly deletedAt?: string | undefined;
}

/** What the model really saw: kept with the Attempt. */
export interface ClipRecord {
  readonly engine: 'ffmpeg' | 'webcodecs';
  readonly engineVersion: string;
  readonly arguments: readonly string[];
  /** Window in the source video, seconds. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly frameCount: number;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly byteCount: number;
  /** Hex SHA-256 of the clip's bytes. */
  readonly sha256: string;
  /** Such as "the window ends past the source's end and was cut short". */
  readonly notes: readonly string[];
  /** Which of the clip's frames were sent as images, from 0 on. Absent: the clip itself was sent, or it was before this was kept. */
  readonly sentFrames?: readonly number[];
}

/** The window that a service was told to read from YouTube: no clip was cut, and nobody here saw what it read. */
export interface YouTubeWindow {
  readonly url: string;
  /** Seconds in the source video. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export type FinishReason = 'stop' | 'length' | 'blocked' | 'refused' | 'other';

/** Tokens as the provider counted them; what it did not say stays undefined. */
export interface Usage {
  /** Everything sent, cached tokens included. */
  readonly inputTokens: number | undefined;
  /** Everything billed as output, thinking included. */
  readonly outputTokens: number | undefined;
  /** The part of the output that was thinking. */
  readonly thinkingTokens: number | undefined;
  /** The part of the input that was read from the provider's cache. */
  readonly cachedTokens: number | undefined;
}

export interface ModelReply {
  readonly text: string;
  /** Kept apart and never scored. */
  readonly thinking: string | undefined;
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly usage: Usage;
  readonly modelVersion: string | undefined;
  readonly latencyMs: number;
  /** What a provider had to change to be answered, such as "sent every 2nd frame". */
  readonly notes?: readonly string[];
}

/** Why a call failed, as a person and a scheduler need it. Never holds a key or a request body. */
export interface CallFailure {
  readonly kind: FailureKind;
  readonly retryable: boolean;
  /** The wait that the server asked for, if it did. */
  readonly waitMs: number | undefined;
  /** One sentence: what happened and what to do. */
  readonly message: string;
}

export type FailureKind =
  | 'auth'
  | 'quota-exhausted'
  | 'rate-limited'
  | 'too-large'
  | 'bad-request'
  | 'server'
  | 'timeout'
  | 'network-or-cors'
  | 'blocked'
  | 'malformed-reply'
  | 'clip'
  | 'no-source-video'
  | 'internal';

/** What the model answered: a letter of the options as shown with its place in the printed order, or free text. */
export type Prediction =
  | {
      readonly kind: 'letter';
      readonly shownLetter: OptionLetter;
      /** Index into the Question's printed options. */
      readonly printedIndex: number;
    }
  | { readonly kind: 'text'; readonly text: string };

/** The shown letter that a reply was read as by each rule; undefined where the rule read none. The first is what counts. */
export interface LetterReadings {
  readonly robust: OptionLetter | undefined;
  readonly reference: OptionLetter | undefined;
}

export type ErrorType = 'none' | 'wrong_conclusion' | 'wrong_visual_evidence' | 'both_fail';

/** The judge's score with error type and explanation. */
export interface Verdict {
  readonly score: 0 | 1 | 2;
  readonly errorType: ErrorType;
  readonly explanation: string;
  readonly judge: { readonly provider: string; readonly modelId: string; readonly protocol: ProtocolChoice };
  /** The judge's reply, word for word. */
  readonly raw: string;
}

/** A person's score in place of the judge's. The judge's Verdict stays beside it, so that this can be undone. */
export interface Override {
  readonly score: 0 | 1 | 2;
  readonly errorType: ErrorType;
  /** Why, in the person's words; may be empty. */
  readonly note: string;
  /** ISO date. */
  readonly at: string;
}

/** What a person wrote beside an answer; it changes no score. */
export interface Note {
  readonly text: string;
  /** ISO date. */
  readonly at: string;
}

/** Where an Attempt stands. */
export type AttemptState =
  | { readonly kind: 'queued' }
  | { readonly kind: 'preparing' }
  | {
      readonly kind: 'waiting';
      readonly untilMs: number;
      /** One sentence. */
      readonly reason: string;
      /** What made it wait, for a word or two. */
      readonly cause?: FailureKind | undefined;
    }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'judging';
      /** Present: the judge is being asked. Absent: it is not, or it was before this was kept. */
      readonly isAsked?: true;
    }
  | { readonly kind: 'done'; readonly outcome: Outcome };

/** Calls that were sent and got no answer: timed out, cut off, or given up on. Their servers may bill them all the same. */
export interface UnansweredCalls {
  readonly model: number;
  readonly judge: number;
}

/** One call for one Question in a Run; kept whatever happens. */
export interface Attempt {
  readonly formatVersion: 1;
  readonly runId: string;
  readonly questionId: string;
  /** Which repeat, from 0. */
  readonly epoch: number;
  readonly state: AttemptState;
  /** For each shown position, the index of the option in the printed order. Empty for free-response. */
  readonly optionOrder: readonly number[];
  readonly prompt: string | undefined;
  readonly clip: ClipRecord | undefined;
  /** In place of a clip, in the condition `youtube-uncropped`. */
  readonly youTube?: YouTubeWindow | undefined;
  /** Stored raw before it is scored. */
  readonly reply: ModelReply | undefined;
  readonly prediction: Prediction | undefined;
  /** Absent: free-response, no reply, or before both readings were kept. */
  readonly readings?: LetterReadings | undefined;
  readonly verdict: Verdict | undefined;
  /** What this Run has paid its judge for, tries that gave no Verdict included. Absent: nothing, or before it was kept. */
  readonly judgeUsage?: Usage | undefined;
  /** Besides the one that may be under way. Absent: none, or before they were counted. */
  readonly unanswered?: UnansweredCalls | undefined;
  /** Where present, it is what counts. */
  readonly override?: Override;
  readonly note?: Note | undefined;
  readonly failure: CallFailure | undefined;
  /** True: the reply was paid for by an earlier Run, to the very same call. */
  readonly reused?: boolean;
  /** How many people chose each option, in printed order, where a class answered by its majority. */
  readonly votes?: readonly number[] | undefined;
  /** ISO date of the last change. */
  readonly updatedAt: string;
}
