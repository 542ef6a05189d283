import { type Benchmark, type Question, videoOf } from '../domain/benchmark/index.ts';
import { type ClipSpec, type EngineSettings, type SourceFile, SonoscoreError } from './ports.ts';

/**
 * What to cut of `source` for a Question: its window, moved from the Video's time to the file's, and the Video's ROI. A
 * window that begins before the file does loses that part, which is noted.
 * @throws {SonoscoreError} kind `clip`, where the whole window lies before the file begins
 */
export function clipSpecFor(
  benchmark: Benchmark,
  question: Question,
  source: Pick<SourceFile, 'name' | 'offsetSeconds'>,
  settings?: EngineSettings,
): ClipSpec {
  const video = videoOf(benchmark, question);
  if (video === undefined) {
    throw new SonoscoreError({
      kind: 'internal',
      retryable: false,
      message: `Question ${question.number} of ${question.file} names the Video “${question.videoKey}”, which the benchmark does not hold: load the benchmark again.`,
    });
  }
  const fromFile = video.startSeconds - source.offsetSeconds;
  const before = micro(-(fromFile + question.startSeconds));
  const startSeconds = Math.max(0, -before);
  const durationSeconds = micro(fromFile + question.endSeconds - startSeconds);
  if (durationSeconds <= 0) {
    throw new SonoscoreError({
      kind: 'clip',
      retryable: false,
      message: `The window of question ${question.number} of ${question.file} lies outside the file “${source.name}”, which begins later in the source video: attach the whole source video.`,
    });
  }
  return {
    startSeconds,
    durationSeconds,
    roi: video.roi,
    ...(settings === undefined ? {} : { settings }),
    ...(before > 0 ? { notes: [`the window begins ${before.toFixed(2)} s before the file and was cut short`] } : {}),
  };
}

/** To microseconds, which is what engines read; sums of decimal fractions are a hair off otherwise. */
function micro(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
