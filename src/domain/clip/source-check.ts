import type { Benchmark, Video } from '../benchmark/index.ts';
import { cropOf, type FrameSize } from './crop.ts';

/** What is known of a source video from looking into its file. */
export interface SourceLook {
  /** Undefined where nothing tells it. */
  readonly durationSeconds: number | undefined;
  readonly frame: FrameSize | undefined;
  readonly codec: string | undefined;
  /** Who can decode it here: the browser, only ffmpeg, or nobody. */
  readonly decoder: 'browser' | 'ffmpeg' | 'none';
}

/** Which Videos a file is to serve: all of the source video’s, or one that begins where the file does. */
export interface HeldSource {
  readonly sourceKey: string;
  /** Where the file holds this Video only. */
  readonly videoKey: string | undefined;
  /** Seconds of the source video at which the file begins. */
  readonly offsetSeconds: number;
  readonly look: SourceLook;
}

export interface SourceFinding {
  readonly kind:
    | 'too-short'
    /** It holds more than the one Video that its name says. */
    | 'whole-source'
    /** It is as long as one Video of the source video, and not as long as the source video must be. */
    | 'one-video-only'
    | 'other-length'
    | 'small-region'
    | 'region-moved'
    | 'region-outside'
    | 'unreadable'
    | 'slow-codec';
  /** `wrong`: no clip is cut from it unless somebody says that it is right. */
  readonly severity: 'wrong' | 'caution' | 'note';
  /** Absent where it is of the whole file. */
  readonly videoKey?: string;
  /** One sentence for a person. */
  readonly message: string;
}

/** Sides that vision models look at: under it, a region shows less than they could see. */
export const SMALL_SIDE_PIXELS = 224;
/** Recordings of the same source video differ by this at their ends. */
const SLACK_SECONDS = 1;
/** A window that reaches this far past the end loses nothing that matters. */
const WINDOW_SLACK_SECONDS = 0.5;

/**
 * Whether a file can be the source video that it is held for: long enough for every window of the kept questions, of the
 * length of what it is named after, readable, and with pixels enough in each region.
 * @param benchmark with its Videos corrected, where they are
 */
export function checkSource(held: HeldSource, benchmark: Benchmark): readonly SourceFinding[] {
  const videos = benchmark.videos.filter(
    ({ key, sourceKey }) => sourceKey === held.sourceKey && (held.videoKey === undefined || key === held.videoKey),
  );
  if (held.look.decoder === 'none') {
    const message = `Neither this browser nor FFmpeg can decode it (${held.look.codec ?? 'its codec is not known'}): get it as MP4 with H.264.`;
    return [{ kind: 'unreadable', severity: 'wrong', message }];
  }
  return [
    ...lengthFindings(held, videos, benchmark),
    ...regionFindings(held.look, videos),
    ...codecFindings(held.look),
  ];
}

/** Where the last window of a Video’s kept questions ends, in seconds of the Video. */
function lastWindowEnd(video: Video, { questions }: Benchmark): number {
  const ends = questions.flatMap(({ videoKey, keep, endSeconds }) =>
    keep && videoKey === video.key ? [endSeconds] : [],
  );
  return Math.max(0, ...ends);
}

function lengthFindings(held: HeldSource, videos: readonly Video[], benchmark: Benchmark): readonly SourceFinding[] {
  const { durationSeconds } = held.look;
  if (durationSeconds === undefined) return [];
  const lasts = `It lasts ${clock(durationSeconds)}`;
  const short = videos.filter((video) => {
    const end = lastWindowEnd(video, benchmark);
    return end > 0 && beginIn(held, video) + end > durationSeconds + WINDOW_SLACK_SECONDS;
  });
  const own = short.length === 0 ? undefined : onlyVideoOf(held, videos, benchmark);
  if (own !== undefined) {
    return [
      {
        kind: 'one-video-only',
        severity: 'wrong',
        videoKey: own.key,
        message: `${lasts}, as long as one Video and too short for the whole source video: it may hold that Video only.`,
      },
    ];
  }
  if (short.length > 0) {
    return short.map((video) => {
      const needed = beginIn(held, video) + lastWindowEnd(video, benchmark);
      const message = `${lasts}, but the questions need it up to ${clock(needed)}: it is another recording, or not all of it.`;
      return { kind: 'too-short', severity: 'wrong', videoKey: video.key, message } as const;
    });
  }
  const [video] = videos;
  if (held.videoKey === undefined || video === undefined) return [];
  const span = video.endSeconds - video.startSeconds;
  if (durationSeconds <= span + Math.max(2, span / 20)) return [];
  const reaches = durationSeconds >= video.endSeconds - SLACK_SECONDS;
  return [
    {
      kind: reaches ? 'whole-source' : 'other-length',
      severity: 'wrong',
      videoKey: video.key,
      message: reaches
        ? `${lasts}, but the Video that it is named after only ${clock(span)}: it is likely the whole source video, in which the Video begins at ${clock(video.startSeconds)}.`
        : `${lasts}, but the Video that it is named after only ${clock(span)}: it is another recording.`,
    },
  ];
}

/** Where a Video begins in the file. */
function beginIn({ offsetSeconds }: HeldSource, { startSeconds }: Video): number {
  return startSeconds - offsetSeconds;
}

/** A Video of the source whose length the file has. */
function onlyVideoOf(
  { videoKey, look }: HeldSource,
  videos: readonly Video[],
  benchmark: Benchmark,
): Video | undefined {
  const { durationSeconds } = look;
  if (videoKey !== undefined || durationSeconds === undefined) return undefined;
  return videos.find(
    (video) =>
      Math.abs(video.endSeconds - video.startSeconds - durationSeconds) <= SLACK_SECONDS &&
      lastWindowEnd(video, benchmark) <= durationSeconds + WINDOW_SLACK_SECONDS,
  );
}

function regionFindings({ frame }: SourceLook, videos: readonly Video[]): readonly SourceFinding[] {
  if (frame === undefined) return [];
  return videos.flatMap((video): readonly SourceFinding[] => {
    const crop = cropOf(video.roi, frame);
    const videoKey = video.key;
    if (crop.kind === 'impossible')
      return [{ kind: 'region-outside', severity: 'wrong', videoKey, message: crop.message }];
    const { width, height } = crop.rect;
    const moved = crop.notes.map((note) => {
      const message = `Of its ${frame.widthPixels} x ${frame.heightPixels} pixels, ${note}: it may have another size than the benchmark’s.`;
      return { kind: 'region-moved', severity: 'caution', videoKey, message } as const;
    });
    if (Math.min(width, height) >= SMALL_SIDE_PIXELS) return moved;
    const message = `The region is ${width} x ${height} pixels, and models see up to ${SMALL_SIDE_PIXELS} a side and more: a larger download (720p) shows more.`;
    return [...moved, { kind: 'small-region', severity: 'caution', videoKey, message }];
  });
}

function codecFindings({ decoder, codec }: SourceLook): readonly SourceFinding[] {
  if (decoder !== 'ffmpeg') return [];
  const message = `This browser does not decode ${codec ?? 'it'} itself: FFmpeg does, which takes longer.`;
  return [{ kind: 'slow-codec', severity: 'note', message }];
}

/** `1:07` or `1:02:07`. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
