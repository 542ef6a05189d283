import type { Benchmark, Question, Video } from './types.ts';

/** The questions that are scored, in file order. */
export function keptQuestions(benchmark: Benchmark): readonly Question[] {
  return benchmark.questions.filter((question) => question.keep);
}

/** The Video that a question's window lies in; undefined where the question is of another Benchmark. */
export function videoOf(benchmark: Benchmark, question: Question): Video | undefined {
  return benchmark.videos.find((video) => video.key === question.videoKey);
}

/** Seconds: under 5, 5 to under 10, 10 to under 20, 20 and over. */
export type DurationBin = 'under-5' | '5-to-10' | '10-to-20' | '20-and-over';

export const DURATION_BINS: readonly DurationBin[] = ['under-5', '5-to-10', '10-to-20', '20-and-over'];

/** How long a question's window is as printed, before any clamping, in seconds. */
export function windowSeconds({
  startSeconds,
  endSeconds,
  printedEndSeconds,
}: Pick<Question, 'startSeconds' | 'endSeconds' | 'printedEndSeconds'>): number {
  return (printedEndSeconds ?? endSeconds) - startSeconds;
}

/** The bin of a question's window as upstream counts it: by the times as printed, before any clamping. */
export function durationBin({ startSeconds, endSeconds, printedEndSeconds }: Question): DurationBin {
  const seconds = windowSeconds({ startSeconds, endSeconds, printedEndSeconds });
  if (seconds < 5) return 'under-5';
  if (seconds < 10) return '5-to-10';
  return seconds < 20 ? '10-to-20' : '20-and-over';
}
