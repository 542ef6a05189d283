import type { Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import { BenchmarkState } from './benchmark-state.svelte.ts';
import { ClipState } from './clip-state.svelte.ts';
import { ConnectionTest } from './connection-test.svelte.ts';
import { messageOf } from './errors.ts';
import { ImportState } from './import-state.svelte.ts';
import { PriceBook } from './price-book.ts';
import { RelayState } from './relay-state.svelte.ts';
import { RepositoryState } from './repository-state.svelte.ts';
import type { RunSession } from './resume-state.svelte.ts';
import { Router } from './router.svelte.ts';
import { RunsList } from './runs-list.svelte.ts';
import { SetupState } from './setup-state.svelte.ts';
import { StorageState } from './storage-state.svelte.ts';
import { ThemeChoice } from './theme.svelte.ts';

export type Starting =
  { readonly kind: 'idle' } | { readonly kind: 'starting' } | { readonly kind: 'failed'; readonly message: string };

/** Everything that outlives a page: what is open, what is being set up, where one is. */
export class AppState {
  readonly services: Services;
  readonly router = new Router();
  readonly theme = new ThemeChoice();
  readonly benchmark: BenchmarkState;
  readonly repository: RepositoryState;
  readonly setup: SetupState;
  readonly runs: RunsList;
  readonly imports: ImportState;
  readonly clip: ClipState;
  readonly connection: ConnectionTest;
  readonly prices: PriceBook;
  readonly relay: RelayState;
  readonly storage: StorageState;
  /** Runs that this page works on or has worked on, with what they were given. In memory only: there are keys in it. */
  readonly sessions = new Map<string, RunSession>();

  #freshRunId: string | undefined;
  starting = $state.raw<Starting>({ kind: 'idle' });

  constructor(services: Services) {
    this.services = services;
    this.benchmark = new BenchmarkState(services);
    this.repository = new RepositoryState(services, this.benchmark);
    this.relay = new RelayState(services.relay);
    this.storage = new StorageState(services);
    this.setup = new SetupState(services.modelPresets, services.credentials, this.relay);
    this.prices = new PriceBook(services.modelPresets ?? []);
    this.runs = new RunsList(services);
    this.imports = new ImportState(services);
    this.clip = new ClipState(services);
    this.connection = new ConnectionTest(services, this.setup);
  }

  /** Whether a Run was started here and its page is seen for the first time: it may have ended before the page was drawn. */
  takeFresh(runId: string): boolean {
    const isFresh = this.#freshRunId === runId;
    this.#freshRunId = undefined;
    return isFresh;
  }

  /** Opens the sample, ready to be run with a Baseline. */
  async trySample(): Promise<boolean> {
    if (!(await this.benchmark.loadSample())) return false;
    this.setup.modelKind = 'baseline';
    this.setup.baseline = 'shortest-option';
    return true;
  }

  /** Starts a Run of what the setup form says, and goes to its page. */
  async start(): Promise<void> {
    const benchmark = this.benchmark.benchmark;
    const hindrance = this.setup.hindrance(benchmark, this.benchmark.available);
    if (benchmark === undefined || hindrance !== undefined || this.starting.kind === 'starting') return;
    this.starting = { kind: 'starting' };
    try {
      const config = this.setup.config(this.benchmark.available);
      const session = { secrets: this.setup.secrets(), budget: this.setup.budget() };
      const { price } = this.setup.endpoint.prices;
      const { judgePrice } = this.setup;
      if (config.judge !== undefined && judgePrice !== undefined) this.prices.remember(config.judge.model, judgePrice);
      if (config.model.kind === 'provider' && price !== undefined) this.prices.remember(config.model, price);
      if (config.model.kind === 'provider') await this.storage.persist();
      const run = await this.services.runs.start(config, benchmark, session.secrets, session.budget);
      this.sessions.set(run.id, session);
      this.#freshRunId = run.id;
      this.starting = { kind: 'idle' };
      this.router.go({ kind: 'run', runId: run.id });
    } catch (error) {
      this.starting = { kind: 'failed', message: `The run could not start: ${messageOf(error)}` };
    }
  }

  /**
   * Starts a Run with the answers of another one and the judge of the form, and goes to its page.
   * @throws what the application throws
   */
  async rejudge(runId: string, benchmark: Benchmark): Promise<void> {
    const secrets = { key: undefined, judgeKey: this.setup.judge.key.value };
    const run = await this.services.runs.rejudge(runId, benchmark, this.setup.laterJudge(benchmark), secrets);
    this.sessions.set(run.id, { secrets, budget: undefined });
    this.#freshRunId = run.id;
    this.router.go({ kind: 'run', runId: run.id });
  }
}
