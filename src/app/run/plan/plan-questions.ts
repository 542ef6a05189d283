import type { Benchmark, Question } from '../../../domain/benchmark/index.ts';
import type { RunConfig } from '../../../domain/run/index.ts';

/** The kept Questions that a config chooses, in the benchmark's order; a limit takes them spread evenly over the list. */
export function planQuestions(config: RunConfig, benchmark: Benchmark): readonly Question[] {
  const onYouTube = new Set(
    benchmark.sourceVideos.filter(({ location }) => location.kind === 'youtube').map(({ key }) => key),
  );
  const sources = config.sourceKeys === undefined ? undefined : new Set(config.sourceKeys);
  const chosen = config.questionIds === undefined ? undefined : new Set(config.questionIds);
  const all = benchmark.questions.filter(
    (question) =>
      question.keep &&
      config.kinds.includes(question.kind) &&
      // Without its stem there is nothing left of a free-response question.
      (config.condition !== 'options-only' || question.kind === 'multiple-choice') &&
      (config.condition !== 'youtube-uncropped' || onYouTube.has(question.sourceKey)) &&
      (sources === undefined || sources.has(question.sourceKey)) &&
      (chosen === undefined || chosen.has(question.id)),
  );
  const { limit } = config;
  if (limit === undefined || limit >= all.length) return all;
  const before = (index: number) => Math.floor((index * limit) / all.length);
  return all.filter((_, index) => before(index + 1) > before(index));
}

/** How many Attempts a Question gets: repeats times rotations. */
export function attemptCount(config: RunConfig, question: Question): number {
  const rotations = question.kind === 'multiple-choice' && config.optionOrder === 'circular';
  return rotations ? config.epochs * question.options.length : config.epochs;
}
