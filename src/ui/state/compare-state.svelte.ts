import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { misfitOf } from '../../domain/options/index.ts';
import type { RunWithAttempts } from '../../domain/report/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { messageOf } from './errors.ts';

export type CompareView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready';
      /** Of one Benchmark, in the order of the address. */
      readonly runs: readonly RunWithAttempts[];
      /** Runs of the address that this browser does not have. */
      readonly missingCount: number;
      /** Runs of the address with another Benchmark than the first. */
      readonly strangerCount: number;
      /** Undefined where this browser does not have it, or no Run was named. */
      readonly benchmark: Benchmark | undefined;
      /** Every Run of this browser, to choose from. */
      readonly all: readonly Run[];
    };

/** The Runs that an address names, read once: what changes meanwhile is there after the next choice. */
export class CompareState {
  readonly #services: Services;
  readonly #findBenchmark: (digest: string) => Promise<Benchmark | undefined>;
  #asked = 0;

  view = $state.raw<CompareView>({ kind: 'loading' });

  constructor(services: Services, findBenchmark: (digest: string) => Promise<Benchmark | undefined>) {
    this.#services = services;
    this.#findBenchmark = findBenchmark;
  }

  async open(runIds: readonly string[]): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const [all, ...found] = await Promise.all([
        this.#services.runs.list(),
        ...runIds.map((runId) => this.#services.runs.load(runId)),
      ]);
      const here = found.flatMap((each) => (each === undefined || each.run.deletedAt !== undefined ? [] : [each]));
      const digest = here[0]?.run.benchmark.digest;
      const runs = here.filter(({ run }) => run.benchmark.digest === digest);
      const benchmark = digest === undefined ? undefined : await this.#findBenchmark(digest);
      if (asked !== this.#asked) return;
      const misfit = benchmark && runs.map(({ attempts }) => misfitOf(benchmark.questions, attempts)).find(Boolean);
      if (misfit !== undefined) {
        const message = `One of these runs does not fit its questions: ${misfit}. It was altered on its way here.`;
        this.view = { kind: 'failed', message };
        return;
      }
      this.view = {
        kind: 'ready',
        runs: runs.map(({ run, attempts }) => ({ run, attempts })),
        missingCount: runIds.length - here.length,
        strangerCount: here.length - runs.length,
        benchmark,
        all,
      };
    } catch (error) {
      if (asked === this.#asked) this.view = { kind: 'failed', message: messageOf(error) };
    }
  }
}
