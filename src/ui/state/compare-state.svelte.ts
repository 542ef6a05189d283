import type { RunProgress, Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { misfitOf } from '../../domain/options/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';

/** How often a comparison is made anew while its Runs go on: each takes all of their answers. */
const REFRESH_MS = 3_000;
/** A tab that is closed in the midst of a Run says nothing more: so often it is asked for. */
const LOOK_MS = 10_000;

export type CompareView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      /** Of one Benchmark, in the order of the address. */
      readonly runs: readonly RunWithAttempts[];
      /** How many of them go on now, here or in another tab. */
      readonly activeCount: number;
      /** Runs of the address that this browser does not have. */
      readonly missingCount: number;
      /** Runs of the address with another Benchmark than the first. */
      readonly strangerCount: number;
      /** Undefined where this browser does not have it, or no Run was named. */
      readonly benchmark: Benchmark | undefined;
      /** Every Run of this browser, to choose from. */
      readonly all: readonly Run[];
    };

type Found = Awaited<ReturnType<Services['runs']['load']>>;

/** The Runs that an address names, read again every few seconds while they change. */
export class CompareState {
  readonly #services: Services;
  readonly #findBenchmark: (digest: string) => Promise<Benchmark | undefined>;
  #asked = 0;
  #runIds: readonly string[] = [];
  /** As read last; what changed since is taken out. */
  #known = new Map<string, Found>();
  #unwatch: readonly (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #reading = Promise.resolve();

  view = $state.raw<CompareView>({ kind: 'loading' });

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  async open(runIds: readonly string[]): Promise<void> {
    this.close();
    this.#runIds = runIds;
    this.#known = new Map();
    // Before they are read, so that nothing falls between.
    this.#unwatch = runIds.map((runId) =>
      this.#services.runs.watch(runId, (progress) => {
        this.#hear(progress);
      }),
    );
    const asked = this.#asked;
    try {
      await this.#read(asked);
    } catch (error) {
      if (asked === this.#asked) this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  /** Follows the Runs no longer. */
  close(): void {
    this.#asked += 1;
    for (const unwatch of this.#unwatch) unwatch();
    this.#unwatch = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #hear({ run }: RunProgress): void {
    this.#known.delete(run.id);
    this.#readWithin(run.status.kind === 'running' ? REFRESH_MS : 0);
  }

  #readWithin(ms: number): void {
    const dueMs = Date.now() + ms;
    if (this.#timer !== undefined && this.#dueMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    const asked = this.#asked;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // One at a time; where it fails, what is shown stays and the next change reads again.
      this.#reading = this.#reading.then(() => this.#read(asked)).catch(() => undefined);
    }, ms);
  }

  async #read(asked: number): Promise<void> {
    if (asked !== this.#asked) return;
    const known = this.#known;
    const runIds = this.#runIds;
    const [all, ...found] = await Promise.all([
      this.#services.runs.list(),
      ...runIds.map(async (runId): Promise<Found> => {
        const old = known.get(runId);
        if (old !== undefined) return old;
        // Set before it is read: a change meanwhile takes it out again.
        known.set(runId, undefined);
        const read = await this.#services.runs.load(runId);
        if (known.has(runId)) known.set(runId, read);
        return read;
      }),
    ]);
    const here = found.flatMap((each) => (each === undefined || each.run.deletedAt !== undefined ? [] : [each]));
    const digest = here[0]?.run.benchmark.digest;
    const runs = here.filter(({ run }) => run.benchmark.digest === digest);
    const shown = this.view.kind === 'ready' ? this.view.benchmark : undefined;
    const benchmark =
      digest === undefined ? undefined : shown?.digest === digest ? shown : await this.#findBenchmark(digest);
    if (asked !== this.#asked) return;
    const misfit = benchmark && runs.map(({ attempts }) => misfitOf(benchmark.questions, attempts)).find(Boolean);
    if (misfit !== undefined) {
      const message = `One of these runs does not fit its questions: ${misfit}. It was altered on its way here.`;
      this.view = { kind: 'failed', message };
      return;
    }
    const active = runs.filter((each) => each.active && each.run.status.kind === 'running');
    this.view = {
      kind: 'ready',
      runs: runs.map(({ run, attempts }) => ({ run, attempts })),
      activeCount: active.length,
      missingCount: runIds.length - here.length,
      strangerCount: here.length - runs.length,
      benchmark,
      all,
    };
    if (active.length === 0) return;
    for (const { run } of active) known.delete(run.id);
    this.#readWithin(LOOK_MS);
  }
}
