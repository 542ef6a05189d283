import { compareText } from './input-files.ts';
import type { Question, SourceLocation, Video } from './types.ts';

/**
 * The text whose SHA-256 names a Benchmark: every question and Video that was read, as JSON with fixed field order,
 * sorted by id. Neither the files' order nor their folders nor their white space come into it.
 */
export function canonicalText(
  questions: readonly Question[],
  videos: readonly Video[],
  locations: ReadonlyMap<string, SourceLocation>,
): string {
  return JSON.stringify({
    format: 1,
    questions: questions
      .toSorted((a, b) => compareText(a.id, b.id))
      .map((question) => [
        question.id,
        question.printed,
        question.answer,
        question.evidence,
        question.type,
        question.startSeconds,
        question.printedEndSeconds ?? question.endSeconds,
        question.keep,
      ]),
    videos: videos
      .toSorted((a, b) => compareText(a.key, b.key))
      .map(({ key, sourceKey, startSeconds, endSeconds, roi }) => [
        key,
        locations.get(sourceKey)?.kind,
        sourceKey,
        startSeconds,
        endSeconds,
        roi === undefined ? null : [roi.unit, roi.x, roi.y, roi.width, roi.height],
      ]),
  });
}
