import type { Price, Services } from '../../app/index.ts';
import type { Benchmark } from '../../domain/benchmark/index.ts';
import type { SharedConfig } from '../../domain/permalink/index.ts';
import type { RunConfig } from '../../domain/run/index.ts';
import { BenchmarkState } from './benchmark-state.svelte.ts';
import { ClipState } from './clip-state.svelte.ts';
import { ConnectionTest } from './connection-test.svelte.ts';
import { EndNotice } from './end-notice.svelte.ts';
import type { EndpointForm } from './endpoint-form.svelte.ts';
import { messageOf } from './errors.ts';
import type { LinkedSetup } from './linked-setup.ts';
import { LanguageChoice } from './language-choice.svelte.ts';
import { ImportState } from './import-state.svelte.ts';
import { PriceBook } from './price-book.ts';
import { RelayState } from './relay-state.svelte.ts';
import { RepositoryState } from './repository-state.svelte.ts';
import type { RunSession } from './resume-state.svelte.ts';
import { Router } from './router.svelte.ts';
import { RunsList } from './runs-list.svelte.ts';
import { hindranceOf } from './setup-hindrance.ts';
import { SetupState, showsPictures, type SpotCheckPlan } from './setup-state.svelte.ts';
import { StorageState } from './storage-state.svelte.ts';
import { ThemeChoice } from './theme.svelte.ts';
import { PageUpdate } from './page-update.svelte.ts';

export type Starting =
  { readonly kind: 'idle' } | { readonly kind: 'starting' } | { readonly kind: 'failed'; readonly message: string };

/** Everything that outlives a page: what is open, what is being set up, where one is. */
export class AppState {
  readonly services: Services;
  readonly router = new Router();
  readonly theme = new ThemeChoice();
  readonly language: LanguageChoice;
  readonly benchmark: BenchmarkState;
  readonly repository: RepositoryState;
  readonly setup: SetupState;
  readonly runs: RunsList;
  readonly imports: ImportState;
  readonly clip: ClipState;
  /** Of the setup form's first model. */
  readonly connection: ConnectionTest;
  readonly #connections = new WeakMap<EndpointForm, ConnectionTest>();
  readonly prices: PriceBook;
  readonly relay: RelayState;
  readonly storage: StorageState;
  readonly endNotice: EndNotice;
  readonly update: PageUpdate;
  /** Runs that this page works on or has worked on, with what they were given. In memory only: there are keys in it. */
  readonly sessions = new Map<string, RunSession>();

  #freshRunId: string | undefined;
  starting = $state.raw<Starting>({ kind: 'idle' });
  /** What a link has filled the setup form in with, until a Run is started or it is undone. */
  linked = $state.raw<LinkedSetup | undefined>();

  constructor(services: Services) {
    this.services = services;
    this.language = new LanguageChoice(services);
    this.benchmark = new BenchmarkState(services);
    this.repository = new RepositoryState(services, this.benchmark);
    this.relay = new RelayState(services.relay);
    this.storage = new StorageState(services);
    this.update = new PageUpdate(services);
    this.setup = new SetupState(services.modelPresets, services.credentials, this.relay);
    this.endNotice = new EndNotice(services, (runId) => this.sessions.has(runId));
    this.prices = new PriceBook(services.modelPresets ?? []);
    this.runs = new RunsList(services);
    this.imports = new ImportState(services);
    this.clip = new ClipState(services);
    this.connection = this.connectionOf(this.setup.endpoint);
  }

  /** Fills in the setup form by what stands after `#/run?`, and goes there. */
  async openConfiguration(query: string): Promise<void> {
    // Fetched when somebody comes by a link: it needs what the first page does not.
    const { linkSetup } = await import('./linked-setup.ts');
    this.linked = linkSetup(this.setup, query);
    this.router.replace({ kind: 'setup' });
  }

  /** Fills in the setup form to ask some of a shared Run's questions again, and goes there. */
  async openSpotCheck(config: SharedConfig, plan: SpotCheckPlan): Promise<void> {
    const { linkSpotCheck } = await import('./linked-setup.ts');
    this.linked = linkSpotCheck(this.setup, config, plan);
    this.router.go({ kind: 'setup' });
  }

  /** Whether a Run was started here and its page is seen for the first time: it may have ended before the page was drawn. */
  takeFresh(runId: string): boolean {
    const isFresh = this.#freshRunId === runId;
    this.#freshRunId = undefined;
    return isFresh;
  }

  /** What is cut elsewhere than the benchmark says is part of what makes a Run repeatable. */
  #corrected(config: RunConfig): RunConfig {
    const { corrections } = this.benchmark;
    return corrections.length > 0 && showsPictures(config.condition) ? { ...config, corrections } : config;
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
    const hindrance = hindranceOf(this.setup, benchmark, this.benchmark.available);
    if (benchmark === undefined || hindrance !== undefined || this.starting.kind === 'starting') return;
    this.starting = { kind: 'starting' };
    try {
      await this.benchmark.corrected;
      const { setup } = this;
      const queued = setup.endpoints.map((endpoint) => {
        const config = this.#corrected(setup.config(this.benchmark.available, endpoint));
        this.#rememberPrices(config, endpoint.prices.price, setup.judgePrice(endpoint));
        return { config, secrets: setup.secrets(endpoint), budget: setup.budget(endpoint) };
      });
      const [only] = queued;
      if (only === undefined) throw new Error('no model is asked');
      if (only.config.model.kind === 'provider') await this.storage.persist();
      const started =
        queued.length === 1
          ? [await this.services.runs.start(only.config, benchmark, only.secrets, only.budget)]
          : await this.services.runs.startQueue(queued, benchmark);
      started.forEach(({ id }, index) => {
        const { secrets, budget } = queued[index] ?? only;
        this.sessions.set(id, { secrets, budget });
      });
      const [first] = started;
      if (first === undefined) throw new Error('no run was started');
      this.#freshRunId = first.id;
      this.starting = { kind: 'idle' };
      this.linked = undefined;
      this.setup.spotCheck = undefined;
      this.router.go({ kind: 'run', runId: first.id });
    } catch (error) {
      this.starting = { kind: 'failed', message: `The run could not start: ${messageOf(error)}` };
    }
  }

  /** What the first endpoint of the setup form would be asked, corrections included. */
  get configured(): RunConfig {
    return this.#corrected(this.setup.config(this.benchmark.available));
  }

  /** What tries the connection of an endpoint of the setup form. */
  connectionOf(form: EndpointForm): ConnectionTest {
    const known = this.#connections.get(form) ?? new ConnectionTest(this.services, form);
    this.#connections.set(form, known);
    return known;
  }

  #rememberPrices({ model, judge }: RunConfig, price: Price | undefined, judgePrice: Price | undefined): void {
    if (model.kind === 'provider' && price !== undefined) this.prices.remember(model, price);
    if (judge !== undefined && judgePrice !== undefined) this.prices.remember(judge.model, judgePrice);
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
