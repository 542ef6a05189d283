import type { OpenedBenchmark, WaitingCalls } from '../../src/app/index.ts';
import type { Report, Score } from '../../src/domain/report/index.ts';
import type { Attempt, CallFailure, FailureKind } from '../../src/domain/run/index.ts';

const LISTED = 20;

/** What was opened, and what of it cannot be used: one line each. */
export function openedLines(opened: OpenedBenchmark): readonly string[] {
  const { name, keptQuestions, sourceVideos, sourceVideosAtHand, problems } = opened;
  const listed = problems.slice(0, LISTED).map(({ file, questionNumber, message }) => {
    const place = questionNumber === undefined ? file : `${file}, question ${questionNumber}`;
    return `${place}: ${message}`;
  });
  const more = problems.length - listed.length;
  return [
    `${name}: ${counted(keptQuestions, 'question')}; ${sourceVideosAtHand} of ${sourceVideos} source videos at hand.`,
    ...listed,
    ...(more > 0 ? [`… and ${more} more like these.`] : []),
  ];
}

/** Why nobody is asked while a batch's output has not come in, and what to do. */
export function waitingWords({ callCount, writtenAt }: WaitingCalls, wanted: 'ask' | 'write'): string {
  const [verb, it] = callCount === 1 ? ['waits', 'it'] : ['wait', 'them'];
  const [nothing, again] =
    wanted === 'ask'
      ? ['nobody was asked', `make ${it} now as well`]
      : ['nothing was written', `write ${it} once more`];
  return `${counted(callCount, 'call')} of this command ${verb} for the output of a batch that was written on ${writtenAt.slice(0, 10)}, and ${nothing}: give that output with --batch-in, or give --ask-again to ${again}, which is paid for twice.`;
}

/** The headline numbers of a run, as the results page has them, and why calls failed: one line each. */
export function endLines(report: Report, attempts: readonly Attempt[]): readonly string[] {
  const { multipleChoice, freeResponse } = report.overall;
  return [
    ...(multipleChoice === undefined ? [] : [scoreLine('Accuracy, multiple choice', multipleChoice, percent)]),
    ...(freeResponse === undefined ? [] : [scoreLine('Judge score, free response, of 2', freeResponse, twoDigits)]),
    ...failureLines(attempts),
    ...nobodyAnswered(attempts),
  ];
}

/** Whether there is an answer at all: a run without one measured nothing. */
export function isAnswered(attempts: readonly Attempt[]): boolean {
  return attempts.some(
    ({ state }) => state.kind !== 'done' || (state.outcome !== 'failed' && state.outcome !== 'blocked'),
  );
}

function nobodyAnswered(attempts: readonly Attempt[]): readonly string[] {
  if (attempts.length === 0 || isAnswered(attempts)) return [];
  return [`Nothing was measured: none of ${counted(attempts.length, 'call')} was answered.`];
}

/**
 * Why a run stopped, for somebody at a command line.
 * @param reason as the page says it
 */
export function stopWords(reason: string, attempts: readonly Attempt[]): string {
  const failures = attempts.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const quoted = failures.find(({ message }) => reason.includes(message));
  return quoted === undefined ? reason : reason.replace(quoted.message, () => failureWords(quoted));
}

/** What a reader of the page is told to do there, said for a command line. The rest is true for both. */
const ADVICE: Partial<Record<FailureKind, string>> = {
  'no-source-video':
    'give the folder it lies in with --videos, its name holding the YouTube id or the Video’s name, and the same command once more',
  'network-or-cors':
    'check --base-url and that the server runs, and that it lets pages of http://127.0.0.1 call it (CORS; Ollama and vLLM do, LM Studio by `lms server start --cors`, Qwen and Seed by SONOSCORE_RELAY)',
};

function failureWords({ kind, message }: CallFailure): string {
  const advice = ADVICE[kind];
  return advice === undefined ? message : `${message.split(': ')[0] ?? ''}: ${advice}.`;
}

function scoreLine(label: string, score: Score, words: (value: number) => string): string {
  const { value, low, high, count } = score.allCounted;
  // Nothing of it was answered and scored: a 0 would look like a result.
  if (score.amongAnswered === undefined) return `${label}: no score (none of ${counted(count, 'question')} scored)`;
  const missing = score.missingCount === 0 ? '' : `; ${counted(score.missingCount, 'answer')} missing, counted as 0`;
  return `${label}: ${words(value)}, 95 % interval ${words(low)} to ${words(high)} (${counted(count, 'question')}${missing})`;
}

/** One line for each kind of failure, with the first one's own words. */
function failureLines(attempts: readonly Attempt[]): readonly string[] {
  const messages = new Map<FailureKind, string[]>();
  for (const { failure } of attempts)
    if (failure !== undefined)
      messages.set(failure.kind, [...(messages.get(failure.kind) ?? []), failureWords(failure)]);
  return [...messages].map(([kind, [first = '', ...more]]) => {
    const others = more.length === 0 ? '' : ` (and ${more.length} more of this kind)`;
    return `Failed, ${kind}: ${first}${others}`;
  });
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const twoDigits = (score: number) => score.toFixed(2);
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
