import type {
  NoteChange,
  OverrideChange,
  PersonalChange,
  RunProgress,
  Services,
  UnreadableAttempt,
} from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { misfitOf } from '../../domain/options/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { openWorkOf, type OpenWork } from './open-work.ts';
import type { RunSession } from './resume-state.svelte.ts';
import type { RunsList } from './runs-list.svelte.ts';
import { tallyOf, type Tally } from './tally.ts';

/** How often a Run that goes on is drawn anew: often enough to look live, seldom enough to leave the page idle. */
const REDRAW_MS = 200;
/** How often a page looks whether the tab that works on a Run is still there, when it hears nothing of it. */
const LOOK_MS = 5_000;

export type RunLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly run: Run };

function keyOf(attempt: Attempt): string {
  return `${attempt.epoch} ${attempt.questionId}`;
}

/** One Run with its Attempts, kept up to date while it goes on. */
export class RunState {
  readonly runId: string;
  readonly #services: Services;
  #pending = new Map<string, Attempt>();
  #pendingRun: Run | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #heardMs = 0;
  readonly #sessions: Map<string, RunSession>;
  #unwatch: (() => void) | undefined;
  #closed = false;

  load = $state.raw<RunLoad>({ kind: 'loading' });
  /** Whether work goes on now, here or in another tab: a Run may be `running` in the store after a reload with nobody at work. */
  active = $state(false);
  benchmark = $state.raw<Benchmark | undefined>();
  #attempts = $state.raw<ReadonlyMap<string, Attempt>>(new Map());
  message = $state<string | undefined>();
  cancelling = $state(false);
  /** Attempts that are in this page only, since the browser's storage did not take them. */
  unsavedCount = $state(0);

  /** Stored with this Run, and not to be read by this page. */
  unreadable = $state.raw<readonly UnreadableAttempt[]>([]);

  readonly attempts: readonly Attempt[] = $derived([...this.#attempts.values()]);
  readonly tally: Tally = $derived(tallyOf(this.attempts));

  /** @param sessions Runs that this page has started or gone on with; `resume` adds to it */
  constructor(services: Services, runId: string, sessions: Map<string, RunSession>) {
    this.#services = services;
    this.runId = runId;
    this.#sessions = sessions;
  }

  /** Whether another tab is at work on it. */
  get elsewhere(): boolean {
    return this.active && !this.#sessions.has(this.runId);
  }

  get session(): RunSession | undefined {
    return this.#sessions.get(this.runId);
  }

  /** Whether a judge has scored anything. */
  get hasVerdicts(): boolean {
    return this.attempts.some(({ verdict }) => verdict !== undefined);
  }

  /** What is left to do where nobody is at work. */
  get openWork(): OpenWork {
    return this.run === undefined || this.active
      ? { unasked: 0, failed: 0, unjudged: 0 }
      : openWorkOf(this.run, this.attempts);
  }

  /** Reads the Run and begins to watch it. `openBenchmark` gives the Benchmark of a digest, where this browser has it. */
  async open(openBenchmark: (digest: string) => Promise<Benchmark | undefined>): Promise<void> {
    // Before it is read, so that nothing falls between; another tab may begin to work on it at any time.
    this.#watch();
    try {
      const found = await this.#services.runs.load(this.runId);
      if (this.#closed) return;
      if (found === undefined) {
        this.load = { kind: 'missing' };
        return;
      }
      const [benchmark, unreadable] = await Promise.all([
        openBenchmark(found.run.benchmark.digest),
        this.#services.unreadableRuns?.attempts(this.runId).catch(() => []),
      ]);
      if (this.#isClosed()) return;
      this.unreadable = unreadable ?? [];
      const misfit = benchmark && misfitOf(benchmark.questions, found.attempts);
      if (misfit !== undefined) {
        const message = `This run does not fit its questions: ${misfit}. It was altered on its way here; delete it and import it again.`;
        this.load = { kind: 'failed', message };
        return;
      }
      this.benchmark = benchmark;
      this.#take(found);
      this.#flush();
      this.#looking = setInterval(() => void this.#look(), LOOK_MS);
    } catch (error) {
      this.load = { kind: 'failed', message: messageOf(error) };
    }
  }

  get run(): Run | undefined {
    return this.load.kind === 'ready' ? this.load.run : undefined;
  }

  /** Reads the Run anew, after something has changed it in the store. */
  async reload(): Promise<void> {
    const found = await this.#services.runs.load(this.runId);
    if (found === undefined || this.#closed) return;
    this.#take(found);
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    this.message = undefined;
    try {
      await this.#services.runs.cancel(this.runId);
      // Another tab is only told; it says itself when it has stopped.
      if (!this.elsewhere) this.cancelling = false;
    } catch (error) {
      this.message = `The run could not be cancelled: ${messageOf(error)}`;
      this.cancelling = false;
    }
  }

  /** Has the Run back after it was deleted, in whichever tab. */
  async undelete(runs: Pick<RunsList, 'restore'>): Promise<void> {
    this.message = undefined;
    try {
      await runs.restore(this.runId);
      await this.reload();
    } catch (error) {
      this.message = `The run could not be had back: ${messageOf(error)}`;
    }
  }

  /**
   * Sets a person's scores, or takes them off again.
   * @returns what takes this back
   * @throws what the application throws
   */
  async override(changes: readonly OverrideChange[]): Promise<readonly OverrideChange[]> {
    if (this.benchmark === undefined) return [];
    const before = changes.map(({ questionId, epoch }) => ({
      questionId,
      epoch,
      override: this.#attempts.get(`${epoch} ${questionId}`)?.override,
    }));
    await this.#say(this.benchmark, changes);
    return before;
  }

  /**
   * Keeps a note beside an answer, or takes it off.
   * @returns what takes this back
   * @throws what the application throws
   */
  async note(change: NoteChange): Promise<NoteChange | undefined> {
    if (this.benchmark === undefined) return undefined;
    const { questionId, epoch } = change;
    const before = { questionId, epoch, note: this.#attempts.get(`${epoch} ${questionId}`)?.note };
    await this.#say(this.benchmark, [change]);
    return before;
  }

  async #say(benchmark: Benchmark, changes: readonly PersonalChange[]): Promise<void> {
    const changed = await this.#services.runs.override(this.runId, benchmark, changes);
    this.#attempts = newerOf(this.#attempts, new Map(changed.map((attempt) => [keyOf(attempt), attempt])));
  }

  /** Goes on with what has no reply or no verdict. */
  async resume(session: RunSession): Promise<void> {
    if (this.benchmark === undefined) return;
    this.message = undefined;
    try {
      await this.#services.runs.resume(this.runId, this.benchmark, session.secrets, session.budget);
      this.#sessions.set(this.runId, session);
      this.active = true;
      this.#watch();
    } catch (error) {
      this.message = `The run could not go on: ${messageOf(error)}`;
    }
  }

  /** Stops watching; the work itself goes on. */
  close(): void {
    this.#closed = true;
    this.#unwatch?.();
    this.#unwatch = undefined;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
  }

  #isClosed(): boolean {
    return this.#closed;
  }

  #take({ run, attempts, active }: NonNullable<Awaited<ReturnType<Services['runs']['load']>>>): void {
    this.#attempts = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
    this.active = active;
    this.load = { kind: 'ready', run };
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#services.runs.watch(this.runId, (progress) => {
      this.#hear(progress);
    });
  }

  #hear(progress: RunProgress): void {
    this.#heardMs = Date.now();
    // While it goes on, some are always just being stored.
    this.unsavedCount = progress.run.status.kind === 'running' ? 0 : (progress.unsavedCount ?? 0);
    for (const attempt of progress.changed) this.#pending.set(keyOf(attempt), attempt);
    this.#pendingRun = progress.run;
    if (progress.run.status.kind !== 'running') this.#flush();
    else
      this.#timer ??= setTimeout(() => {
        this.#flush();
      }, REDRAW_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closed || this.load.kind !== 'ready') return;
    if (this.#pending.size > 0) this.#attempts = newerOf(this.#attempts, this.#pending);
    this.#pending = new Map();
    if (this.#pendingRun === undefined) return;
    this.load = { kind: 'ready', run: this.#pendingRun };
    this.active = this.#pendingRun.status.kind === 'running';
    this.#pendingRun = undefined;
    if (!this.active) this.cancelling = false;
  }

  /** A tab that is closed in the midst of a Run says nothing more; whether it is at work is then only to be asked. */
  async #look(): Promise<void> {
    if (!this.elsewhere || Date.now() - this.#heardMs < LOOK_MS) return;
    try {
      const found = await this.#services.runs.load(this.runId);
      if (found === undefined || found.active || !this.elsewhere || this.#closed) return;
      this.#take(found);
      this.cancelling = false;
    } catch {
      // The next look may succeed; what is shown stays.
    }
  }
}

/** What was heard while the store was read may be older than what was read. */
function newerOf(
  known: ReadonlyMap<string, Attempt>,
  heard: ReadonlyMap<string, Attempt>,
): ReadonlyMap<string, Attempt> {
  const merged = new Map(known);
  for (const [key, attempt] of heard) {
    const old = merged.get(key);
    if (old === undefined || old.updatedAt <= attempt.updatedAt) merged.set(key, attempt);
  }
  return merged;
}
