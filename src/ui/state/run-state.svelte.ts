import type { RunProgress, Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { Attempt, Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';
import { tallyOf, type Tally } from './tally.ts';

/** How often a Run that goes on is drawn anew: often enough to look live, seldom enough to leave the page idle. */
const REDRAW_MS = 200;

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
  #unwatch: (() => void) | undefined;
  #closed = false;

  load = $state.raw<RunLoad>({ kind: 'loading' });
  /** Whether work goes on in this page now: a Run may be `running` in the store after a reload with nobody at work. */
  active = $state(false);
  benchmark = $state.raw<Benchmark | undefined>();
  #attempts = $state.raw<ReadonlyMap<string, Attempt>>(new Map());
  message = $state<string | undefined>();
  cancelling = $state(false);

  readonly attempts: readonly Attempt[] = $derived([...this.#attempts.values()]);
  readonly tally: Tally = $derived(tallyOf(this.attempts));

  constructor(services: Services, runId: string) {
    this.#services = services;
    this.runId = runId;
  }

  /** Reads the Run and begins to watch it. `openBenchmark` gives the Benchmark of a digest, where this browser has it. */
  async open(openBenchmark: (digest: string) => Promise<Benchmark | undefined>): Promise<void> {
    try {
      const found = await this.#services.runs.load(this.runId);
      if (this.#closed) return;
      if (found === undefined) {
        this.load = { kind: 'missing' };
        return;
      }
      this.#attempts = new Map(found.attempts.map((attempt) => [keyOf(attempt), attempt]));
      this.active = found.active;
      this.benchmark = await openBenchmark(found.run.benchmark.digest);
      this.load = { kind: 'ready', run: found.run };
      if (this.#isClosed()) return;
      if (found.active) this.#watch();
    } catch (error) {
      this.load = { kind: 'failed', message: messageOf(error) };
    }
  }

  get run(): Run | undefined {
    return this.load.kind === 'ready' ? this.load.run : undefined;
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    this.message = undefined;
    try {
      await this.#services.runs.cancel(this.runId);
    } catch (error) {
      this.message = `The run could not be cancelled: ${messageOf(error)}`;
    }
    this.cancelling = false;
  }

  /** Goes on with the questions that have no reply. */
  async resume(key: string | undefined): Promise<void> {
    if (this.benchmark === undefined) return;
    this.message = undefined;
    try {
      await this.#services.runs.resume(this.runId, this.benchmark, { key });
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
  }

  #isClosed(): boolean {
    return this.#closed;
  }

  #watch(): void {
    this.#unwatch?.();
    this.#unwatch = this.#services.runs.watch(this.runId, (progress) => {
      this.#hear(progress);
    });
  }

  #hear(progress: RunProgress): void {
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
    if (this.#closed) return;
    if (this.#pending.size > 0) this.#attempts = new Map([...this.#attempts, ...this.#pending]);
    this.#pending = new Map();
    if (this.#pendingRun !== undefined) {
      this.load = { kind: 'ready', run: this.#pendingRun };
      this.active = this.#pendingRun.status.kind === 'running';
    }
  }
}
