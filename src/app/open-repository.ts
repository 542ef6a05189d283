import type { Problem } from '../domain/benchmark/index.ts';
import type { Run } from '../domain/run/index.ts';
import { mistake } from './mistake.ts';
import type { LoadResult, PublicRepository, RepositoryLoad, RepositoryOrder, Services } from './services.ts';

type Ports = Pick<Services, 'benchmarks' | 'repository' | 'exchange' | 'runs'>;

export interface RepositoryWish {
  /** `rexsonovqa`, `owner/name@commit`, or a zip archive's address. Default: `rexsonovqa`. */
  readonly address?: string | undefined;
  /** Addresses below which the files of `rexsonovqa` lie, the first to be asked first. Default: its public mirrors. */
  readonly mirrors?: readonly string[] | undefined;
}

/**
 * The Benchmark from its public repository, from this browser where it is kept; or from any other address.
 * @throws {SonoscoreError} what no mirror gives, or which files are not as recorded
 */
export async function openRepository(
  { benchmarks, repository }: Ports,
  { address, mirrors }: RepositoryWish,
  signal: AbortSignal,
): Promise<LoadResult> {
  if (repository === undefined || !isPublished(repository, address)) {
    if (address === undefined) throw mistake('This page knows no public repository: name one as owner/name@commit.');
    if (mirrors !== undefined)
      throw mistake('Mirrors are for “rexsonovqa”: another repository is read where it is listed.');
    return benchmarks.loadAddress(address, signal, () => undefined);
  }
  const order = orderOf(repository, mirrors);
  const kept = await benchmarks.kept(repository.digest);
  const loaded =
    kept === undefined
      ? asRecorded(await repository.loadQuestions(order, signal, () => undefined))
      : { benchmark: kept, problems: [], videoFiles: [] };
  const { benchmark } = loaded;
  if (benchmark === undefined || benchmark.referencePrompts !== undefined) return loaded;
  try {
    return { ...loaded, benchmark: asRecorded(await repository.addPrompts(benchmark, order, signal)) };
  } catch (error) {
    // Only the protocol `reference` needs them, and it says so.
    const message = `The authors’ prompts are missing: ${error instanceof Error ? error.message : String(error)}`;
    return { ...loaded, problems: [...loaded.problems, { file: repository.name, message }] };
  }
}

/**
 * Takes in what the authors published of their models, as Runs over the Benchmark of `rexsonovqa`.
 * @param models ids among `publishedModels`; default: all
 * @throws {SonoscoreError} a model that is not there, what no mirror gives, or which files are not as recorded
 */
export async function importPublished(
  { benchmarks, repository, exchange, runs }: Ports,
  {
    models,
    mirrors,
  }: { readonly models?: readonly string[] | undefined; readonly mirrors?: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<{ readonly runIds: readonly string[]; readonly problems: readonly Problem[] }> {
  if (repository === undefined || exchange === undefined) throw mistake('This page cannot fetch published results.');
  const known = repository.publishedModels.map(({ id }) => id);
  const wrong = models?.find((id) => !known.includes(id));
  if (wrong !== undefined) throw mistake(`Results were published of ${known.join(', ')}, not of “${wrong}”.`);
  const benchmark = await benchmarks.kept(repository.digest);
  if (benchmark === undefined) throw mistake(`Open the benchmark “${repository.name}” first.`);
  const listed = await runs.list();
  const runIds: string[] = [];
  const problems: Problem[] = [];
  for (const id of models ?? known) {
    const here = listed.find((run) => isOf(run, id, repository.digest));
    if (here !== undefined) {
      runIds.push(here.id);
      continue;
    }
    const files = asRecorded(await repository.loadResults(id, orderOf(repository, mirrors), signal, () => undefined));
    const imported = await exchange.import(files, benchmark, signal);
    runIds.push(...imported.runs.map((run) => run.id));
    problems.push(...imported.problems);
  }
  return { runIds, problems };
}

function isPublished({ repository, commit }: PublicRepository, address = 'rexsonovqa'): boolean {
  return ['rexsonovqa', `${repository}@${commit}`.toLowerCase()].includes(address.trim().toLowerCase());
}

function orderOf(repository: PublicRepository, mirrors: readonly string[] | undefined): RepositoryOrder {
  return { mirrors: mirrors ?? repository.mirrors };
}

function asRecorded<T>(loaded: RepositoryLoad<T>): T {
  if (loaded.kind === 'loaded') return loaded.value;
  throw mistake(`Not as recorded for this commit, and therefore not used: ${loaded.files.join(', ')}.`);
}

function isOf({ config: { model }, benchmark }: Run, id: string, digest: string): boolean {
  return model.kind === 'published' && model.name.toLowerCase() === id && benchmark.digest === digest;
}
