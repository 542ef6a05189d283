import type {
  AttachReport,
  Batches,
  Benchmarks,
  Budget,
  ClipProgress,
  Clips,
  ConnectionTests,
  EndSignals,
  CorrectionStore,
  Credentials,
  LoadResult,
  ModelPreset,
  PickedFile,
  PublicRepository,
  RelaySetting,
  RemoteFiles,
  RunExchange,
  RunProgress,
  RunSecrets,
  Runs,
  Services,
  SourceDesk,
  SourceLibrary,
  VideoLooks,
} from '../../../src/app/index.ts';
import { withOverride, withoutOverride } from '../../../src/domain/audit/index.ts';
import type { Benchmark, Problem, Question } from '../../../src/domain/benchmark/index.ts';
import type { Attempt, JudgeChoice, Outcome, Run, RunConfig } from '../../../src/domain/run/index.ts';
import { anAttempt, aReply, aVerdict } from '../../unit/builders.ts';
import { MemoryAudits } from '../../unit/run/memory-ports.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeClip } from './fake-clip.ts';
import { fakePermalinks } from './fake-permalinks.ts';
import { keptOver } from '../../../src/domain/classroom/index.ts';
import { memoryClassNetwork } from '../../unit/classroom/memory-class-network.ts';
import { MemoryClassroom } from './memory-classroom.ts';

export interface FakeOptions {
  readonly sample?: Benchmark;
  /** What `loadFiles` gives; by default nothing but a Problem. */
  readonly files?: (files: readonly PickedFile[]) => Promise<LoadResult>;
  readonly presets?: readonly ModelPreset[];
  /** Milliseconds between answers; without it a test calls `advance`. */
  readonly stepMs?: number;
  /** Source videos at hand from the start; by default those of the sample. */
  readonly available?: readonly string[];
  readonly clip?: Clips['clipFor'];
  readonly connectionTests?: ConnectionTests;
  /** Whether keys can be remembered; the ones that are, by endpoint. */
  readonly keys?: Map<string, string>;
  /** Attempts say when they changed by this computer's clock, for rates; otherwise by a clock that only tests move. */
  readonly realTime?: boolean;
  readonly exchange?: RunExchange;
  readonly signals?: EndSignals;
  readonly batches?: Batches;
  readonly remoteFiles?: RemoteFiles;
  readonly repository?: PublicRepository;
  /** Source videos that are really held and looked at. */
  readonly videos?: Pick<Services, 'sources' | 'desk' | 'looks' | 'corrections'>;
}

/** Where `stored` keeps an Attempt: the first of a question by the question's own id. */
export function keyOf({ questionId, epoch }: Pick<Attempt, 'questionId' | 'epoch'>): string {
  return epoch === 0 ? questionId : `${questionId} ${epoch}`;
}

function credentialsIn(keys: Map<string, string>): Credentials {
  return {
    remember: (endpoint, key) => {
      keys.set(endpoint, key);
      return Promise.resolve();
    },
    recall: (endpoint) => Promise.resolve(keys.get(endpoint)),
    forget: (endpoint) => {
      keys.delete(endpoint);
      return Promise.resolve();
    },
    list: () => Promise.resolve([...keys.keys()]),
  };
}

/** An in-memory application: real enough to walk through every page, with doors for tests to push it on. */
export class FakeServices implements Services {
  readonly sample: Benchmark;
  readonly keptBenchmarks = new Map<string, Benchmark>();
  readonly availableKeys: Set<string>;
  readonly stored = new Map<string, { run: Run; attempts: Map<string, Attempt> }>();
  readonly permalinks = fakePermalinks(this.stored);
  readonly classroom = new MemoryClassroom((made, benchmark) => {
    const old = this.stored.get(made.run.id);
    const earlier = old && { run: old.run, attempts: [...old.attempts.values()] };
    const { run, attempts } = keptOver(made, benchmark, earlier);
    this.stored.set(run.id, { run, attempts: new Map(attempts.map((attempt) => [keyOf(attempt), attempt])) });
  });
  readonly activeRuns = new Set<string>();
  readonly startedWith: { config: RunConfig; secrets: RunSecrets; budget: Budget | undefined }[] = [];
  readonly rejudgedWith: { runId: string; judge: JudgeChoice; secrets: RunSecrets }[] = [];
  readonly resumedWith: { runId: string; secrets: RunSecrets; budget: Budget | undefined }[] = [];
  readonly trashed: string[] = [];
  /** For good. */
  readonly removed: string[] = [];
  readonly modelPresets?: readonly ModelPreset[];
  readonly connectionTests?: ConnectionTests;
  readonly credentials?: Credentials;
  readonly exchange?: RunExchange;
  readonly signals?: EndSignals;
  readonly batches?: Batches;
  readonly remoteFiles?: RemoteFiles;
  readonly repository?: PublicRepository;
  readonly desk?: SourceDesk;
  readonly looks?: VideoLooks;
  readonly corrections?: CorrectionStore;
  classNetwork = memoryClassNetwork();
  #relayAddress: string | undefined;
  readonly relay: RelaySetting = {
    address: () => this.#relayAddress,
    use: (address) => {
      this.#relayAddress = address;
    },
  };
  readonly #options: FakeOptions;
  readonly #watchers = new Set<(run: Run) => void>();
  readonly #listeners = new Map<string, Set<(progress: RunProgress) => void>>();
  #nextId = 1;
  #clock = Date.UTC(2026, 0, 15, 9, 30);

  constructor(options: FakeOptions = {}) {
    this.#options = options;
    this.sample = options.sample ?? fakeBenchmark();
    this.availableKeys = new Set(options.available ?? this.sample.sourceVideos.map((source) => source.key));
    if (options.presets !== undefined) this.modelPresets = options.presets;
    if (options.connectionTests !== undefined) this.connectionTests = options.connectionTests;
    if (options.signals !== undefined) this.signals = options.signals;
    if (options.exchange !== undefined) this.exchange = options.exchange;
    if (options.batches !== undefined) this.batches = options.batches;
    if (options.remoteFiles !== undefined) this.remoteFiles = options.remoteFiles;
    if (options.videos !== undefined) {
      const { sources, desk, looks, corrections } = options.videos;
      this.sources = sources;
      if (desk !== undefined) this.desk = desk;
      if (looks !== undefined) this.looks = looks;
      if (corrections !== undefined) this.corrections = corrections;
    }
    if (options.repository !== undefined) this.repository = options.repository;
    if (options.keys !== undefined) this.credentials = credentialsIn(options.keys);
  }

  readonly benchmarks: Benchmarks = {
    loadSample: () => Promise.resolve({ benchmark: this.sample, problems: [], videoFiles: [] }),
    loadFiles: (files) =>
      this.#options.files?.(files) ??
      Promise.resolve({
        benchmark: undefined,
        problems: files.map((file) => ({ file: file.path, message: 'This is not a file of a benchmark.' })),
        videoFiles: [],
      }),
    keep: (benchmark) => {
      // The newest is the last.
      this.keptBenchmarks.delete(benchmark.digest);
      this.keptBenchmarks.set(benchmark.digest, benchmark);
      return Promise.resolve();
    },
    kept: (digest) => Promise.resolve(this.keptBenchmarks.get(digest)),
    listKept: () =>
      Promise.resolve(
        [...this.keptBenchmarks.values()].reverse().map(({ digest, name, origin, questions }) => ({
          digest,
          name,
          origin,
          keptQuestions: questions.filter(({ keep }) => keep).length,
        })),
      ),
    forget: (digest) => {
      this.keptBenchmarks.delete(digest);
      return Promise.resolve();
    },
    loadAddress: (address) =>
      Promise.reject(new Error(`“${address}” could not be read from this page: check the address.`)),
  };

  readonly sources: SourceLibrary = {
    attach: (benchmark, files) => {
      const matched: { file: string; sourceKey: string; offsetSeconds: number }[] = [];
      const unmatched: PickedFile[] = [];
      for (const file of files) {
        const source = benchmark.sourceVideos.find((entry) => file.path.endsWith(entry.key));
        if (source === undefined) unmatched.push(file);
        else {
          this.availableKeys.add(source.key);
          matched.push({ file: file.path, sourceKey: source.key, offsetSeconds: 0 });
        }
      }
      const report: AttachReport = { matched, unmatched, problems: [] };
      return Promise.resolve(report);
    },
    attachTo: (_benchmark, source, file): Promise<readonly Problem[]> => {
      if (file.blob.size === 0)
        return Promise.resolve([{ file: file.path, message: 'The file is empty: choose another.' }]);
      this.availableKeys.add(source.key);
      return Promise.resolve([]);
    },
    available: (benchmark) =>
      new Set(benchmark.sourceVideos.map((source) => source.key).filter((key) => this.availableKeys.has(key))),
  };

  readonly audits = new MemoryAudits();

  readonly runs: Runs = {
    start: (config, benchmark, secrets, budget) => {
      this.startedWith.push({ config, secrets, budget });
      const questions = this.#selected(config, benchmark);
      const run: Run = {
        formatVersion: 1,
        id: `run-${this.#nextId++}`,
        createdAt: this.#now(),
        benchmark: { name: benchmark.name, digest: benchmark.digest },
        config,
        questionIds: questions.map((question) => question.id),
        status: { kind: 'running' },
      };
      const attempts = questions.flatMap((question) =>
        Array.from({ length: config.epochs }, (_, epoch) =>
          anAttempt(question, 'correct', {
            runId: run.id,
            epoch,
            state: { kind: 'queued' },
            updatedAt: this.#now(),
          }),
        ),
      );
      this.stored.set(run.id, { run, attempts: new Map(attempts.map((attempt) => [keyOf(attempt), attempt])) });
      this.#work(run.id);
      return Promise.resolve(run);
    },
    startQueue: async (queued, benchmark) => {
      const id = `queue-${this.#nextId}`;
      const started: Run[] = [];
      for (const [place, { config, secrets, budget }] of queued.entries()) {
        const run = await this.runs.start(config, benchmark, secrets, budget);
        this.#setRun(run.id, { queue: { id, place } });
        started.push(this.stored.get(run.id)?.run ?? run);
      }
      return started;
    },
    resume: (runId, _benchmark, secrets, budget) => {
      this.resumedWith.push({ runId, secrets, budget });
      const found = this.stored.get(runId);
      for (const [key, attempt] of found?.attempts ?? []) {
        if (attempt.state.kind === 'done' && attempt.state.outcome === 'failed')
          found?.attempts.set(key, { ...attempt, state: { kind: 'queued' }, failure: undefined });
      }
      this.#setStatus(runId, { kind: 'running' });
      this.#work(runId);
      return Promise.resolve();
    },
    /** What was read wrongly before is `no-answer` here, and right after. */
    rescore: (runId) => {
      const found = this.stored.get(runId);
      let changed = 0;
      for (const [key, attempt] of found?.attempts ?? []) {
        if (attempt.state.kind !== 'done' || attempt.state.outcome !== 'no-answer') continue;
        found?.attempts.set(key, { ...attempt, state: { kind: 'done', outcome: 'correct' } });
        changed += 1;
      }
      return Promise.resolve(changed);
    },
    judge: () => Promise.reject(new Error('No page judges in place.')),
    rejudge: (runId, _benchmark, judge, secrets) => {
      const found = this.stored.get(runId);
      if (found === undefined) return Promise.reject(new Error('There is no such run.'));
      this.rejudgedWith.push({ runId, judge, secrets });
      const id = `run-${this.#nextId++}`;
      const run: Run = { ...found.run, id, config: { ...found.run.config, judge }, status: { kind: 'running' } };
      const attempts = [...found.attempts].map(([key, attempt]) => [key, { ...attempt, runId: id }] as const);
      this.stored.set(id, { run, attempts: new Map(attempts) });
      this.activeRuns.add(id);
      return Promise.resolve(run);
    },
    answer: (runId) => {
      const run = this.stored.get(runId)?.run;
      return run === undefined
        ? Promise.reject(new Error('There is no such run.'))
        : Promise.resolve({ run, takenCount: 0 });
    },
    override: (runId, benchmark, changes) => {
      const changed = changes.map((change): Attempt => {
        const { questionId, epoch } = change;
        const attempt = this.stored.get(runId)?.attempts.get(keyOf({ questionId, epoch }));
        const question = benchmark.questions.find(({ id }) => id === questionId);
        if (attempt === undefined || question === undefined) throw new Error('There is no such answer.');
        if ('note' in change) return { ...attempt, note: change.note, updatedAt: this.#now() };
        return change.override === undefined
          ? withoutOverride(question, attempt, this.#now())
          : { ...withOverride(question, attempt, change.override), updatedAt: this.#now() };
      });
      for (const attempt of changed) this.stored.get(runId)?.attempts.set(keyOf(attempt), attempt);
      return Promise.resolve(changed);
    },
    cancel: (runId) => {
      this.activeRuns.delete(runId);
      this.#setStatus(runId, { kind: 'cancelled' });
      return Promise.resolve();
    },
    list: () =>
      Promise.resolve(
        [...this.stored.values()]
          .map(({ run }) => run)
          .filter(({ deletedAt }) => deletedAt === undefined)
          .reverse(),
      ),
    atWork: (runs) => Promise.resolve(new Set(runs.map(({ id }) => id).filter((id) => this.activeRuns.has(id)))),
    load: (runId) => {
      const found = this.stored.get(runId);
      return Promise.resolve(
        found && { run: found.run, attempts: [...found.attempts.values()], active: this.activeRuns.has(runId) },
      );
    },
    trash: (runId) => {
      this.trashed.push(runId);
      const wasActive = this.activeRuns.delete(runId);
      this.#setRun(runId, {
        deletedAt: this.#now(),
        ...(wasActive ? { status: { kind: 'cancelled' } } : {}),
      });
      return Promise.resolve();
    },
    restore: (runId) => {
      this.#setRun(runId, { deletedAt: undefined });
      const run = this.stored.get(runId)?.run;
      return run === undefined
        ? Promise.reject(new Error('This run is no longer in this browser: it was removed for good.'))
        : Promise.resolve(run);
    },
    purge: (runId) => {
      if (this.stored.get(runId)?.run.deletedAt === undefined) return Promise.resolve();
      this.removed.push(runId);
      this.stored.delete(runId);
      return Promise.resolve();
    },
    watchAll: (listener) => {
      this.#watchers.add(listener);
      return () => {
        this.#watchers.delete(listener);
      };
    },
    watch: (runId, listener) => {
      const listeners = this.#listeners.get(runId) ?? new Set();
      this.#listeners.set(runId, listeners.add(listener));
      const found = this.stored.get(runId);
      if (found !== undefined && this.activeRuns.has(runId))
        listener({ run: found.run, changed: [...found.attempts.values()] });
      return () => {
        listeners.delete(listener);
      };
    },
  };

  readonly clips: Clips = {
    clipFor: async (benchmark, question, signal, onProgress?: (progress: ClipProgress) => void) => {
      if (this.#options.clip !== undefined) return this.#options.clip(benchmark, question, signal, onProgress);
      onProgress?.({ kind: 'cutting' });
      const clip = await fakeClip();
      signal.throwIfAborted();
      return clip;
    },
  };

  /** Answers the next `count` questions of a Run; the last one finishes it. */
  advance(runId: string, count = 1): void {
    const found = this.stored.get(runId);
    if (found === undefined || !this.activeRuns.has(runId)) return;
    const benchmark = this.keptBenchmarks.get(found.run.benchmark.digest) ?? this.sample;
    const open = [...found.attempts.values()].filter((attempt) => attempt.state.kind !== 'done');
    const changed = open.slice(0, count).map((attempt) => this.#answer(found.run, benchmark, attempt));
    const next = open[count];
    if (next !== undefined) changed.push({ ...next, state: { kind: 'asking' }, updatedAt: this.#now() });
    for (const attempt of changed) found.attempts.set(keyOf(attempt), attempt);
    if (next === undefined) {
      this.activeRuns.delete(runId);
      found.run = { ...found.run, status: { kind: 'finished' } };
    }
    this.#tell(runId, changed);
  }

  /** Stores a changed Attempt and tells of it. */
  change(attempt: Attempt): void {
    this.stored.get(attempt.runId)?.attempts.set(keyOf(attempt), attempt);
    this.#tell(attempt.runId, [attempt]);
  }

  /** Pauses a Run. */
  pause(runId: string, reason: string): void {
    this.activeRuns.delete(runId);
    this.#setStatus(runId, { kind: 'paused', reason });
  }

  #work(runId: string): void {
    this.activeRuns.add(runId);
    const { stepMs } = this.#options;
    if (stepMs === undefined) return;
    const timer = setInterval(() => {
      this.advance(runId);
      if (!this.activeRuns.has(runId)) clearInterval(timer);
    }, stepMs);
  }

  #selected(config: RunConfig, benchmark: Benchmark): readonly Question[] {
    const all = benchmark.questions.filter(
      (question) =>
        question.keep &&
        config.kinds.includes(question.kind) &&
        (config.questionIds === undefined || config.questionIds.includes(question.id)) &&
        (config.sourceKeys === undefined || config.sourceKeys.includes(question.sourceKey)),
    );
    return config.limit === undefined ? all : all.slice(0, config.limit);
  }

  #answer(run: Run, benchmark: Benchmark, attempt: Attempt): Attempt {
    const question = benchmark.questions.find((entry) => entry.id === attempt.questionId);
    const done = (outcome: Outcome, rest: Partial<Attempt> = {}): Attempt => ({
      ...attempt,
      ...rest,
      state: { kind: 'done', outcome },
      updatedAt: this.#now(),
    });
    if (question === undefined) return done('failed');
    const usage = { inputTokens: 1480, outputTokens: 212, thinkingTokens: 180, cachedTokens: undefined };
    if (question.kind === 'free-response') {
      const text = 'The operator presses on the vessel to see whether it gives way.';
      const rest = {
        reply: aReply(text, { usage, latencyMs: 3180 }),
        prediction: { kind: 'text', text },
        prompt: question.stem,
      } as const;
      if (run.config.judge === undefined) return done('unjudged', rest);
      const score = ([2, 1, 0, 1, 2] as const)[run.questionIds.indexOf(question.id) % 5] ?? 0;
      return done((['incorrect', 'partly-correct', 'correct'] as const)[score], { ...rest, verdict: aVerdict(score) });
    }
    const place = run.questionIds.indexOf(question.id);
    if (run.config.model.kind === 'provider' && place % 6 === 4)
      return done('failed', {
        failure: {
          kind: 'rate-limited',
          retryable: true,
          waitMs: undefined,
          message: 'The server asked for fewer requests and still did after five tries: go on with the run later.',
        },
      });
    if (run.config.model.kind === 'provider' && place % 7 === 5)
      return done('no-answer', { reply: aReply('It depends on what one wants to see.'), prompt: question.printed });
    const lengths = question.options.map((option) => option.text.length);
    const printedIndex = lengths.indexOf(Math.min(...lengths));
    const letter = question.options[printedIndex]?.letter ?? 'A';
    return done(letter === question.answer ? 'correct' : 'incorrect', {
      prediction: { kind: 'letter', shownLetter: letter, printedIndex },
      ...(run.config.model.kind === 'provider'
        ? {
            reply: aReply(`Answer: ${letter}`, {
              latencyMs: 2140,
              usage,
              thinking: 'The vein gives way under the probe, so the operator presses.',
            }),
            prompt: question.printed,
            ...(place % 9 === 8 ? { reused: true } : {}),
          }
        : {}),
    });
  }

  #setStatus(runId: string, status: Run['status']): void {
    this.#setRun(runId, { status });
  }

  #setRun(runId: string, changed: Partial<Run>): void {
    const found = this.stored.get(runId);
    if (found === undefined) return;
    found.run = { ...found.run, ...changed };
    this.#tell(runId, []);
  }

  #tell(runId: string, changed: readonly Attempt[]): void {
    const found = this.stored.get(runId);
    if (found === undefined) return;
    for (const listener of this.#listeners.get(runId) ?? []) listener({ run: found.run, changed });
    for (const listener of this.#watchers) listener(found.run);
  }

  #now(): string {
    if (this.#options.realTime === true) return new Date().toISOString();
    this.#clock += 1000;
    return new Date(this.#clock).toISOString();
  }
}
