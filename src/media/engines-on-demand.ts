import type { Clipper, ClipTransforms } from '../app/index.ts';
import { clipAccident } from './clip-errors.ts';
import type { Engines } from './engines.ts';
import type { FfmpegClipper } from './ffmpeg-clipper.ts';
import { untilAborted } from './race.ts';

export interface EnginesOnDemand {
  readonly clipper: Clipper;
  readonly transforms: ClipTransforms;
  readonly ffmpeg: Pick<FfmpegClipper, 'factsOf'>;
  /** Has ffmpeg fetched and started before there is work for it. */
  start(signal: AbortSignal): Promise<void>;
}

/** The engines as the page uses them: their code comes with the first clip, for the first page has no use for it. */
export function createEnginesOnDemand(): EnginesOnDemand {
  let fetched: Promise<Engines> | undefined;
  const engines = (signal: AbortSignal): Promise<Engines> => {
    fetched ??= fetchEngines().catch((error: unknown) => {
      // The network may be back at the next clip.
      fetched = undefined;
      throw error;
    });
    return untilAborted(fetched, signal);
  };
  return {
    clipper: {
      cut: async (source, spec, signal, onProgress) =>
        (await engines(signal)).clipper.cut(source, spec, signal, onProgress),
      dispose: () => {
        fetched?.then(
          ({ clipper }) => {
            clipper.dispose();
          },
          () => undefined,
        );
      },
    },
    transforms: {
      frames: async (clip, options, signal) => (await engines(signal)).transforms.frames(clip, options, signal),
      shrink: async (clip, maxBase64Bytes, signal) =>
        (await engines(signal)).transforms.shrink(clip, maxBase64Bytes, signal),
    },
    start: async (signal) => (await engines(signal)).ffmpeg.run(() => Promise.resolve(), signal),
    ffmpeg: {
      factsOf: async (source, signal, onProgress) => (await engines(signal)).ffmpeg.factsOf(source, signal, onProgress),
    },
  };
}

async function fetchEngines(): Promise<Engines> {
  try {
    const { createEngines } = await import('./engines.ts');
    return createEngines();
  } catch (cause) {
    throw clipAccident(
      'What cuts the clips could not be fetched from this site: check the connection, then try again.',
      cause,
    );
  }
}
