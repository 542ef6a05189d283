import {
  keptQuestions,
  OPTION_LETTERS,
  type Benchmark,
  type MultipleChoiceQuestion,
  type OptionLetter,
} from '../benchmark/index.ts';
import { BASELINE_NAMES, type BaselineName } from '../run/index.ts';
import { clusteredMean, UNIT_SCALE, type Estimate } from '../statistics/index.ts';
import { createBaseline } from './baseline.ts';

/** What a rule that never looks at the video gets. */
export interface ShortcutResult {
  readonly name: BaselineName;
  readonly correct: number;
  readonly total: number;
  /** Questions that the rule says something about; the others count as wrong. */
  readonly applies: number;
  readonly estimate: Estimate;
}

/** How often each letter is the answer, as printed. */
export interface AnswerLetters {
  readonly optionForm: MultipleChoiceQuestion['optionForm'] | 'all';
  readonly total: number;
  readonly counts: readonly { readonly letter: OptionLetter; readonly count: number }[];
}

/** The kept multiple-choice questions: those that are scored. */
export function scoredChoices(benchmark: Benchmark): readonly MultipleChoiceQuestion[] {
  return keptQuestions(benchmark).filter((question) => question.kind === 'multiple-choice');
}

/**
 * Every Baseline's score on a Benchmark, over its kept multiple-choice questions. Empty where there are none.
 * @param seed for the random one
 */
export function shortcutMeter(benchmark: Benchmark, seed: number = 1): readonly ShortcutResult[] {
  return meterOver(scoredChoices(benchmark), scoredChoices(benchmark), seed);
}

/**
 * As `shortcutMeter`, over some of the questions.
 * @param all the questions that first words are counted over
 */
export function meterOver(
  questions: readonly MultipleChoiceQuestion[],
  all: readonly MultipleChoiceQuestion[],
  seed: number,
): readonly ShortcutResult[] {
  return BASELINE_NAMES.flatMap((name) => {
    const choose = createBaseline(name, all, seed);
    const choices = questions.map((question) => ({ question, choice: choose(question) }));
    const values = choices.map(({ question, choice }) => ({
      value: isAnswer(question, choice) ? 1 : 0,
      cluster: question.sourceKey,
    }));
    const estimate = clusteredMean(values, UNIT_SCALE);
    if (estimate === undefined) return [];
    return {
      name,
      correct: values.filter(({ value }) => value === 1).length,
      total: values.length,
      applies: choices.filter(({ choice }) => choice !== undefined).length,
      estimate,
    };
  });
}

/** How often each letter is the answer, over all kept multiple-choice questions and by the form of their options. */
export function answerLetters(benchmark: Benchmark): readonly AnswerLetters[] {
  const questions = scoredChoices(benchmark);
  return (['all', 'full-stop', 'bracket'] as const).map((optionForm) => {
    const part = questions.filter((question) => optionForm === 'all' || question.optionForm === optionForm);
    return {
      optionForm,
      total: part.length,
      counts: OPTION_LETTERS.map((letter) => ({
        letter,
        count: part.filter(({ answer }) => answer === letter).length,
      })).filter(
        ({ letter, count }) => count > 0 || part.some(({ options }) => options.some((each) => each.letter === letter)),
      ),
    };
  });
}

/** Whether the option at a printed index is the Benchmark's answer. */
export function isAnswer(question: MultipleChoiceQuestion, printedIndex: number | undefined): boolean {
  return printedIndex !== undefined && question.options[printedIndex]?.letter === question.answer;
}
