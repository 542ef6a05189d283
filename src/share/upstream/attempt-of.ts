import { OPTION_LETTERS, type Question } from '../../domain/benchmark/index.ts';
import { printedIndexOf } from '../../domain/options/index.ts';
import { keptReadings, outcomeOfVerdict, scoreAttempt } from '../../domain/outcome/index.ts';
import type { Attempt, ErrorType, ModelReply, Outcome, Prediction, Verdict } from '../../domain/run/index.ts';
import type { UpstreamItem } from './items.ts';
import type { Match } from './match-question.ts';
import { recordedFailure } from './recorded-failure.ts';
import { JUDGE_FAILED, UNSTATED } from './words.ts';

export interface AttemptInput {
  readonly item: UpstreamItem;
  readonly match: Match;
  /** From a file that was judged. */
  readonly scored: boolean;
  readonly epoch: number;
  /** The Run's id. */
  readonly id: string;
  readonly now: string;
}

export interface ReadAttempt {
  readonly attempt: Attempt;
  /** What in the entry is odd; the Attempt stands all the same. */
  readonly fault: { readonly field: string; readonly message: string } | undefined;
}

/** One entry of a results file as an Attempt. */
export function attemptOf({ item, match, scored, epoch, id, now }: AttemptInput): ReadAttempt {
  const { question, optionOrder } = match;
  const metadata = item.inference_metadata;
  const text = metadata?.raw_response ?? item.model_prediction ?? '';
  const failed = metadata?.success === false;
  const base: Attempt = {
    formatVersion: 1,
    runId: id,
    questionId: question.id,
    epoch,
    state: { kind: 'done', outcome: 'failed' },
    optionOrder,
    prompt: undefined,
    clip: undefined,
    reply: failed ? undefined : replyOf(item, text),
    prediction: undefined,
    verdict: undefined,
    failure: undefined,
    updatedAt: now,
  };
  if (failed) {
    const failure = recordedFailure(metadata.error_message ?? '');
    return { attempt: { ...base, failure }, fault: undefined };
  }
  const ended =
    question.kind === 'multiple-choice' ? letterOf(question, item, optionOrder) : textOf(item, text, scored);
  const { fault } = ended;
  const outcome = named(ended.outcome, item);
  const prediction = WITH_PREDICTION.has(outcome) ? ended.prediction : undefined;
  const scores = prediction === undefined ? {} : scoresOf(item, ended.verdict);
  const readings = keptReadings(scoreAttempt(question, base));
  return { attempt: { ...base, prediction, ...readings, ...scores, state: { kind: 'done', outcome } }, fault };
}

/** The judge's Verdict, and a person's score where our own export says that it stands in its place. */
function scoresOf({ sonoscore }: UpstreamItem, verdict: Verdict | undefined): Pick<Attempt, 'verdict' | 'override'> {
  const { override, overridden, judge } = sonoscore ?? {};
  if (override === undefined) return { verdict };
  return { override, verdict: overridden && judge && { ...overridden, judge, raw: '' } };
}

const WITH_PREDICTION = new Set<Outcome>(['correct', 'partly-correct', 'incorrect', 'unjudged']);

interface Ended {
  readonly outcome: Outcome;
  readonly prediction: Prediction | undefined;
  readonly verdict?: Verdict;
  readonly fault?: ReadAttempt['fault'];
}

/** The letter that upstream scores: the first of `model_prediction`, in either case. */
function letterOf(
  question: Extract<Question, { kind: 'multiple-choice' }>,
  item: UpstreamItem,
  order: readonly number[],
): Ended {
  const first = item.model_prediction?.trim().charAt(0).toUpperCase();
  const shownLetter = OPTION_LETTERS.find((letter) => letter === first);
  const printedIndex = shownLetter === undefined ? undefined : printedIndexOf(shownLetter, order);
  if (shownLetter === undefined || printedIndex === undefined) return { outcome: 'no-answer', prediction: undefined };
  const right = question.options[printedIndex]?.letter === question.answer;
  const odd = typeof item.eval_score === 'number' && item.eval_score !== (right ? 1 : 0);
  const message = `The file scores ${String(item.eval_score)} what is ${right ? 'right' : 'wrong'} by this benchmark; the benchmark's own answer is used.`;
  return {
    outcome: right ? 'correct' : 'incorrect',
    prediction: { kind: 'letter', shownLetter, printedIndex },
    ...(odd ? { fault: { field: 'eval_score', message } } : {}),
  };
}

function textOf(item: UpstreamItem, text: string, scored: boolean): Ended {
  const answer = (item.model_prediction ?? text).trim();
  if (answer === '') return { outcome: 'no-answer', prediction: undefined };
  const prediction = { kind: 'text', text: answer } as const;
  if (!scored || item.judge_explanation?.startsWith(JUDGE_FAILED) === true) return { outcome: 'unjudged', prediction };
  const score = ([0, 1, 2] as const).find((value) => value === item.eval_score);
  if (score === undefined) {
    const message = `The score ${JSON.stringify(item.eval_score ?? null).slice(0, 40)} is none of 0, 1, 2; the answer counts as not judged.`;
    return { outcome: 'unjudged', prediction, fault: { field: 'eval_score', message } };
  }
  const unstated = { provider: UNSTATED, modelId: UNSTATED, protocol: { id: 'reference', version: UNSTATED } } as const;
  const verdict: Verdict = {
    score,
    errorType: errorTypeOf(item.judge_error_type ?? 'none', score),
    explanation: item.judge_explanation ?? '',
    judge: item.sonoscore?.judge ?? unstated,
    raw: '',
  };
  return { outcome: outcomeOfVerdict(score), prediction, verdict };
}

/** Upstream's types, and its repair of `none`; anything else counts there as "wrong both". */
function errorTypeOf(said: string, score: Verdict['score']): ErrorType {
  const known = (['none', 'wrong_conclusion', 'wrong_visual_evidence', 'both_fail'] as const).find(
    (type) => type === said,
  );
  if (known === undefined) return score === 2 ? 'none' : 'both_fail';
  if (known !== 'none' || score === 2) return known;
  return score === 1 ? 'wrong_conclusion' : 'both_fail';
}

/** Own exports say how an Attempt without an answer ended, which upstream's format cannot. */
function named(outcome: Outcome, { sonoscore }: UpstreamItem): Outcome {
  if (sonoscore === undefined || (outcome !== 'no-answer' && outcome !== 'unjudged')) return outcome;
  const { outcome: said } = sonoscore;
  return said === 'refused' || said === 'blocked' || said === 'truncated' || said === 'no-answer' ? said : outcome;
}

function replyOf(item: UpstreamItem, text: string): ModelReply {
  const { inference_metadata: metadata, sonoscore } = item;
  return {
    text,
    thinking: undefined,
    finishReason: sonoscore?.finishReason ?? 'other',
    rawFinishReason: undefined,
    usage: { inputTokens: undefined, outputTokens: undefined, thinkingTokens: undefined, cachedTokens: undefined },
    modelVersion: metadata?.model_id ?? undefined,
    latencyMs: metadata?.latency_ms ?? 0,
  };
}
