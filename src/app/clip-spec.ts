import { type Benchmark, type Question, videoOf } from '../domain/benchmark/index.ts';
import { type ClipSpec, type SourceFile, SonoscoreError } from './ports.ts';

/**
 * What to cut for a Question from this file: its window in the file's own seconds, and the Video's region of interest.
 * @throws {SonoscoreError} kind `clip` where the file begins after the window does
 */
export function clipSpecFor(benchmark: Benchmark, question: Question, source: SourceFile): ClipSpec {
  const video = videoOf(benchmark, question);
  if (video === undefined) {
    throw new SonoscoreError({
      kind: 'internal',
      retryable: false,
      message: `The benchmark has no Video “${question.videoKey}”, which ${question.id} asks about.`,
    });
  }
  // Sums of decimal fractions: without rounding, 12.3 + 4.5 - 12.3 asks for a frame earlier than 4.5 does.
  const startSeconds = microsecond(video.startSeconds + question.startSeconds - source.offsetSeconds);
  const durationSeconds = microsecond(question.endSeconds - question.startSeconds);
  if (startSeconds < 0) {
    throw new SonoscoreError({
      kind: 'clip',
      retryable: false,
      message: `“${source.name}” begins ${(-startSeconds).toFixed(2)} s after the window of ${question.id}: attach the whole source video, or correct its offset.`,
    });
  }
  return { startSeconds, durationSeconds, roi: video.roi };
}

function microsecond(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
