import type {
  AuditStore,
  Clip,
  Clipper,
  ClipSpec,
  ClipTransforms,
  Clock,
  FeedMessage,
  ModelProvider,
  ReplyCache,
  RunFeed,
  RunLocks,
  RunPorts,
  RunStore,
  SourceFile,
} from '../../../src/app/index.ts';
import type { Audit } from '../../../src/domain/audit/index.ts';
import type { Attempt, ModelReply, Run } from '../../../src/domain/run/index.ts';

/** A store that survives the "page": give the same one to two worlds and the second is a reload of the first. */
export class MemoryStore implements RunStore {
  readonly runs = new Map<string, Run>();
  readonly attempts = new Map<string, Attempt>();
  /** Every state that an Attempt was stored in, in order. */
  readonly history: Attempt[] = [];
  /** Throws what it returns, instead of storing Attempts. */
  fault: () => Error | undefined = () => undefined;

  async putRun(run: Run): Promise<void> {
    await Promise.resolve();
    this.runs.set(run.id, structuredClone(run));
  }
  getRun(runId: string): Promise<Run | undefined> {
    return Promise.resolve(this.runs.get(runId));
  }
  listRuns(): Promise<readonly Run[]> {
    return Promise.resolve([...this.runs.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)));
  }
  deleteRun(runId: string): Promise<void> {
    this.runs.delete(runId);
    for (const [key, attempt] of this.attempts) if (attempt.runId === runId) this.attempts.delete(key);
    return Promise.resolve();
  }
  async putAttempts(attempts: readonly Attempt[]): Promise<void> {
    await Promise.resolve();
    const fault = this.fault();
    if (fault !== undefined) throw fault;
    for (const attempt of attempts) {
      const copy = structuredClone(attempt);
      this.attempts.set(JSON.stringify([attempt.runId, attempt.questionId, attempt.epoch]), copy);
      this.history.push(copy);
    }
  }
  listAttempts(runId: string): Promise<readonly Attempt[]> {
    return Promise.resolve([...this.attempts.values()].filter((attempt) => attempt.runId === runId));
  }
}

export class MemoryAudits implements AuditStore {
  readonly audits = new Map<string, Audit>();
  get(runId: string): Promise<Audit | undefined> {
    return Promise.resolve(this.audits.get(runId));
  }
  change(runId: string, change: (old: Audit | undefined) => Audit | undefined): Promise<Audit | undefined> {
    const changed = change(this.audits.get(runId));
    if (changed === undefined) this.audits.delete(runId);
    else this.audits.set(runId, structuredClone(changed));
    return Promise.resolve(changed);
  }
}

/** Locks and a feed between "tabs" of one browser. */
export class MemoryBrowser {
  readonly held = new Set<string>();
  readonly #tabs = new Set<{ listeners: Set<(message: FeedMessage) => void> }>();

  tab(): { locks: RunLocks; feed: RunFeed } {
    const own = { listeners: new Set<(message: FeedMessage) => void>() };
    this.#tabs.add(own);
    return {
      locks: {
        claim: (runId) => {
          if (this.held.has(runId)) return Promise.resolve(undefined);
          this.held.add(runId);
          return Promise.resolve(() => this.held.delete(runId));
        },
        isHeld: (runId) => Promise.resolve(this.held.has(runId)),
      },
      feed: {
        tell: (message) => {
          for (const tab of this.#tabs) {
            if (tab !== own) for (const listener of tab.listeners) listener(structuredClone(message));
          }
        },
        hear: (listener) => {
          own.listeners.add(listener);
          return () => own.listeners.delete(listener);
        },
      },
    };
  }
}

/** Time that goes by itself as soon as everybody sleeps; waits are recorded and cost nothing. */
export class FastClock implements Clock {
  readonly waits: number[] = [];
  #now = Date.UTC(2026, 0, 1);

  nowMs(): number {
    return this.#now;
  }
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.waits.push(ms);
    const until = this.#now + ms;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    this.#now = Math.max(this.#now, until);
  }
}

export class MemoryReplies implements ReplyCache {
  readonly replies = new Map<string, ModelReply>();
  get(key: string): Promise<ModelReply | undefined> {
    return Promise.resolve(this.replies.get(key));
  }
  put(key: string, reply: ModelReply): Promise<void> {
    this.replies.set(key, reply);
    return Promise.resolve();
  }
}

/** Bytes that depend on the window only, in no video format: for tests that look at everything but the clip. */
export class PlainClipper implements Clipper {
  readonly cuts: ClipSpec[] = [];
  dispose(): void {
    this.cuts.length = 0;
  }
  async cut(_source: SourceFile, spec: ClipSpec, signal: AbortSignal): Promise<Clip> {
    await Promise.resolve();
    signal.throwIfAborted();
    this.cuts.push(spec);
    const bytes = new TextEncoder().encode(JSON.stringify(spec));
    return {
      bytes,
      record: {
        engine: 'ffmpeg',
        engineVersion: 'none',
        arguments: [],
        startSeconds: spec.startSeconds,
        durationSeconds: spec.durationSeconds,
        frameCount: 10,
        widthPixels: 64,
        heightPixels: 64,
        byteCount: bytes.byteLength,
        sha256: '0'.repeat(64),
        notes: [],
      },
    };
  }
}

const plainTransforms: ClipTransforms = {
  frames: (clip, { framesPerSecond }) => Promise.resolve({ images: [clip.bytes], indices: [0], framesPerSecond }),
  shrink: (clip) => Promise.resolve(clip),
};

export interface World {
  readonly store: MemoryStore;
  readonly browser: MemoryBrowser;
  readonly clock: FastClock;
  readonly clipper: PlainClipper;
  readonly ports: RunPorts;
}

/** Everything that Runs need, in memory. */
export function aWorld(
  provider: Pick<ModelProvider, 'ask'> & Partial<ModelProvider>,
  over: Partial<RunPorts> & { readonly store?: MemoryStore; readonly browser?: MemoryBrowser } = {},
): World {
  const store = over.store ?? new MemoryStore();
  const browser = over.browser ?? new MemoryBrowser();
  const clock = new FastClock();
  const clipper = new PlainClipper();
  let ids = store.runs.size;
  const ports: RunPorts = {
    ...browser.tab(),
    clock,
    sources: { find: (sourceKey) => Promise.resolve({ name: sourceKey, blob: new Blob(), offsetSeconds: 0 }) },
    clipper,
    transforms: plainTransforms,
    providers: new Map([['openai-compatible', { name: 'openai-compatible', ...provider }]]),
    random: () => 0.5,
    newId: () => `run-${(ids += 1)}`,
    ...over,
    store,
  };
  return { store, browser, clock, clipper, ports };
}
