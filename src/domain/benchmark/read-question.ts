import * as v from 'valibot';

import { finiteNumber, readFields, text, type FieldFault } from './fields.ts';
import type { QuestionFile } from './input-files.ts';
import { printedKind, readPrintedChoice, withoutPrefix } from './printed-question.ts';
import type {
  FreeResponseQuestion,
  MultipleChoiceQuestion,
  OptionLetter,
  Question,
  QuestionKind,
  QuestionType,
  Video,
} from './types.ts';

const itemShape = v.object({
  question: text,
  answer: text,
  question_type: text,
  time_start: finiteNumber,
  time_end: finiteNumber,
  groundtruth: v.optional(text, ''),
  keep: v.optional(v.boolean('must be true or false'), true),
});

/** Upstream's names of types, old ones included; it counts its old fourth type as the second. */
const TYPE_NAMES = new Map<string, QuestionType>([
  ['Type1_ActionGoalReasoning', 1],
  ['Type2_ArtifactResolutionOptimization', 2],
  ['Type2_OptimizationTroubleshooting', 2],
  ['Type4_DisambiguationSafetyDecision', 2],
  ['Type3_ProcedureContextPlanning', 3],
]);

const KIND_FOLDERS: Readonly<Record<QuestionKind, string>> = { 'multiple-choice': 'mcq', 'free-response': 'free' };

/** Times are written to hundredths; differences of them are off by far less than this. */
const TIME_ROUNDING_SECONDS = 1e-6;

export type ReadQuestion =
  | { readonly kind: 'read'; readonly question: Question }
  | { readonly kind: 'wrong'; readonly faults: readonly FieldFault[] };

/** Question `number` (from 1) of `file`, whose window lies in `video`. */
export function readQuestion(file: QuestionFile, number: number, video: Video): ReadQuestion {
  const read = readFields(itemShape, file.items[number - 1]);
  if (read.kind === 'wrong') return read;
  const { question: printed, answer, question_type, time_start, time_end, groundtruth: evidence, keep } = read.value;
  const faults: FieldFault[] = [];
  const type = TYPE_NAMES.get(question_type.trim());
  if (type === undefined)
    faults.push({ field: 'question_type', message: `names no known type ("${question_type.slice(0, 40)}")` });
  const window = readWindow(time_start, time_end, video);
  if ('message' in window) faults.push(window);
  const asked = readAsked(printed, answer, file.folderKind);
  if ('message' in asked) faults.push(asked);
  if (type === undefined || 'message' in window || 'message' in asked) return { kind: 'wrong', faults };
  const base = {
    id: `${KIND_FOLDERS[asked.kind]}/${file.videoKey}/${number}`,
    videoKey: file.videoKey,
    sourceKey: video.sourceKey,
    number,
    file: file.shortPath,
    type,
    ...window,
    keep,
    evidence,
    printed,
  };
  return { kind: 'read', question: { ...base, ...asked } };
}

type Window = Pick<Question, 'startSeconds' | 'endSeconds' | 'printedEndSeconds'>;

function readWindow(startSeconds: number, endSeconds: number, video: Video): Window | FieldFault {
  const lengthSeconds =
    Math.round((video.endSeconds - video.startSeconds) / TIME_ROUNDING_SECONDS) * TIME_ROUNDING_SECONDS;
  if (startSeconds < 0) return { field: 'time_start', message: `is before zero (${startSeconds})` };
  if (endSeconds <= startSeconds)
    return { field: 'time_end', message: `(${endSeconds}) is not after time_start (${startSeconds})` };
  if (endSeconds + video.startSeconds <= 0)
    return { field: 'time_end', message: `(${endSeconds}) is before the source video's first frame` };
  if (startSeconds >= lengthSeconds)
    return {
      field: 'time_start',
      message: `(${startSeconds}) is after the end of its Video (${round(lengthSeconds)} s long)`,
    };
  const clamped = endSeconds > lengthSeconds + TIME_ROUNDING_SECONDS;
  return clamped
    ? { startSeconds, endSeconds: round(lengthSeconds), printedEndSeconds: endSeconds }
    : { startSeconds, endSeconds, printedEndSeconds: undefined };
}

function round(seconds: number): number {
  return Number(seconds.toFixed(6));
}

type Asked =
  | Pick<MultipleChoiceQuestion, 'kind' | 'stem' | 'options' | 'optionForm' | 'answer'>
  | Pick<FreeResponseQuestion, 'kind' | 'stem' | 'answer'>;

function readAsked(printed: string, answer: string, folderKind: QuestionKind | undefined): Asked | FieldFault {
  const said = printedKind(printed);
  const kind = said ?? folderKind;
  if (kind === undefined)
    return {
      field: 'question',
      message: 'begins with neither [MCQ] nor [FREE], and its folder is neither mcq nor free',
    };
  if (folderKind !== undefined && kind !== folderKind)
    return {
      field: 'question',
      message: `begins with [${kind === 'multiple-choice' ? 'MCQ' : 'FREE'}] in the folder ${KIND_FOLDERS[folderKind]}`,
    };
  if (kind === 'free-response') {
    const stem = withoutPrefix(printed).trim();
    if (stem === '') return { field: 'question', message: 'asks nothing' };
    if (answer.trim() === '') return { field: 'answer', message: 'is empty' };
    return { kind, stem, answer };
  }
  const choice = readPrintedChoice(printed);
  if (choice.kind === 'wrong') return { field: 'question', message: choice.message };
  const { stem, options, optionForm } = choice;
  const letter = answerLetter(
    answer,
    options.map((option) => option.letter),
  );
  if (letter === undefined) {
    const last = options.at(-1)?.letter ?? '';
    return { field: 'answer', message: `("${answer.slice(0, 40)}") is none of the options A to ${last}` };
  }
  return { kind, stem, options, optionForm, answer: letter };
}

/** `B`, `b`, `B.`, `B)` and `B. text` name option B. */
function answerLetter(answer: string, letters: readonly OptionLetter[]): OptionLetter | undefined {
  const named = /^\s*([a-z])(?:[.)].*)?\s*$/is.exec(answer)?.[1]?.toUpperCase();
  return letters.find((letter) => letter === named);
}
