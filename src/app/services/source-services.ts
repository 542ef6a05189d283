import type { Benchmark, Problem, SourceVideo, Video } from '../../domain/benchmark/index.ts';
import type { SourceFinding, SourceLook } from '../../domain/clip/index.ts';

/** A file that somebody picked or dropped, with the path it had inside the folder. */
export interface PickedFile {
  readonly path: string;
  readonly blob: Blob;
}

export interface AttachReport {
  readonly matched: readonly { readonly file: string; readonly sourceKey: string; readonly offsetSeconds: number }[];
  /** Files that fit no source video, to be matched by hand. */
  readonly unmatched: readonly PickedFile[];
  readonly problems: readonly Problem[];
}

/** The source videos at hand for a Benchmark. */
export interface SourceLibrary {
  attach(benchmark: Benchmark, files: readonly PickedFile[], signal: AbortSignal): Promise<AttachReport>;
  /** By hand: this file is that source video or, with a Video's key, that Video only. */
  attachTo(
    benchmark: Benchmark,
    source: SourceVideo,
    file: PickedFile,
    signal: AbortSignal,
    video?: Video,
  ): Promise<readonly Problem[]>;
  /**
   * Keys of the source videos that a clip could be cut from now: not those whose file is found wrong.
   * @param benchmark with its Videos corrected, where they are
   */
  available(benchmark: Benchmark): ReadonlySet<string>;
  /** Absent where nothing can be read from YouTube. */
  readonly youTube?: YouTubeReading;
}

/** Whether source videos that nobody attached are read from YouTube, by ranges through the reader's own relay. */
export interface YouTubeReading {
  isOn(): boolean;
  /**
   * Begins, once one video was read that way.
   * @param youtubeId the one to try
   * @throws {SonoscoreError} what is wrong with the relay, its helper or the video
   */
  begin(youtubeId: string, signal: AbortSignal): Promise<void>;
  end(): void;
}

/** A file or address that is held for a source video, or for one Video of it. */
export interface SourceHolding {
  readonly id: string;
  readonly sourceKey: string;
  /** Where it holds this Video only, and begins where that does. */
  readonly videoKey: string | undefined;
  /** The file's path, or the address. */
  readonly name: string;
  readonly byteCount: number | undefined;
  /** `folder`: one that is remembered. `copy`: kept in this browser. */
  readonly place: 'file' | 'folder' | 'copy' | 'address';
  readonly certainty: 'likely' | 'certain' | 'by-hand';
  /** Undefined until it was looked into. */
  readonly look: SourceLook | undefined;
  readonly findings: readonly SourceFinding[];
  /** Somebody said that it is right all the same. */
  readonly accepted: boolean;
  /** Of several for the same, the one that clips are cut from. */
  readonly used: boolean;
}

/** A folder that is remembered; `ask`: the browser wants one click before it is read. */
export interface RememberedFolder {
  readonly id: string;
  readonly name: string;
  readonly state: 'open' | 'ask' | 'gone';
}

export interface KeptCopy {
  readonly id: string;
  readonly path: string;
  readonly byteCount: number;
}

/** What is held for a Benchmark's source videos, from where, and how it is found again after a reload. */
export interface SourceDesk {
  holdings(benchmark: Benchmark): readonly SourceHolding[];
  /** Of several that fit the same, the one to cut from. */
  use(id: string): void;
  /** It is right, whatever was found. */
  accept(id: string): void;
  /** What the file holds: with a Video, that one only, from its start; else the whole source video. */
  holdAs(id: string, video: Video | undefined): void;
  /** Forgets a file or address, but deletes nothing; gives the way to take that back. */
  remove(id: string): Promise<() => Promise<void>>;
  /**
   * A source video at a direct address, read by ranges; through the relay where its server lets no page read it.
   * @returns whether it is found again after a reload: an address that may hold a secret is kept in memory only
   * @throws {SonoscoreError} what is wrong with the address or its server
   */
  addAddress(
    benchmark: Benchmark,
    source: SourceVideo,
    address: string,
    signal: AbortSignal,
  ): Promise<{ readonly remembered: boolean; readonly viaRelay: boolean }>;
  /** Attaches what is found again without asking: copies, addresses, folders that are still open. */
  restore(benchmark: Benchmark, signal: AbortSignal): Promise<void>;
  /** Whether this browser can remember folders. */
  readonly remembersFolders: boolean;
  folders(): Promise<readonly RememberedFolder[]>;
  /**
   * Remembers a folder that was dropped, or asks for one, and attaches what fits in it; undefined where nothing was chosen.
   */
  rememberFolder(
    benchmark: Benchmark,
    signal: AbortSignal,
    dropped?: FileSystemDirectoryHandle,
  ): Promise<AttachReport | undefined>;
  /** Asks the browser to open a remembered folder again, and attaches what fits. */
  reopenFolder(id: string, benchmark: Benchmark, signal: AbortSignal): Promise<AttachReport | undefined>;
  forgetFolder(id: string): Promise<void>;
  /** Whether this browser can keep copies of files. */
  readonly keepsCopies: boolean;
  copies(): Promise<readonly KeptCopy[]>;
  /** Copies the file of a holding into this browser's own storage. @throws {SonoscoreError} where there is no room */
  keepCopy(id: string, signal: AbortSignal, onProgress: (copiedBytes: number) => void): Promise<void>;
  deleteCopy(id: string): Promise<void>;
}

/** A frame of a source video, as a JPEG. */
export interface Still {
  readonly blob: Blob;
  /** Seconds in the file. */
  readonly seconds: number;
}

/** What was seen of a Video in its file. */
export interface VideoLook {
  readonly videoKey: string;
  readonly look: SourceLook;
  /** Undefined where there is no rate to speak of. */
  readonly framesPerSecond: number | undefined;
  /** Of the Video's span; undefined where the file has no frame there. */
  readonly first: Still | undefined;
  readonly last: Still | undefined;
}

/** Looks into source videos, for the eye. */
export interface VideoLooks {
  /**
   * Looks at Videos one after another, each file opened once.
   * @param benchmark with its Videos corrected, where they are
   * @param onLook hears of each: what was seen, or one sentence of what went wrong
   */
  look(
    benchmark: Benchmark,
    videoKeys: readonly string[],
    signal: AbortSignal,
    onLook: (videoKey: string, seen: VideoLook | { readonly message: string }) => void,
  ): Promise<void>;
  /** A frame to know a file by; undefined where none can be shown quickly. */
  thumbnail(file: PickedFile, signal: AbortSignal): Promise<Still | undefined>;
}
