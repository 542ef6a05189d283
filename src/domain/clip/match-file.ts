import type { Benchmark, SourceVideo, Video } from '../benchmark/index.ts';

/** What a file is by its name, and how sure that is: `certain` where the name says nothing else. */
export type FileMatch =
  | { readonly kind: 'source'; readonly source: SourceVideo; readonly certainty: Certainty }
  /** The file holds just this Video: its time 0 is the Video's start. */
  | { readonly kind: 'video'; readonly video: Video; readonly certainty: Certainty }
  | { readonly kind: 'none' };

export type Certainty = 'certain' | 'likely';

const ID_CHARACTER = /[\w-]/;
/** What browsers put before the ending where a file of that name is there already. */
const COPY_MARK = / \(\d{1,3}\)(?:\.[^.]*)?$/;

/**
 * Finds what a file holds by its path: the path that the benchmark names, the YouTube id anywhere in the name, or a Video's
 * key as upstream names its local files. What fits several equally well fits none.
 * @param path with the folders that it was found in
 */
export function matchFile(path: string, benchmark: Benchmark): FileMatch {
  const name = baseName(path);
  return byPath(path, benchmark) ?? byYoutubeId(name, benchmark) ?? byVideoKey(name, benchmark) ?? { kind: 'none' };
}

function byPath(path: string, { sourceVideos }: Benchmark): FileMatch | undefined {
  const files = sourceVideos.flatMap((source) =>
    source.location.kind === 'file' ? [{ source, wanted: plainPath(source.location.path) }] : [],
  );
  const found = plainPath(path);
  const whole = only(files.filter(({ wanted }) => found === wanted || found.endsWith(`/${wanted}`)));
  if (whole !== undefined) return { kind: 'source', source: whole.source, certainty: 'certain' };
  const named = only(files.filter(({ wanted }) => baseName(wanted) === baseName(found)));
  return named === undefined ? undefined : { kind: 'source', source: named.source, certainty: 'likely' };
}

function byYoutubeId(name: string, { sourceVideos }: Benchmark): FileMatch | undefined {
  const holding = sourceVideos.flatMap((source) => {
    const index = source.location.kind === 'youtube' ? name.indexOf(source.location.youtubeId) : -1;
    if (index < 0) return [];
    const around = [name.charAt(index - 1), name.charAt(index + source.key.length)];
    return [{ source, alone: !around.some((character) => ID_CHARACTER.test(character)) }];
  });
  const alone = only(holding.filter((match) => match.alone));
  if (alone !== undefined) return { kind: 'source', source: alone.source, certainty: 'certain' };
  const within = only(holding);
  return within === undefined ? undefined : { kind: 'source', source: within.source, certainty: 'likely' };
}

function byVideoKey(name: string, { videos }: Benchmark): FileMatch | undefined {
  const stem = letters(name.replace(/\.[^.]*$/, ''));
  const keyed = videos.map((video) => ({ video, key: letters(video.key) })).filter(({ key }) => key !== '');
  const same = only(keyed.filter(({ key }) => key === stem));
  // `Scan (1).mp4` is the second download of one Video, or the only one of the Video that has this number.
  const copied = COPY_MARK.test(name) ? letters(name.replace(COPY_MARK, '')) : undefined;
  const isCopy = copied !== undefined && keyed.some(({ key }) => key === copied);
  if (same !== undefined && isCopy) return undefined;
  if (same !== undefined) return { kind: 'video', video: same.video, certainty: 'certain' };
  const within = keyed.filter(({ key }) => key.length >= 6 && stem.includes(key));
  const longest = Math.max(...within.map(({ key }) => key.length));
  const best = only(within.filter(({ key }) => key.length === longest));
  return best === undefined ? undefined : { kind: 'video', video: best.video, certainty: 'likely' };
}

/** Letters and digits of every script, since systems change spaces, marks and case; one form for composed letters. */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function plainPath(path: string): string {
  return path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
}

function baseName(path: string): string {
  return path.replaceAll('\\', '/').split('/').at(-1) ?? path;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
