import { toCsv, type Cell } from '../app/index.ts';
import type { Benchmark, OptionLetter, Question } from '../domain/benchmark/index.ts';
import { printedIndexOf } from '../domain/options/index.ts';
import type { Attempt, Run } from '../domain/run/index.ts';

const HEADER = [
  'question',
  'epoch',
  'kind',
  'type',
  'video',
  'source video',
  'start (s)',
  'end (s)',
  'outcome',
  'predicted option (as printed)',
  'predicted text',
  'answer',
  'judge score',
  'error type',
  'judge',
  'judge explanation',
  'a person’s score',
  'a person’s error type',
  'a person’s note',
  'reply',
  'finish reason',
  'latency (ms)',
  'input tokens',
  'output tokens',
  'clip frames',
  'clip sha256',
  'failure',
  'failure message',
  'read by this page’s rule',
  'read by the reference’s rule',
  'votes for each option (as printed)',
];

/** Every Attempt of a Run as a line. Letters are those of the printed order, whatever order the model was shown. */
export function runToCsv(benchmark: Benchmark, run: Run, attempts: readonly Attempt[]): string {
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const places = new Map(run.questionIds.map((id, index) => [id, index]));
  const placeOf = ({ questionId }: Attempt) => places.get(questionId) ?? Infinity;
  const sorted = [...attempts].sort((a, b) => placeOf(a) - placeOf(b) || a.epoch - b.epoch);
  return toCsv(
    HEADER,
    sorted.map((attempt) => line(attempt, questions.get(attempt.questionId))),
  );
}

function line(attempt: Attempt, question: Question | undefined): readonly Cell[] {
  const { prediction, verdict, reply, clip, failure, state } = attempt;
  const option =
    prediction?.kind === 'letter' && question?.kind === 'multiple-choice'
      ? question.options[prediction.printedIndex]
      : undefined;
  return [
    attempt.questionId,
    attempt.epoch,
    question?.kind,
    question?.type,
    question?.videoKey,
    question?.sourceKey,
    question?.startSeconds,
    question?.endSeconds,
    state.kind === 'done' ? state.outcome : state.kind,
    option?.letter,
    prediction?.kind === 'text' ? prediction.text : option?.text,
    question?.answer,
    verdict?.score,
    verdict?.errorType,
    verdict?.judge.modelId,
    verdict?.explanation,
    attempt.override?.score,
    attempt.override?.errorType,
    [attempt.override?.note, attempt.note?.text].filter((text) => text !== undefined && text !== '').join('\n') ||
      undefined,
    reply?.text,
    reply?.finishReason,
    reply?.latencyMs,
    reply?.usage.inputTokens,
    reply?.usage.outputTokens,
    clip?.frameCount,
    clip?.sha256,
    failure?.kind,
    failure?.message,
    printedLetter(attempt.readings?.robust, attempt, question),
    printedLetter(attempt.readings?.reference, attempt, question),
    attempt.votes?.join(' '),
  ];
}

/** The printed letter of an option by the letter that it was shown with. */
function printedLetter(
  shown: OptionLetter | undefined,
  { optionOrder }: Attempt,
  question: Question | undefined,
): Cell {
  if (shown === undefined || question?.kind !== 'multiple-choice') return undefined;
  if (optionOrder.length === 0) return shown;
  const printedIndex = printedIndexOf(shown, optionOrder);
  return printedIndex === undefined ? undefined : question.options[printedIndex]?.letter;
}
