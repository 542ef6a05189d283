import {
  type AttachReport,
  type PickedFile,
  type SourceFile,
  type SourceHolding,
  type SourceLibrary,
  type SourcePlaceStore,
  type SourceVideos,
  type YouTubeReading,
} from '../app/index.ts';
import type { Benchmark, Problem, SourceVideo, Video } from '../domain/benchmark/index.ts';
import { type Certainty, matchFile, type SourceLook } from '../domain/clip/index.ts';
import { abortError, clipError } from './clip-errors.ts';
import { isFileError, lookIntoFile } from './look-into-file.ts';
import { type Fetch, SampleVideos } from './sample-videos.ts';
import { openSourceAddress } from './source-addresses.ts';
import { openYouTubeSource } from './youtube-source.ts';
import { findingsOf, type Held, isAddress, isUsable, scopeOf, SourceSlots } from './source-slots.ts';

export interface SourceLibraryOptions {
  readonly fetch: Fetch;
  /** Where the sample's files lie, with a slash at the end; undefined where there is no sample. */
  readonly sampleBaseUrl: string | undefined;
  /** Where what is found again after a reload is remembered. Default: nowhere. */
  readonly places?: SourcePlaceStore;
  /** The relay that the reader has set, for servers that let no page read them. */
  readonly relay?: () => string | undefined;
}

/** The source videos at hand: files that somebody attached, addresses, and the sample's own. */
export function createSourceLibrary(options: SourceLibraryOptions): MediaLibrary {
  return new MediaLibrary(options);
}

export class MediaLibrary implements SourceLibrary, SourceVideos {
  readonly slots = new SourceSlots();
  readonly options: SourceLibraryOptions;
  readonly #sample: SampleVideos;
  /** By address and relay, once they were asked for. */
  readonly #remote = new Map<string, SourceFile>();
  /** Why clips are not cut from what is held, by its id: as it was found when somebody last asked what is at hand. */
  readonly #refused = new Map<string, string>();
  #nextId = 1;
  #readsYouTube = false;

  readonly youTube: YouTubeReading = {
    isOn: () => this.#readsYouTube && this.options.relay?.() !== undefined,
    begin: async (youtubeId, signal) => {
      await this.#fromYouTube(youtubeId, signal);
      this.#readsYouTube = true;
    },
    end: () => {
      this.#readsYouTube = false;
    },
  };

  constructor(options: SourceLibraryOptions) {
    this.options = options;
    this.#sample = new SampleVideos(options.fetch, options.sampleBaseUrl);
  }

  async attach(
    benchmark: Benchmark,
    files: readonly PickedFile[],
    signal: AbortSignal,
    place: Exclude<SourceHolding['place'], 'address'> = 'file',
  ): Promise<AttachReport> {
    const matched: { file: string; sourceKey: string; offsetSeconds: number }[] = [];
    const unmatched: PickedFile[] = [];
    const problems: Problem[] = [];
    const said = await this.#saidByHand();
    const together = new Set<string>();
    for (const file of files) {
      if (signal.aborted) throw abortError();
      const match = said(benchmark, file) ?? this.match(benchmark, file.path);
      // A folder may hold anything: what has no name that fits is not opened.
      if (match === undefined && place === 'folder') {
        unmatched.push(file);
        continue;
      }
      const seen = await this.#lookInto(file);
      if ('problem' in seen) {
        problems.push(seen.problem);
        continue;
      }
      if (match === undefined) {
        unmatched.push(file);
        continue;
      }
      const scope = scopeOf(benchmark, match.at.sourceKey);
      const held = this.heldFile(file, { ...match, scope, look: seen.look, place });
      const clash = this.slots.add(held, benchmark, together);
      together.add(held.id);
      if (clash?.loser !== held) matched.push({ file: file.path, ...match.at });
      if (clash !== undefined) problems.push(clashProblem(clash));
    }
    this.available(benchmark);
    return { matched, unmatched, problems };
  }

  async attachTo(
    benchmark: Benchmark,
    source: SourceVideo,
    file: PickedFile,
    signal: AbortSignal,
    video?: Video,
  ): Promise<readonly Problem[]> {
    const seen = await this.#lookInto(file);
    if (signal.aborted) throw abortError();
    if ('problem' in seen) return [seen.problem];
    const at = { sourceKey: source.key, offsetSeconds: video?.startSeconds ?? 0 };
    const held = this.heldFile(file, {
      at,
      scope: scopeOf(benchmark, source.key),
      videoKey: video?.key,
      certainty: 'by-hand',
      look: seen.look,
      place: 'file',
    });
    this.slots.add(held, undefined, new Set(this.slots.all().map(({ id }) => id)));
    this.slots.replace(held.id, { ...held, chosen: true });
    await this.rememberByHand(held);
    return [];
  }

  available(benchmark: Benchmark): ReadonlySet<string> {
    const isSample = benchmark.origin.kind === 'sample';
    const keys = new Set<string>();
    for (const { key, location, videoKeys } of benchmark.sourceVideos) {
      const used = videoKeys.flatMap((videoKey) => this.slots.best(scopeOf(benchmark, key), key, videoKey) ?? []);
      for (const held of used) this.#judge(held, benchmark);
      const isFetched = location.kind === 'file' ? isSample || isAddress(location.path) : this.youTube.isOn();
      if (used.length === 0 ? isFetched : used.every(({ id }) => !this.#refused.has(id))) keys.add(key);
    }
    return keys;
  }

  async find(
    sourceKey: string,
    videoKey: string,
    signal: AbortSignal,
    benchmark: Benchmark,
  ): Promise<SourceFile | undefined> {
    const held = this.slots.best(scopeOf(benchmark, sourceKey), sourceKey, videoKey);
    if (held !== undefined) {
      const why = this.#refused.get(held.id);
      if (why !== undefined)
        throw clipError(`“${held.name}” is not used, since it does not look like this source video. ${why}`);
      return this.open(held, signal);
    }
    if (isAddress(sourceKey)) return this.#address(sourceKey, signal);
    if (YOUTUBE_ID.test(sourceKey) && this.youTube.isOn()) return this.#fromYouTube(sourceKey, signal);
    // Another benchmark may have been made from a copy of the sample, and its videos may have kept their names.
    const blob = benchmark.origin.kind === 'sample' ? await this.#sample.find(sourceKey, signal) : undefined;
    return blob === undefined ? undefined : { name: sourceKey, blob, offsetSeconds: 0 };
  }

  /** What is held, to be read, whatever was found of it. */
  async open(held: Held, signal: AbortSignal): Promise<SourceFile> {
    if (held.place !== 'address') return { name: held.name, blob: held.blob, offsetSeconds: held.offsetSeconds };
    return { ...(await this.#address(held.name, signal)), offsetSeconds: held.offsetSeconds };
  }

  /** What a file is by its name. */
  match(benchmark: Benchmark, path: string): Named | undefined {
    const match = matchFile(path, benchmark);
    switch (match.kind) {
      case 'none':
        return undefined;
      case 'source':
        return {
          at: { sourceKey: match.source.key, offsetSeconds: 0 },
          videoKey: undefined,
          certainty: match.certainty,
        };
      case 'video': {
        const { key, sourceKey, startSeconds } = match.video;
        return { at: { sourceKey, offsetSeconds: startSeconds }, videoKey: key, certainty: match.certainty };
      }
    }
  }

  heldFile(
    file: PickedFile,
    { at, scope, videoKey, certainty, look, place }: Named & Pick<Held, 'scope' | 'look' | 'place'>,
  ): Held {
    const { path: name, blob } = file;
    const rest = { certainty, look, place, accepted: false, chosen: false };
    return { id: this.newId(), ...at, scope, videoKey, name, blob, byteCount: blob.size, ...rest };
  }

  newId(): string {
    return `held-${this.#nextId++}`;
  }

  /** So that the same file is the same after a reload. */
  async rememberByHand({ name: path, byteCount = 0, sourceKey, videoKey }: Held): Promise<void> {
    const id = handId(path, byteCount);
    await this.options.places
      ?.put({ kind: 'by-hand', id, path, byteCount, sourceKey, videoKey })
      .catch(() => undefined);
  }

  #judge(held: Held, benchmark: Benchmark): void {
    if (isUsable(held, benchmark)) {
      this.#refused.delete(held.id);
      return;
    }
    const wrong = findingsOf(held, benchmark).find(({ severity }) => severity === 'wrong');
    this.#refused.set(held.id, `${wrong?.message ?? ''} Look at it on the Videos page.`);
  }

  async #address(url: string, signal: AbortSignal): Promise<SourceFile> {
    const relay = this.options.relay?.();
    const key = JSON.stringify([url, relay]);
    const opened = this.#remote.get(key) ?? (await openSourceAddress(url, relay, this.options.fetch, signal)).source;
    this.#remote.set(key, opened);
    return opened;
  }

  async #fromYouTube(youtubeId: string, signal: AbortSignal): Promise<SourceFile> {
    const relay = this.options.relay?.();
    if (relay === undefined)
      throw clipError(
        'There is no relay to read from YouTube through: start it, and write the address that it prints.',
      );
    const key = JSON.stringify(['youtube', youtubeId, relay]);
    const opened = this.#remote.get(key) ?? (await openYouTubeSource(youtubeId, relay, this.options.fetch, signal));
    this.#remote.set(key, opened);
    return opened;
  }

  async #saidByHand(): Promise<(benchmark: Benchmark, file: PickedFile) => Named | undefined> {
    // Without the store, names tell all the same.
    const all = (await this.options.places?.list().catch(() => [])) ?? [];
    return ({ sourceVideos, videos }, file) => {
      const place = all.find(({ id }) => id === handId(file.path, file.blob.size));
      if (place?.kind !== 'by-hand' || !sourceVideos.some(({ key }) => key === place.sourceKey)) return undefined;
      const video = videos.find(({ key }) => key === place.videoKey);
      if (place.videoKey !== undefined && video === undefined) return undefined;
      const at = { sourceKey: place.sourceKey, offsetSeconds: video?.startSeconds ?? 0 };
      return { at, videoKey: place.videoKey, certainty: 'by-hand' };
    };
  }

  async #lookInto(
    file: PickedFile,
  ): Promise<{ readonly look: SourceLook | undefined } | { readonly problem: Problem }> {
    try {
      const look = await lookIntoFile(file.blob);
      if (look.kind !== 'no-video') return { look: look.kind === 'video' ? look.look : undefined };
      const message = `The file has no video stream (it is ${look.what}): attach the file that holds the picture.`;
      return { problem: { file: file.path, message } };
    } catch (error) {
      if (!isFileError(error)) throw error;
      const message = 'The file cannot be read any more: check that it is still where it was, then attach it again.';
      return { problem: { file: file.path, message } };
    }
  }
}

/** A source video of YouTube has its id as key. */
const YOUTUBE_ID = /^[\w-]{11}$/;

/** What a file is said to hold. */
interface Named {
  readonly at: { readonly sourceKey: string; readonly offsetSeconds: number };
  readonly videoKey: string | undefined;
  readonly certainty: Certainty | 'by-hand';
}

function clashProblem({
  winner,
  loser,
  why,
}: {
  readonly winner: Held;
  readonly loser: Held;
  readonly why: string;
}): Problem {
  return {
    file: loser.name,
    message: `Two files fit “${winner.videoKey ?? winner.sourceKey}”: “${winner.name}” is used, since ${why}. To use the other one, choose it on the Videos page.`,
  };
}

function handId(path: string, byteCount: number): string {
  return `by-hand ${byteCount} ${path}`;
}
