import type { MultipleChoiceQuestion, Option, OptionLetter, QuestionKind } from './types.ts';

/** The letters of options in order; a question has at most eight. */
export const OPTION_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const satisfies readonly OptionLetter[];

const PREFIX = /^\s*\[(MCQ|FREE)\][ \t]?/;
const OPTION_LINE = /^\s*([A-H])([.)])(?:\s+(.*))?$/;

/** The kind that a printed question's `[MCQ]` or `[FREE]` says, if it says one. */
export function printedKind(printed: string): QuestionKind | undefined {
  const word = PREFIX.exec(printed)?.[1];
  return word === undefined ? undefined : word === 'MCQ' ? 'multiple-choice' : 'free-response';
}

/** The printed question as a model is sent it: without its `[MCQ] ` or `[FREE] `. */
export function withoutPrefix(printed: string): string {
  return printed.replace(PREFIX, '');
}

export type PrintedChoice =
  | ({ readonly kind: 'read' } & Pick<MultipleChoiceQuestion, 'stem' | 'options' | 'optionForm'>)
  | { readonly kind: 'wrong'; readonly message: string };

/**
 * Takes a printed multiple-choice question apart. Options are lines that begin with the next letter in order, all in
 * the form of the first (`A.` or `A)`); any other line after the first option belongs to the option before it.
 */
export function readPrintedChoice(printed: string): PrintedChoice {
  const stemLines: string[] = [];
  const options: { letter: OptionLetter; lines: string[] }[] = [];
  let mark: string | undefined;
  for (const line of withoutPrefix(printed).split(/\r?\n/)) {
    const match = OPTION_LINE.exec(line);
    const expected = OPTION_LETTERS[options.length];
    if (match !== null && expected !== undefined && match[1] === expected) {
      mark ??= match[2];
      if (match[2] !== mark) return wrong(`mixes the forms "A." and "A)" from option ${expected} on`);
      options.push({ letter: expected, lines: [match[3] ?? ''] });
    } else (options.at(-1)?.lines ?? stemLines).push(line);
  }
  const read = options.map(({ letter, lines }): Option => ({ letter, text: lines.join('\n').trim() }));
  const stem = stemLines.join('\n').trim();
  const fault = faultOf(stem, read);
  if (fault !== undefined) return wrong(fault);
  return { kind: 'read', stem, options: read, optionForm: mark === ')' ? 'bracket' : 'full-stop' };
}

function faultOf(stem: string, options: readonly Option[]): string | undefined {
  if (options.length === 0) return 'has no options: each stands on a line of its own and begins with "A." or "A)"';
  if (options.length === 1) return 'has only one option';
  if (stem === '') return 'asks nothing before its options';
  const seen = new Map<string, OptionLetter>();
  for (const { letter, text } of options) {
    if (text === '') return `has an empty option ${letter}`;
    const earlier = seen.get(text);
    if (earlier !== undefined) return `has the same text in options ${earlier} and ${letter}`;
    seen.set(text, letter);
  }
  return undefined;
}

function wrong(message: string): PrintedChoice {
  return { kind: 'wrong', message };
}
