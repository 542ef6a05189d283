import { errorTypeFor } from '../audit/index.ts';
import { OPTION_LETTERS, type FreeResponseQuestion, type MultipleChoiceQuestion } from '../benchmark/index.ts';
import { outcomeOfVerdict } from '../outcome/index.ts';
import type { Attempt, Outcome } from '../run/index.ts';

/** Which answer of a Run of people it is. */
interface Place<Q> {
  readonly runId: string;
  readonly question: Q;
  readonly epoch: number;
  /** ISO date. */
  readonly now: string;
}

/** @param choice index into the printed options; undefined where there is none */
export function choiceAttempt(place: Place<MultipleChoiceQuestion>, choice: number | undefined): Attempt {
  const { question } = place;
  const shownLetter = choice === undefined ? undefined : OPTION_LETTERS[choice];
  const base = attemptAt(
    place,
    question.options.map((_option, index) => index),
  );
  if (choice === undefined || shownLetter === undefined) return base;
  return {
    ...base,
    state: { kind: 'done', outcome: question.options[choice]?.letter === question.answer ? 'correct' : 'incorrect' },
    prediction: { kind: 'letter', shownLetter, printedIndex: choice },
  };
}

/**
 * A text stands as the reply, so that a judge can score it later as a model's.
 * @param score a person's points for it; undefined: it is unjudged
 */
export function textAttempt(place: Place<FreeResponseQuestion>, text: string, score: 0 | 1 | 2 | undefined): Attempt {
  const base = attemptAt(place, []);
  if (text === '') return base;
  const outcome: Outcome = score === undefined ? 'unjudged' : outcomeOfVerdict(score);
  return {
    ...base,
    state: { kind: 'done', outcome },
    reply: {
      text,
      thinking: undefined,
      finishReason: 'stop',
      rawFinishReason: undefined,
      usage: {
        inputTokens: undefined,
        outputTokens: undefined,
        thinkingTokens: undefined,
        cachedTokens: undefined,
      },
      modelVersion: undefined,
      latencyMs: 0,
    },
    prediction: { kind: 'text', text },
    ...(score === undefined ? {} : { override: { score, errorType: errorTypeFor(score), note: '', at: place.now } }),
  };
}

function attemptAt(
  { runId, question, epoch, now }: Place<{ readonly id: string }>,
  optionOrder: readonly number[],
): Attempt {
  return {
    formatVersion: 1,
    runId,
    questionId: question.id,
    epoch,
    state: { kind: 'done', outcome: 'no-answer' },
    optionOrder,
    prompt: undefined,
    clip: undefined,
    reply: undefined,
    prediction: undefined,
    verdict: undefined,
    failure: undefined,
    updatedAt: now,
  };
}
