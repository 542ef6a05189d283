import type { MultipleChoiceQuestion, OptionLetter } from '../benchmark/index.ts';
import { optionOrderFor } from '../options/index.ts';
import type { BaselineName } from '../run/index.ts';

/** Chooses an option by its printed index, without the video; undefined where its rule says nothing. */
export type Baseline = (question: MultipleChoiceQuestion) => number | undefined;

/** Turns a run's seed into another one, so that a random choice has nothing to do with a random order of options. */
const SEED_SHIFT = 0x5eed;

/**
 * A predictor that needs no model. No rule looks at an answer.
 * @param questions all multiple-choice questions of the Benchmark that are kept: `most-common-first-word` counts over their options
 * @param seed for `seeded-random`, which gives one question the same choice whatever else there is
 */
export function createBaseline(
  name: BaselineName,
  questions: readonly MultipleChoiceQuestion[],
  seed: number,
): Baseline {
  switch (name) {
    case 'always-A':
    case 'always-B':
    case 'always-C':
    case 'always-D':
      return printedLetter(letterOf(name));
    case 'shortest-option':
      return shortest;
    case 'longest-option':
      return longest;
    case 'odd-full-stop':
      return oddFullStop;
    case 'odd-full-stop-then-shortest':
      return (question) => oddFullStop(question) ?? shortest(question);
    case 'most-common-first-word':
      return mostCommonFirstWord(questions);
    case 'seeded-random':
      return (question) => optionOrderFor(question, 'seeded', seed + SEED_SHIFT, 0)[0];
  }
}

/** As `createBaseline`, for one question. */
export function baselinePrediction(
  name: BaselineName,
  question: MultipleChoiceQuestion,
  seed: number,
  questions: readonly MultipleChoiceQuestion[] = [question],
): number | undefined {
  return createBaseline(name, questions, seed)(question);
}

function letterOf(name: 'always-A' | 'always-B' | 'always-C' | 'always-D'): OptionLetter {
  switch (name) {
    case 'always-A':
      return 'A';
    case 'always-B':
      return 'B';
    case 'always-C':
      return 'C';
    case 'always-D':
      return 'D';
  }
}

function printedLetter(letter: OptionLetter): Baseline {
  return ({ options }) => {
    const index = options.findIndex((option) => option.letter === letter);
    return index === -1 ? undefined : index;
  };
}

const shortest: Baseline = ({ options }) => firstLeast(options.map(({ text }) => text.trim().length));
const longest: Baseline = ({ options }) => firstLeast(options.map(({ text }) => -text.trim().length));

/** The one option without a final full stop where all others have one. */
const oddFullStop: Baseline = ({ options }) => {
  const without = options.flatMap(({ text }, index) => (text.trim().endsWith('.') ? [] : [index]));
  return without.length === 1 && options.length > 1 ? without[0] : undefined;
};

/** The option that begins with the word that most options of the Benchmark begin with. */
function mostCommonFirstWord(questions: readonly MultipleChoiceQuestion[]): Baseline {
  const counts = new Map<string, number>();
  for (const { options } of questions)
    for (const { text } of options) counts.set(firstWord(text), (counts.get(firstWord(text)) ?? 0) + 1);
  return ({ options }) => firstLeast(options.map(({ text }) => -(counts.get(firstWord(text)) ?? 0)));
}

function firstWord(text: string): string {
  return /[\p{L}\p{N}]+/u.exec(text)?.[0].toLowerCase() ?? '';
}

/** The first of the least: of options alike in it, the one printed first. */
function firstLeast(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.indexOf(Math.min(...values));
}
