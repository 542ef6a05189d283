/** What this browser keeps for the site, and for how long. */
export interface StorageFacts {
  /** Bytes; undefined where the browser does not say. */
  readonly usedBytes: number | undefined;
  readonly quotaBytes: number | undefined;
  /** Whether the browser has promised not to clear it by itself. */
  readonly isPersistent: boolean;
  readonly clipBytes: number;
  readonly clipCount: number;
  readonly runCount: number;
  readonly benchmarkCount: number;
}

export interface StorageKeeping {
  facts(): Promise<StorageFacts>;
  /** Asks the browser not to clear the site's data by itself; resolves with whether it has promised. */
  persist(): Promise<boolean>;
  /** Clips are cut again when they are needed. */
  clearClips(): Promise<void>;
}

/**
 * Where the reader's own relay answers. It holds a token, so it lives in this page's memory only and is never part of a Run;
 * services that answer no browsers are called through it while their own addresses stay in the Run.
 */
export interface RelaySetting {
  address(): string | undefined;
  /** @param address as `npm run relay` prints it, such as `http://127.0.0.1:8787/t/TOKEN`; undefined for none */
  use(address: string | undefined): void;
}

/** Says that something has ended to somebody who looks elsewhere. */
export interface EndSignals {
  /** To be called in a click: browsers give no sound to a page that nobody has touched. */
  readySound(): Promise<void>;
  sound(): void;
  /** To be called in a click. @returns whether the reader and the browser allow notifications */
  askToNotify(): Promise<boolean>;
  /** @param tag a later one of the same tag takes the place of an earlier one */
  notify(title: string, body: string, tag: string): void;
}

/** `ready`: a newer version of the page waits. `replaced`: another tab put one in its place, and files of this one may be gone. */
export type UpdateState = 'current' | 'ready' | 'replaced';

/** Versions of the page itself, where the browser keeps it for use without a network. */
export interface PageUpdates {
  /** Calls `listener` with the state, now and at each change, until the returned function is called. */
  watch(listener: (state: UpdateState) => void): () => void;
  /** Puts the newer version in place and reloads the page: never while a Run is at work. */
  use(): void;
}
