import * as v from 'valibot';

import type { Correction } from '../clip/index.ts';
import { BASELINE_NAMES, CONDITIONS, OPTION_ORDERS, OUTCOMES } from './names.ts';
import type { Attempt, ClipRecord, ModelChoice, ModelReply, Run } from './types.ts';
import { upgraded, type UpgradeStep } from './upgrade.ts';

/**
 * Missing and `undefined` are one: JSON drops what a database keeps. The key is always there afterwards, as the types say.
 */
function orUndefined<const TSchema extends v.GenericSchema>(schema: TSchema) {
  return v.optional(schema, () => undefined);
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite());
const strings = v.array(v.string());
const letter = v.picklist(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
const outcome = v.picklist(OUTCOMES);
const baseline = v.picklist(BASELINE_NAMES);
const parameters = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
const protocol = v.object({ id: v.picklist(['sonoscore', 'reference']), version: v.string() });

const providerModel = v.object({
  kind: v.literal('provider'),
  provider: v.string(),
  baseUrl: v.string(),
  modelId: v.string(),
  parameters,
});

const model: v.GenericSchema<unknown, ModelChoice> = v.variant('kind', [
  v.object({ kind: v.literal('baseline'), baseline }),
  v.object({ kind: v.literal('published'), name: v.string(), source: v.string() }),
  providerModel,
]);

const region = v.object({ x: amount, y: amount, width: amount, height: amount });
const correction: v.GenericSchema<unknown, Correction> = v.object({
  videoKey: v.string(),
  name: v.string(),
  offsetSeconds: amount,
  roi: v.exactOptional(
    v.optional(
      v.variant('unit', [
        v.object({ unit: v.literal('proportion'), ...region.entries }),
        v.object({ unit: v.literal('pixel'), ...region.entries }),
      ]),
    ),
  ),
});

const config = v.object({
  model,
  protocol,
  condition: v.picklist(CONDITIONS),
  optionOrder: v.picklist(OPTION_ORDERS),
  kinds: v.array(v.picklist(['multiple-choice', 'free-response'])),
  limit: orUndefined(count),
  seed: count,
  epochs: v.pipe(count, v.minValue(1)),
  sourceKeys: v.exactOptional(v.optional(strings)),
  corrections: v.exactOptional(v.optional(v.array(correction))),
  questionIds: v.exactOptional(v.optional(strings)),
  spotCheck: v.exactOptional(v.optional(v.object({ payload: v.string(), runIndex: count }))),
  judge: v.exactOptional(v.optional(v.object({ model: providerModel, protocol, strict: v.boolean() }))),
  freshAnswers: v.exactOptional(v.boolean()),
  evenOptions: v.exactOptional(v.boolean()),
  clipEngine: v.exactOptional(v.picklist(['auto', 'ffmpeg', 'webcodecs'])),
});

const status = v.variant('kind', [
  v.object({ kind: v.literal('running') }),
  v.object({ kind: v.literal('paused'), reason: v.string() }),
  v.object({ kind: v.literal('cancelled') }),
  v.object({ kind: v.literal('finished') }),
]);

const run: v.GenericSchema<unknown, Run> = v.object({
  formatVersion: v.literal(1),
  id: v.pipe(v.string(), v.nonEmpty()),
  createdAt: v.string(),
  benchmark: v.object({ name: v.string(), digest: v.string() }),
  config,
  questionIds: strings,
  status,
  queue: v.exactOptional(v.optional(v.object({ id: v.pipe(v.string(), v.nonEmpty()), place: count }))),
  batchedAt: v.exactOptional(v.optional(v.string())),
  deletedAt: v.exactOptional(v.optional(v.string())),
});

const clip = v.object({
  engine: v.picklist(['ffmpeg', 'webcodecs']),
  engineVersion: v.string(),
  arguments: strings,
  startSeconds: amount,
  durationSeconds: amount,
  frameCount: count,
  widthPixels: count,
  heightPixels: count,
  byteCount: count,
  sha256: v.string(),
  notes: strings,
  sentFrames: v.exactOptional(v.array(count)),
});

const youTube = v.object({ url: v.string(), startSeconds: amount, endSeconds: amount });

const usage = v.object({
  inputTokens: orUndefined(amount),
  outputTokens: orUndefined(amount),
  thinkingTokens: orUndefined(amount),
  cachedTokens: orUndefined(amount),
});

const reply = v.object({
  text: v.string(),
  thinking: orUndefined(v.string()),
  finishReason: v.picklist(['stop', 'length', 'blocked', 'refused', 'other']),
  rawFinishReason: orUndefined(v.string()),
  usage,
  modelVersion: orUndefined(v.string()),
  latencyMs: amount,
  notes: v.exactOptional(strings),
});

const failureKind = v.picklist([
  'auth',
  'quota-exhausted',
  'rate-limited',
  'too-large',
  'bad-request',
  'server',
  'timeout',
  'network-or-cors',
  'blocked',
  'malformed-reply',
  'clip',
  'no-source-video',
  'internal',
]);

const failure = v.object({
  kind: failureKind,
  retryable: v.boolean(),
  waitMs: orUndefined(amount),
  message: v.string(),
});

const prediction = v.variant('kind', [
  v.object({ kind: v.literal('letter'), shownLetter: letter, printedIndex: count }),
  v.object({ kind: v.literal('text'), text: v.string() }),
]);

const verdict = v.object({
  score: v.picklist([0, 1, 2]),
  errorType: v.picklist(['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail']),
  explanation: v.string(),
  judge: v.object({ provider: v.string(), modelId: v.string(), protocol }),
  raw: v.string(),
});

const override = v.object({
  score: v.picklist([0, 1, 2]),
  errorType: v.picklist(['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail']),
  note: v.string(),
  at: v.string(),
});

const state = v.variant('kind', [
  v.object({ kind: v.literal('queued') }),
  v.object({ kind: v.literal('preparing') }),
  v.object({
    kind: v.literal('waiting'),
    untilMs: amount,
    reason: v.string(),
    cause: v.exactOptional(v.optional(failureKind)),
  }),
  v.object({ kind: v.literal('asking') }),
  v.object({ kind: v.literal('judging'), isAsked: v.exactOptional(v.literal(true)) }),
  v.object({ kind: v.literal('done'), outcome }),
]);

const attempt: v.GenericSchema<unknown, Attempt> = v.object({
  formatVersion: v.literal(1),
  runId: v.pipe(v.string(), v.nonEmpty()),
  questionId: v.pipe(v.string(), v.nonEmpty()),
  epoch: count,
  state,
  optionOrder: v.pipe(
    v.array(count),
    v.check((order) => [...order].sort((a, b) => a - b).every((each, at) => each === at), 'no order of options'),
  ),
  prompt: orUndefined(v.string()),
  clip: orUndefined(clip),
  youTube: v.exactOptional(v.optional(youTube)),
  reply: orUndefined(reply),
  prediction: orUndefined(prediction),
  readings: v.exactOptional(v.optional(v.object({ robust: orUndefined(letter), reference: orUndefined(letter) }))),
  verdict: orUndefined(verdict),
  judgeUsage: v.exactOptional(v.optional(usage)),
  unanswered: v.exactOptional(v.optional(v.object({ model: count, judge: count }))),
  override: v.exactOptional(override),
  note: v.exactOptional(v.optional(v.object({ text: v.string(), at: v.string() }))),
  failure: orUndefined(failure),
  reused: v.exactOptional(v.boolean()),
  votes: v.exactOptional(v.optional(v.array(count))),
  updatedAt: v.string(),
});

/**
 * What leads from each version of a format to the next. A field that may be absent needs no step; one that changes its meaning
 * or must be there does, with a stored sample of the older version in the tests.
 */
const RUN_STEPS: readonly UpgradeStep[] = [];
const ATTEMPT_STEPS: readonly UpgradeStep[] = [];

/**
 * A Run as it was stored or exported.
 * @throws {TypeError} one sentence with the place of what is wrong, or that a newer Sonoscore has written it
 */
export function parseRun(stored: unknown): Run {
  return parsed(run, upgraded(stored, RUN_STEPS), 'run');
}

/**
 * An Attempt as it was stored or exported.
 * @throws {TypeError} as `parseRun` does
 */
export function parseAttempt(stored: unknown): Attempt {
  return parsed(attempt, upgraded(stored, ATTEMPT_STEPS), 'attempt');
}

/**
 * A reply as the cache keeps it.
 * @throws {TypeError} as `parseRun` does
 */
export function parseReply(stored: unknown): ModelReply {
  return parsed<ModelReply>(reply, stored, 'reply');
}

/**
 * What a clip cache keeps of how a clip was made.
 * @throws {TypeError} as `parseRun` does
 */
export function parseClipRecord(stored: unknown): ClipRecord {
  return parsed<ClipRecord>(clip, stored, 'clip');
}

/**
 * Corrections as they were stored for a Benchmark.
 * @throws {TypeError} as `parseRun` does
 */
export function parseCorrections(stored: unknown): readonly Correction[] {
  return parsed<readonly Correction[]>(v.array(correction), stored, 'list of corrections');
}

const versioned = v.object({ formatVersion: v.number() });

function parsed<T>(schema: v.GenericSchema<unknown, T>, stored: unknown, what: string): T {
  const result = v.safeParse(schema, stored);
  if (result.success) return result.output;
  const version = v.safeParse(versioned, stored);
  if (version.success && version.output.formatVersion > 1) {
    throw new TypeError(`This ${what} was stored by a newer Sonoscore: reload the page to get that version.`);
  }
  const issue = result.issues[0];
  // What came instead is quoted in the message, however long it is.
  const at = (v.getDotPath(issue) ?? 'the whole').slice(0, 100);
  throw new TypeError(`This ${what} cannot be read: ${at} is not as it should be (${issue.message.slice(0, 200)}).`);
}
