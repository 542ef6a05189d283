import {
  clipSpecFor,
  type Clipper,
  type Clips,
  type EngineSettings,
  SonoscoreError,
  type SourceVideos,
} from '../app/index.ts';

export interface ClipsOptions {
  readonly sources: SourceVideos;
  /** The one that runs use too, so that what one cut is there for the other. */
  readonly clipper: Clipper;
  /** Asked at each clip. Default: the clipper's own. */
  readonly settings?: () => EngineSettings | undefined;
}

/** Clips for the eye: cut as a model would be shown them. */
export function createClips({ sources, clipper, settings }: ClipsOptions): Clips {
  return {
    clipFor: async (benchmark, question, signal, onProgress) => {
      const source = await sources.find(question.sourceKey, question.videoKey, signal, benchmark);
      if (source === undefined) {
        throw new SonoscoreError({
          kind: 'no-source-video',
          retryable: false,
          message: `The source video “${question.sourceKey}” is not at hand: attach its file on the setup page.`,
        });
      }
      return clipper.cut(source, clipSpecFor(benchmark, question, source, settings?.()), signal, onProgress);
    },
  };
}
