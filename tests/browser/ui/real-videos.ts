import type { SourcePlace, SourcePlaceStore } from '../../../src/app/index.ts';
import type { Correction } from '../../../src/domain/clip/index.ts';
import {
  createClipper,
  createClipTransforms,
  createFfmpegClipper,
  createSourceDesk,
  createSourceLibrary,
  createVideoLooks,
} from '../../../src/media/index.ts';

/** Places in memory; a second library over the same ones is what a reload finds. */
export function memoryPlaces(): SourcePlaceStore & { readonly all: Map<string, SourcePlace> } {
  const all = new Map<string, SourcePlace>();
  return {
    all,
    list: () => Promise.resolve([...all.values()]),
    put: (place) => {
      all.set(place.id, place);
      return Promise.resolve();
    },
    delete: (id) => {
      all.delete(id);
      return Promise.resolve();
    },
  };
}

/** The real library, desk and looks over stores in memory. */
export function realVideos(
  options: {
    readonly places?: SourcePlaceStore;
    readonly kept?: Map<string, readonly Correction[]>;
    readonly pickFolder?: () => Promise<FileSystemDirectoryHandle>;
    readonly relay?: () => string | undefined;
  } = {},
) {
  const { places = memoryPlaces(), kept = new Map<string, readonly Correction[]>(), pickFolder, relay } = options;
  const fetch: typeof globalThis.fetch = (url, init) => globalThis.fetch(url, init);
  const sources = createSourceLibrary({
    fetch,
    sampleBaseUrl: undefined,
    places,
    ...(relay === undefined ? {} : { relay }),
  });
  const ffmpeg = createFfmpegClipper({ instances: 1 });
  const clipper = createClipper({ ffmpeg });
  const transforms = createClipTransforms({ ffmpeg });
  const newId = () => crypto.randomUUID();
  return {
    sources,
    clipper,
    desk: createSourceDesk({ library: sources, places, newId, pickFolder }),
    looks: createVideoLooks({ library: sources, fetch, ffmpeg, clipper, transforms }),
    corrections: {
      corrections: (digest: string) => Promise.resolve(kept.get(digest) ?? []),
      keepCorrections: (digest: string, corrections: readonly Correction[]) => {
        kept.set(digest, corrections);
        return Promise.resolve();
      },
    },
  };
}
