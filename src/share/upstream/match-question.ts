import {
  printedKind,
  readPrintedChoice,
  withoutPrefix,
  type Benchmark,
  type MultipleChoiceQuestion,
  type Question,
  type QuestionKind,
} from '../../domain/benchmark/index.ts';
import type { UpstreamItem } from './items.ts';

/** The Question that an entry answers, and in which order its options were shown. */
export interface Match {
  readonly question: Question;
  readonly optionOrder: readonly number[];
}

/** Times are written to hundredths. */
const SAME_SECONDS = 0.02;

/** Finds questions of a Benchmark by Video, text and option texts: letters say nothing, since upstream shuffles. */
export class QuestionFinder {
  readonly #byVideo = new Map<string, Question[]>();

  constructor(benchmark: Benchmark) {
    for (const question of benchmark.questions) {
      const others = this.#byVideo.get(question.videoKey);
      if (others === undefined) this.#byVideo.set(question.videoKey, [question]);
      else others.push(question);
    }
  }

  knowsVideo(videoKey: string): boolean {
    return this.#byVideo.has(videoKey);
  }

  /**
   * @param number the entry's place in its file, from 1: decides only between questions that are alike in all else
   * @returns best first; none where the Benchmark asks no such question of that Video
   */
  find(videoKey: string, item: UpstreamItem, number: number, folderKind: QuestionKind | undefined): readonly Match[] {
    const kind = printedKind(item.question) ?? folderKind;
    const matches = (this.#byVideo.get(videoKey) ?? []).flatMap((question): readonly Match[] => {
      if (kind !== undefined && question.kind !== kind) return [];
      const optionOrder = orderIn(question, item);
      return optionOrder === undefined ? [] : [{ question, optionOrder }];
    });
    const sameTimes = matches.filter(({ question }) => hasTimes(question, item));
    const best = sameTimes.length > 0 ? sameTimes : matches;
    const strangeness = ({ question }: Match): number =>
      (item.keep === undefined || question.keep === item.keep ? 0 : 2) + (question.number === number ? 0 : 1);
    return best.toSorted((a, b) => strangeness(a) - strangeness(b));
  }
}

/** The printed index of each option as the entry shows them; undefined where it asks something else. */
function orderIn(question: Question, item: UpstreamItem): readonly number[] | undefined {
  if (question.kind === 'free-response') return textOf(item.question) === question.stem ? [] : undefined;
  return orderOfTexts(question, item.question);
}

function orderOfTexts(question: MultipleChoiceQuestion, shown: string): readonly number[] | undefined {
  const read = readPrintedChoice(shown);
  if (read.kind === 'wrong' || read.stem !== question.stem || read.options.length !== question.options.length)
    return undefined;
  const order = read.options.map((option) => question.options.findIndex(({ text }) => text === option.text));
  return order.includes(-1) || new Set(order).size !== order.length ? undefined : order;
}

function textOf(printed: string): string {
  return withoutPrefix(printed).trim();
}

function hasTimes({ startSeconds, endSeconds, printedEndSeconds }: Question, item: UpstreamItem): boolean {
  const { time_start = startSeconds, time_end = printedEndSeconds ?? endSeconds } = item;
  return (
    Math.abs(time_start - startSeconds) < SAME_SECONDS &&
    Math.abs(time_end - (printedEndSeconds ?? endSeconds)) < SAME_SECONDS
  );
}
