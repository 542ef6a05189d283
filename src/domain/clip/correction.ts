import type { Benchmark, Roi, Video } from '../benchmark/index.ts';

/** How a Video lies in the source video that somebody has, where that is not as the benchmark says. */
export interface Correction {
  readonly videoKey: string;
  /** What a person calls it. */
  readonly name: string;
  /** Added to the Video's times in the source video: positive where the file shows everything later. */
  readonly offsetSeconds: number;
  /** In place of the benchmark's region; absent: as the benchmark has it. */
  readonly roi?: Roi | undefined;
}

/** A Video as a Correction says that it lies in its source video. */
export function correctedVideo(video: Video, correction: Correction | undefined): Video {
  if (correction === undefined) return video;
  return {
    ...video,
    startSeconds: micro(video.startSeconds + correction.offsetSeconds),
    endSeconds: micro(video.endSeconds + correction.offsetSeconds),
    roi: correction.roi ?? video.roi,
  };
}

/** The Benchmark with its Videos corrected: clips cut by it are what a Run with these Corrections shows. */
export function correctedBenchmark(benchmark: Benchmark, corrections: readonly Correction[] | undefined): Benchmark {
  if (corrections === undefined || corrections.length === 0) return benchmark;
  const byVideo = new Map(corrections.map((correction) => [correction.videoKey, correction]));
  return { ...benchmark, videos: benchmark.videos.map((video) => correctedVideo(video, byVideo.get(video.key))) };
}

/** What a Correction changes, in words, such as `0.400 s later, region 10, 20, 300 x 200 pixels`. */
export function correctionWords({ offsetSeconds, roi }: Correction): string {
  const shift =
    offsetSeconds === 0 ? [] : [`${Math.abs(offsetSeconds).toFixed(3)} s ${offsetSeconds > 0 ? 'later' : 'earlier'}`];
  const region = roi === undefined ? [] : [regionWords(roi)];
  const words = [...shift, ...region];
  return words.length === 0 ? 'nothing changed' : words.join(', ');
}

function regionWords(roi: Roi): string {
  const { x, y, width, height } = roi;
  if (roi.unit === 'pixel') return `region ${x}, ${y}, ${width} x ${height} pixels`;
  const [left, top, wide, high] = [x, y, width, height].map((share) => (100 * share).toFixed(1));
  return `region ${left}, ${top}, ${wide} x ${high} % of the frame`;
}

/** To microseconds, which is what engines read. */
function micro(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
