import type { Benchmark, Problem } from '../domain/benchmark/index.ts';
import { SONOSCORE_PROTOCOL_VERSION } from '../domain/protocol/index.ts';
import type { Report } from '../domain/report/index.ts';
import type { Attempt, JudgeChoice, Run, RunConfig, RunStatus } from '../domain/run/index.ts';
import { loadFailure } from './load-failure.ts';
import { mistake } from './mistake.ts';
import type { RepositoryWish } from './open-repository.ts';
import type { Budget, ExportFormat, LoadResult, RunExchange, RunSecrets, Services, WaitingCalls } from './services.ts';
import type { PickedFile } from './services/source-services.ts';

export interface OpenedBenchmark {
  readonly name: string;
  readonly digest: string;
  readonly keptQuestions: number;
  readonly videos: number;
  readonly sourceVideos: number;
  /** Of the source videos, those at hand. */
  readonly sourceVideosAtHand: number;
  readonly problems: readonly Problem[];
}

export interface RunSituation {
  readonly runId: string;
  readonly status: RunStatus;
  /** Whether work goes on, in this tab or another. */
  readonly active: boolean;
  readonly total: number;
  readonly done: number;
  /** How many Attempts are in each state or, when done, of each outcome. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What scripts may ask of the page, as `window.sonoscore`. Everything goes in and comes out as JSON. */
export interface Automation {
  readonly version: 1;
  openSample(): Promise<OpenedBenchmark>;
  /** Benchmark files and source videos together, as from a folder. */
  openFiles(files: readonly PickedFile[]): Promise<OpenedBenchmark>;
  /** From its public repository, or from this browser where it is kept: `rexsonovqa`, `owner/name@commit` or a zip archive's address. */
  openRepository(wish?: RepositoryWish): Promise<OpenedBenchmark>;
  /** More source videos for the open Benchmark. */
  attachFiles(files: readonly PickedFile[]): Promise<OpenedBenchmark>;
  /** Where services that answer no browsers are called, as `npm run relay` prints it; undefined: nowhere. Never stored. */
  useRelay(address: string | undefined): Promise<void>;
  /** Loads the clip engine and cuts the first clips of such a Run, so that its first calls go at once. */
  warmUp(config: Pick<RunConfig, 'model'> & Partial<RunConfig>): Promise<void>;
  /** A whole RunConfig, or the parts that are to differ from: shown as video, as printed, all kept questions, once. */
  start(config: Pick<RunConfig, 'model'> & Partial<RunConfig>, secrets: RunSecrets, budget?: Budget): Promise<string>;
  /** Runs of several models over the same questions, as the setup page queues them; gives their ids. */
  startQueue(
    queued: readonly {
      readonly config: Pick<RunConfig, 'model'> & Partial<RunConfig>;
      readonly secrets: RunSecrets;
      readonly budget?: Budget;
    }[],
  ): Promise<readonly string[]>;
  /** The calls of such a Run as one file instead, for a batch service; its output is given to `importFiles`. */
  batch(config: Pick<RunConfig, 'model'> & Partial<RunConfig>): Promise<{
    readonly runId: string;
    readonly name: string;
    readonly lineCount: number;
    readonly problems: readonly Problem[];
    readonly blob: Blob;
  }>;
  /** Which calls of such a Run wait for the output of a batch already: whoever starts it now pays for them twice. */
  waiting(config: Pick<RunConfig, 'model'> & Partial<RunConfig>): Promise<WaitingCalls | undefined>;
  resume(runId: string, secrets: RunSecrets, budget?: Budget): Promise<void>;
  /** Judges free answers of a Run at rest, as of a batch's output, and asks the model nothing. */
  judge(runId: string, judge: JudgeChoice, secrets: RunSecrets): Promise<void>;
  cancel(runId: string): Promise<void>;
  situation(runId: string): Promise<RunSituation>;
  runs(): Promise<readonly Run[]>;
  attempts(runId: string): Promise<readonly Attempt[]>;
  /** The numbers of a Run, as the results page shows them. */
  report(runId: string): Promise<Report>;
  /** A Run in one of its exported forms; `base64` is the file's content. */
  export(runId: string, format: ExportFormat): Promise<{ readonly name: string; readonly base64: string }>;
  /** A link to up to four Runs over one Benchmark: what stands after the page's address, `#` included. */
  permalink(runIds: readonly string[]): Promise<string>;
  /** Run files, or results of the authors' scripts for the open Benchmark. */
  importFiles(
    files: readonly PickedFile[],
  ): Promise<{ readonly runIds: readonly string[]; readonly problems: readonly Problem[] }>;
  /** The scored results that were published of some models, or of all: as Runs over the open `rexsonovqa`. */
  importPublished(wish?: {
    readonly models?: readonly string[] | undefined;
    readonly mirrors?: readonly string[] | undefined;
  }): Promise<{ readonly runIds: readonly string[]; readonly problems: readonly Problem[] }>;
}

/** The automation surface over the very services that the pages use. */
export function createAutomation(
  services: Pick<
    Services,
    'benchmarks' | 'repository' | 'sources' | 'runs' | 'exchange' | 'permalinks' | 'batches' | 'warmUp' | 'relay'
  >,
): Automation {
  const never = new AbortController().signal;
  let open: { readonly benchmark: Benchmark; readonly problems: readonly Problem[] } | undefined;

  const opened = (): Benchmark => {
    if (open !== undefined) return open.benchmark;
    throw mistake('No benchmark is open: call openSample, openFiles or openRepository first.');
  };
  const summary = (): OpenedBenchmark => {
    const benchmark = opened();
    return {
      name: benchmark.name,
      digest: benchmark.digest,
      keptQuestions: benchmark.questions.filter((question) => question.keep).length,
      videos: benchmark.videos.length,
      sourceVideos: benchmark.sourceVideos.length,
      sourceVideosAtHand: services.sources.available(benchmark).size,
      problems: open?.problems ?? [],
    };
  };
  const attach = async (files: readonly PickedFile[]): Promise<void> => {
    const report = await services.sources.attach(opened(), files, never);
    const unmatched = report.unmatched.map(({ path }) => ({
      file: path,
      message: 'This file fits no source video: put the YouTube id or the Video’s name into its name.',
    }));
    open = { benchmark: opened(), problems: [...(open?.problems ?? []), ...report.problems, ...unmatched] };
  };
  const use = async (result: LoadResult): Promise<OpenedBenchmark> => {
    const { benchmark, problems, videoFiles } = result;
    if (benchmark === undefined) {
      throw mistake(`${loadFailure(result)} ${problems.map(({ message }) => message).join(' ')}`.trim());
    }
    open = { benchmark, problems };
    await services.benchmarks.keep(benchmark);
    if (videoFiles.length > 0) await attach(videoFiles);
    return summary();
  };
  const loaded = async (runId: string) => {
    const found = await services.runs.load(runId);
    if (found === undefined) throw mistake(`There is no run “${runId}” in this browser.`);
    return found;
  };

  const benchmarkOf = async (run: Run): Promise<Benchmark> => {
    const { name, digest } = run.benchmark;
    const found = open?.benchmark.digest === digest ? open.benchmark : await services.benchmarks.kept(digest);
    if (found === undefined) throw mistake(`Open the benchmark “${name}” first.`);
    return found;
  };
  const exchange = (): RunExchange => {
    if (services.exchange === undefined) throw mistake('This page cannot read or write run files.');
    return services.exchange;
  };

  return {
    version: 1,
    openSample: async () => use(await services.benchmarks.loadSample(never)),
    openFiles: async (files) => use(await services.benchmarks.loadFiles(files, never)),
    async openRepository(wish = {}) {
      const { openRepository } = await import('./open-repository.ts');
      return use(await openRepository(services, wish, never));
    },
    async attachFiles(files) {
      await attach(files);
      return summary();
    },
    async useRelay(address) {
      services.relay?.use(address?.replace(/\/+$/, ''));
    },
    async warmUp(config) {
      await services.warmUp?.({ ...DEFAULTS, ...config }, opened(), never);
    },
    async start(config, secrets, budget) {
      const run = await services.runs.start({ ...DEFAULTS, ...config }, opened(), secrets, budget);
      return run.id;
    },
    async startQueue(queued) {
      const entries = queued.map(({ config, secrets, budget }) => ({
        config: { ...DEFAULTS, ...config },
        secrets,
        budget,
      }));
      return (await services.runs.startQueue(entries, opened())).map(({ id }) => id);
    },
    async batch(config) {
      if (services.batches === undefined) throw mistake('This page cannot write batch files.');
      const { run, ...file } = await services.batches.write(
        { ...DEFAULTS, ...config },
        opened(),
        never,
        () => undefined,
      );
      return { runId: run.id, ...file };
    },
    waiting: async (config) => services.batches?.waiting({ ...DEFAULTS, ...config }, opened()),
    async resume(runId, secrets, budget) {
      const { run } = await loaded(runId);
      await services.runs.resume(runId, await benchmarkOf(run), secrets, budget);
    },
    async judge(runId, judge, secrets) {
      const { run } = await loaded(runId);
      await services.runs.judge(runId, await benchmarkOf(run), judge, secrets);
    },
    cancel: (runId) => services.runs.cancel(runId),
    async situation(runId) {
      const { run, attempts, active } = await loaded(runId);
      const counts: Record<string, number> = {};
      for (const { state } of attempts) {
        const name = state.kind === 'done' ? state.outcome : state.kind;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      const done = attempts.filter(({ state }) => state.kind === 'done').length;
      return { runId, status: run.status, active, total: attempts.length, done, counts };
    },
    runs: () => services.runs.list(),
    attempts: async (runId) => (await loaded(runId)).attempts,
    async report(runId) {
      const { run, attempts } = await loaded(runId);
      const { buildReport } = await import('../domain/report/index.ts');
      return buildReport(await benchmarkOf(run), run, attempts);
    },
    async export(runId, format) {
      const { run } = await loaded(runId);
      const needed = format === 'run-file' ? undefined : await benchmarkOf(run);
      const { name, blob } = await exchange().export(runId, needed, format);
      return { name, base64: toBase64(new Uint8Array(await blob.arrayBuffer())) };
    },
    async permalink(runIds) {
      const [first] = runIds;
      if (first === undefined) throw mistake('Name at least one run.');
      if (services.permalinks === undefined) throw mistake('This page makes no links.');
      const { run } = await loaded(first);
      return `#/r/${await services.permalinks.write(runIds, await benchmarkOf(run))}`;
    },
    async importFiles(files) {
      const { runs, problems } = await exchange().import(files, open?.benchmark, never);
      return { runIds: runs.map(({ id }) => id), problems };
    },
    async importPublished(wish = {}) {
      const { importPublished } = await import('./open-repository.ts');
      return importPublished(services, wish, never);
    },
  };
}

const DEFAULTS: Omit<RunConfig, 'model'> = {
  protocol: { id: 'sonoscore', version: SONOSCORE_PROTOCOL_VERSION },
  condition: 'video',
  optionOrder: 'as-printed',
  kinds: ['multiple-choice', 'free-response'],
  limit: undefined,
  seed: 1,
  epochs: 1,
};

function toBase64(bytes: Uint8Array): string {
  const CHUNK = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
