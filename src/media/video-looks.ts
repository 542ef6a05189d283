import type { Clipper, ClipTransforms, SourceFile, Still, VideoLook, VideoLooks } from '../app/index.ts';
import type { Benchmark, Video } from '../domain/benchmark/index.ts';
import { abortError, isAbort, textOf } from './clip-errors.ts';
import type { FfmpegClipper } from './ffmpeg-clipper.ts';
import type { OpenedSource } from './opened-source.ts';
import type { Fetch } from './range-reader.ts';
import type { MediaLibrary } from './source-library.ts';
import { scopeOf } from './source-slots.ts';

export interface VideoLooksOptions {
  readonly library: MediaLibrary;
  readonly fetch: Fetch;
  /** For what the browser itself cannot decode. */
  readonly ffmpeg: Pick<FfmpegClipper, 'factsOf'>;
  readonly clipper: Clipper;
  readonly transforms: ClipTransforms;
}

/** Half a second holds a frame of any video worth the name. */
const SLICE_SECONDS = 0.5;
const STILL_SIDE_PIXELS = 960;

/** Looks into source videos: by the browser's own decoder, or by ffmpeg where that cannot. */
export function createVideoLooks(options: VideoLooksOptions): VideoLooks {
  const { library, fetch } = options;

  const open = async (source: SourceFile, signal: AbortSignal): Promise<OpenedSource | undefined> => {
    const { OpenedSource } = await import('./opened-source.ts');
    try {
      const opened = await OpenedSource.open(source, fetch, signal);
      if (opened.look.decoder === 'browser') return opened;
      opened.dispose();
      return undefined;
    } catch (error) {
      if (isAbort(error) || signal.aborted) throw abortError();
      return undefined;
    }
  };

  const lookBy = async (opened: OpenedSource, span: Span, videoKey: string): Promise<VideoLook> => ({
    videoKey,
    look: opened.look,
    framesPerSecond: await opened.framesPerSecond(),
    first: await opened.firstFrom(span.startSeconds),
    last: await lastOf(opened, span),
  });

  const lookByFfmpeg = async (
    source: SourceFile,
    span: Span,
    videoKey: string,
    signal: AbortSignal,
  ): Promise<VideoLook> => {
    const facts = source.remote === undefined ? await options.ffmpeg.factsOf(source, signal) : undefined;
    const still = async (startSeconds: number, which: 'first' | 'last'): Promise<Still | undefined> => {
      try {
        const spec = { startSeconds, durationSeconds: SLICE_SECONDS, roi: undefined };
        const clip = await options.clipper.cut(source, spec, signal);
        const wanted = { framesPerSecond: 1000, maxSidePixels: STILL_SIDE_PIXELS };
        const { images } = await options.transforms.frames(clip, wanted, signal);
        const image = which === 'first' ? images[0] : images.at(-1);
        return image && { blob: new Blob([image], { type: 'image/jpeg' }), seconds: startSeconds };
      } catch (error) {
        if (isAbort(error) || signal.aborted) throw error;
        return undefined;
      }
    };
    const first = await still(span.startSeconds, 'first');
    return {
      videoKey,
      look: {
        durationSeconds: facts?.durationSeconds,
        frame: facts,
        codec: facts?.codec,
        decoder: first === undefined && facts === undefined ? 'none' : 'ffmpeg',
      },
      framesPerSecond: facts?.nominalFrameRate,
      first,
      last: await still(Math.max(span.startSeconds, span.endSeconds - SLICE_SECONDS), 'last'),
    };
  };

  /** Videos in the same file one after another, so that it is opened once. */
  const lookAtFile = async (
    source: SourceFile,
    videos: readonly Video[],
    signal: AbortSignal,
    onLook: Parameters<VideoLooks['look']>[3],
  ): Promise<void> => {
    let opened: OpenedSource | undefined;
    try {
      opened = await open(source, signal);
      for (const video of videos) {
        if (signal.aborted) throw abortError();
        const span = spanIn(source, video);
        try {
          const seen =
            opened === undefined
              ? await lookByFfmpeg(source, span, video.key, signal)
              : await lookBy(opened, span, video.key);
          onLook(video.key, seen);
        } catch (error) {
          if (isAbort(error) || signal.aborted) throw abortError();
          onLook(video.key, { message: textOf(error) });
        }
      }
    } finally {
      opened?.dispose();
    }
  };

  return {
    look: async (benchmark, videoKeys, signal, onLook) => {
      for (const { held, videos } of groupedByFile(library, benchmark, videoKeys)) {
        try {
          const source = await held(signal);
          if (source !== undefined) await lookAtFile(source, videos, signal, onLook);
        } catch (error) {
          if (isAbort(error) || signal.aborted) throw abortError();
          for (const { key } of videos) onLook(key, { message: textOf(error) });
        }
      }
    },
    thumbnail: async ({ path, blob }, signal) => {
      const opened = await open({ name: path, blob, offsetSeconds: 0 }, signal);
      try {
        // A tenth in: past titles and black.
        return await opened?.firstFrom((opened.look.durationSeconds ?? 0) / 10);
      } finally {
        opened?.dispose();
      }
    },
  };
}

interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Where the Video lies in the file. */
function spanIn({ offsetSeconds }: SourceFile, { startSeconds, endSeconds }: Video): Span {
  return { startSeconds: Math.max(0, startSeconds - offsetSeconds), endSeconds: endSeconds - offsetSeconds };
}

/** None where the file ends long before: its last frame is then of another moment. */
async function lastOf(opened: OpenedSource, span: Span): Promise<Still | undefined> {
  const last = await opened.lastBefore(span.endSeconds);
  return last !== undefined && last.seconds >= span.startSeconds && last.seconds > span.endSeconds - 2
    ? last
    : undefined;
}

interface Group {
  readonly held: (signal: AbortSignal) => Promise<SourceFile | undefined>;
  readonly videos: Video[];
}

function groupedByFile(library: MediaLibrary, benchmark: Benchmark, videoKeys: readonly string[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const video of benchmark.videos) {
    if (!videoKeys.includes(video.key)) continue;
    const best = library.slots.best(scopeOf(benchmark, video.sourceKey), video.sourceKey, video.key);
    const id = best?.id ?? `site ${video.sourceKey}`;
    const group = groups.get(id);
    if (group !== undefined) group.videos.push(video);
    else {
      const held: Group['held'] = (signal) =>
        best === undefined ? library.find(video.sourceKey, video.key, signal, benchmark) : library.open(best, signal);
      groups.set(id, { held, videos: [video] });
    }
  }
  return [...groups.values()];
}
