import {
  OPTION_LETTERS,
  withoutPrefix,
  type MultipleChoiceQuestion,
  type Option,
  type OptionLetter,
  type Question,
} from '../benchmark/index.ts';

/**
 * The options as a model sees them: lettered anew from A on, in `order` (as `optionOrderFor` gives it).
 * @throws {RangeError} when `order` is not an order of exactly this question's options
 */
export function shownOptions(question: MultipleChoiceQuestion, order: readonly number[]): readonly Option[] {
  const fits = order.length === question.options.length && new Set(order).size === order.length;
  const shown = order.flatMap((printedIndex, position): Option[] => {
    const option = question.options[printedIndex];
    const letter = OPTION_LETTERS[position];
    return option === undefined || letter === undefined ? [] : [{ letter, text: option.text }];
  });
  if (!fits || shown.length !== order.length)
    throw new RangeError(
      `[${order.join(', ')}] is not an order of the ${question.options.length} options of ${question.id}.`,
    );
  return shown;
}

/** The printed place of the option that is shown under `letter`; undefined where none is. */
export function printedIndexOf(letter: OptionLetter, order: readonly number[]): number | undefined {
  return order[OPTION_LETTERS.indexOf(letter)];
}

/** The letter under which the option at `printedIndex` is shown; undefined where it is not among them. */
export function shownLetterOf(printedIndex: number, order: readonly number[]): OptionLetter | undefined {
  const position = order.indexOf(printedIndex);
  return position === -1 ? undefined : OPTION_LETTERS[position];
}

/**
 * The question as it is sent: without its `[MCQ] ` or `[FREE] `, and with its options in `order`, each in the form
 * that the question prints them in. In the printed order that is the printed text itself, character for character.
 */
export function renderQuestion(question: Question, order: readonly number[]): string {
  if (question.kind === 'free-response') return withoutPrefix(question.printed);
  const options = renderOptions(question, order);
  if (order.every((printedIndex, position) => printedIndex === position)) return withoutPrefix(question.printed);
  return `${question.stem}\n${options}`;
}

/** Only the options, one a line (or more where an option has more). */
export function renderOptions(question: MultipleChoiceQuestion, order: readonly number[]): string {
  const mark = question.optionForm === 'full-stop' ? '.' : ')';
  return shownOptions(question, order)
    .map(({ letter, text }) => `${letter}${mark} ${text}`)
    .join('\n');
}
