import { type Benchmark, type Question, videoOf } from '../domain/benchmark/index.ts';
import type { YouTubeWindow } from '../domain/run/index.ts';

/** A Question's window in its source video on YouTube; undefined where that lies elsewhere. */
export function youTubeWindow(benchmark: Benchmark, question: Question): YouTubeWindow | undefined {
  const video = videoOf(benchmark, question);
  const source = benchmark.sourceVideos.find(({ key }) => key === question.sourceKey);
  if (video === undefined || source?.location.kind !== 'youtube') return undefined;
  return {
    url: `https://www.youtube.com/watch?v=${source.location.youtubeId}`,
    startSeconds: milli(Math.max(0, video.startSeconds + question.startSeconds)),
    endSeconds: milli(video.startSeconds + question.endSeconds),
  };
}

/** To milliseconds: sums of decimal fractions are a hair off otherwise. */
function milli(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
