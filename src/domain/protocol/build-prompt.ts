import type { FreeResponseQuestion, Question, ReferencePrompts } from '../benchmark/index.ts';
import { renderOptions, renderQuestion } from '../options/index.ts';
import type { Condition, ProtocolChoice } from '../run/index.ts';
import { fillTemplate } from './f-string.ts';
import { judgeMessage, judgeSystemPrompt, systemPrompt } from './sonoscore-prompts.ts';

/** The words of a call. Media go before `text`. */
export interface Prompt {
  readonly system: string | undefined;
  readonly text: string;
}

export interface PromptInput {
  readonly protocol: ProtocolChoice['id'];
  readonly condition: Condition;
  readonly question: Question;
  /** As `optionOrderFor` gives it; empty for a free-response question. */
  readonly optionOrder: readonly number[];
  /** What `parseReferencePrompts` read; the `reference` protocol needs it. */
  readonly reference?: ReferencePrompts | undefined;
  /** How many frames are sent, which the reference tells the model in the condition `frames`; unknown: it is not told. */
  readonly frameCount?: number | undefined;
}

/**
 * What to say to the model under test.
 *
 * The reference knows nothing of `youtube-uncropped`; there its prompt for video stands. It has no prompt for `options-only`; there its prompt for the blind test stands before the options.
 * @throws {RangeError} one sentence, where the protocol's prompts are not at hand, or options are asked of a question without any
 */
export function buildPrompt(input: PromptInput): Prompt {
  const { protocol, condition, question, optionOrder, frameCount } = input;
  const text =
    condition === 'options-only' ? onlyOptions(question, optionOrder) : renderQuestion(question, optionOrder);
  if (protocol === 'sonoscore') return { system: systemPrompt(condition, question.kind), text };
  const reference = needed(input.reference);
  switch (condition) {
    case 'video':
    case 'youtube-uncropped':
      return { system: reference.video, text };
    case 'frames': {
      if (frameCount === undefined) return { system: reference.frames, text };
      const values = { frameCount: String(frameCount), question: text };
      return { system: reference.frames, text: fillTemplate(reference.framesMessage, values) };
    }
    case 'text-only':
    case 'options-only':
      return { system: reference.blind, text };
  }
}

export interface JudgePromptInput {
  readonly protocol: ProtocolChoice['id'];
  readonly question: FreeResponseQuestion;
  /** What the model answered. */
  readonly prediction: string;
  /** Upstream's `--strict_judge`, off unless asked for. */
  readonly strict: boolean;
  readonly reference?: ReferencePrompts | undefined;
}

/**
 * What to say to the judge. It is to be asked at temperature 0 and for JSON.
 * @throws {RangeError} one sentence, where the protocol's prompts are not at hand
 */
export function buildJudgePrompt(input: JudgePromptInput): Prompt {
  const { protocol, question, prediction, strict } = input;
  if (protocol === 'sonoscore')
    return { system: judgeSystemPrompt(strict), text: judgeMessage(question.stem, question.answer, prediction) };
  const reference = needed(input.reference);
  const values = { question: question.printed, groundTruth: question.answer, prediction };
  return {
    system: strict ? `${reference.judge}\n\n${reference.strictNote}` : reference.judge,
    text: fillTemplate(reference.judgeMessage, values),
  };
}

function onlyOptions(question: Question, order: readonly number[]): string {
  if (question.kind === 'free-response')
    throw new RangeError(`${question.id} has no options, so there is nothing to show in the condition "options only".`);
  return renderOptions(question, order);
}

function needed(reference: ReferencePrompts | undefined): ReferencePrompts {
  if (reference === undefined)
    throw new RangeError(
      "The reference protocol needs the authors' prompts: load the benchmark together with its scripts, or use the sonoscore protocol.",
    );
  return reference;
}
