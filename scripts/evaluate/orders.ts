import path from 'node:path';
import { parseArgs } from 'node:util';

import type { Automation } from '../../src/app/index.ts';
import {
  BASELINE_NAMES,
  CONDITIONS,
  type JudgeChoice,
  type ModelChoice,
  OPTION_ORDERS,
  type RunConfig,
} from '../../src/domain/run/index.ts';

type StartConfig = Parameters<Automation['start']>[0];

/** 0 done, 1 failed, 2 wrongly called, 3 stopped before its end and to be gone on with. */
export const EXIT = { done: 0, failed: 1, mistake: 2, paused: 3 } as const;

export const HELP = `npm run evaluate -- [options]

  --benchmark DIR|ZIP|sample   the questions; default: sample
  --benchmark rexsonovqa       from its authors' repository at the commit of the published results; kept in the profile
  --benchmark OWNER/NAME@REF   from any public repository of the same layout
  --mirror URL                 where the files of rexsonovqa are fetched from, asked in turn; may be given several times
  --videos DIR                 the source videos
  --provider NAME              openai-compatible (default), gemini, openai, qwen, seed, openrouter, anthropic or baseline
  --model ID                   the model's id, or the baseline's name, such as shortest-option
  --base-url URL               the endpoint, without a slash at its end
  --parameter NAME=VALUE       one of the call's parameters; may be given several times
  --protocol NAME              sonoscore (default) or reference
  --condition NAME             video (default), frames, youtube-uncropped (Gemini only), text-only
                               or options-only
  --option-order NAME          as-printed (default), reference, seeded or circular
  --kinds mcq,free             default: both
  --limit N                    so many questions, spread evenly
  --seed S                     default: 1
  --epochs K                   default: 1
  --judge ID                   judges free answers by this model, at --judge-base-url with --judge-provider (default: the model's own)
  --judge-strict               gives vague answers and lucky guesses at most 1 point; off in the published results
  --import DIR                 calls nobody: reads these results of the authors' scripts or run files, and scores them
  --published all|ID,ID        calls nobody: fetches the results published with rexsonovqa, and scores them
  --batch-out FILE             calls nobody: writes the requests as chat completions, one line each, for a batch service or vLLM's run-batch
  --batch-in FILE              the output of such a file, given with the same --out (or --profile): scores it, and judges
                               free answers where --judge was given, then or now
  --out DIR                    report.json, run.json, answers.csv, upstream.zip, permalink.txt; default: results
  --site URL                   the page that the permalink is for; default: only what stands after its address
  --profile DIR                where the browser keeps runs, for going on; default: OUT/profile
  --port N                     of the page on 127.0.0.1; default: 4174
  --page DIR                   a page that \`npm run build\` made, used as it is; default: builds it

Keys come from the environment: SONOSCORE_KEY for the model, SONOSCORE_JUDGE_KEY for the judge.
A run that stopped goes on when the same command is given again. Exit codes: 0 done, 1 failed, 2 wrongly called, 3 stopped.`;

/** Where the questions are: `address` is a public repository's, or its short name. */
export type BenchmarkPlace =
  | { readonly kind: 'sample' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'files'; readonly path: string };

export interface Orders {
  readonly kind: 'evaluate';
  readonly benchmark: BenchmarkPlace;
  readonly mirrors: readonly string[] | undefined;
  readonly videos: string | undefined;
  readonly config: StartConfig & RunConfig;
  readonly key: string | undefined;
  readonly judgeKey: string | undefined;
  readonly importFrom: string | undefined;
  /** Ids of models whose published results are wanted; `all` for every one. */
  readonly published: readonly string[] | 'all' | undefined;
  readonly batchOut: string | undefined;
  readonly batchIn: string | undefined;
  readonly out: string;
  /** Address of the page that permalinks are for, without `#`; may be empty. */
  readonly site: string;
  readonly profile: string;
  readonly port: number;
  /** A built page; undefined: it is built first. */
  readonly page: string | undefined;
}

const text = { type: 'string' } as const;

/**
 * What a command line asks for.
 * @throws {Error} one sentence where it cannot be read
 */
export function parseOrders(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): Orders | { readonly kind: 'help' } {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      benchmark: text,
      mirror: { type: 'string', multiple: true },
      videos: text,
      provider: text,
      model: text,
      'base-url': text,
      parameter: { type: 'string', multiple: true },
      protocol: text,
      condition: text,
      'option-order': text,
      kinds: text,
      limit: text,
      seed: text,
      epochs: text,
      judge: text,
      'judge-base-url': text,
      'judge-provider': text,
      'judge-strict': { type: 'boolean' },
      import: text,
      published: text,
      'batch-out': text,
      'batch-in': text,
      out: text,
      site: text,
      profile: text,
      port: text,
      page: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return { kind: 'help' };
  const out = path.resolve(values.out ?? 'results');
  const protocol = {
    id: oneOf('protocol', values.protocol ?? 'sonoscore', ['sonoscore', 'reference'] as const),
    version: '1',
  };
  const endpoint = {
    provider: values.provider ?? 'openai-compatible',
    baseUrl: values['base-url'] ?? '',
    parameters: parametersOf(values.parameter ?? []),
  };
  const model: ModelChoice =
    values.provider === 'baseline'
      ? { kind: 'baseline', baseline: oneOf('model', values.model ?? 'shortest-option', BASELINE_NAMES) }
      : { kind: 'provider', ...endpoint, modelId: values.model ?? '' };
  const judge: JudgeChoice | undefined =
    values.judge === undefined
      ? undefined
      : {
          model: {
            kind: 'provider',
            provider: values['judge-provider'] ?? endpoint.provider,
            baseUrl: values['judge-base-url'] ?? endpoint.baseUrl,
            modelId: values.judge,
            parameters: {},
          },
          protocol,
          strict: values['judge-strict'] ?? false,
        };
  const isBaseline = model.kind === 'baseline';
  return {
    kind: 'evaluate',
    benchmark: placeOf(values.benchmark ?? (values.published === undefined ? 'sample' : 'rexsonovqa')),
    mirrors: values.mirror,
    videos: values.videos === undefined ? undefined : path.resolve(values.videos),
    config: {
      model,
      protocol,
      condition: isBaseline ? 'options-only' : oneOf('condition', values.condition ?? 'video', CONDITIONS),
      optionOrder: oneOf('option-order', values['option-order'] ?? 'as-printed', OPTION_ORDERS),
      kinds: isBaseline ? ['multiple-choice'] : kindsOf(values.kinds ?? 'mcq,free'),
      limit: values.limit === undefined ? undefined : whole('limit', values.limit, 1),
      seed: whole('seed', values.seed ?? '1', 0),
      epochs: whole('epochs', values.epochs ?? '1', 1),
      ...(judge === undefined ? {} : { judge }),
    },
    key: environment['SONOSCORE_KEY'],
    judgeKey: environment['SONOSCORE_JUDGE_KEY'] ?? environment['SONOSCORE_KEY'],
    batchOut: values['batch-out'] === undefined ? undefined : path.resolve(values['batch-out']),
    batchIn: values['batch-in'] === undefined ? undefined : path.resolve(values['batch-in']),
    importFrom: values.import === undefined ? undefined : path.resolve(values.import),
    out,
    published: values.published === undefined ? undefined : publishedOf(values.published),
    site: (values.site ?? '').replace(/#.*$/s, ''),
    profile: path.resolve(values.profile ?? path.join(out, 'profile')),
    port: whole('port', values.port ?? '4174', 1),
    page: values.page === undefined ? undefined : path.resolve(values.page),
  };
}

/** What is missing or not there, in a sentence; undefined when the work can begin. */
export function mistakeIn(orders: Orders, exists: (path: string) => boolean): string | undefined {
  const { benchmark, mirrors, videos, importFrom, published, batchIn, batchOut, config, page } = orders;
  for (const [option, named] of [
    ['--benchmark', benchmark.kind === 'files' ? benchmark.path : undefined],
    ['--videos', videos],
    ['--import', importFrom],
    ['--batch-in', batchIn],
    ['--page', page === undefined ? undefined : path.join(page, 'index.html')],
  ] as const) {
    if (named !== undefined && !exists(named)) return `${option} names “${named}”, which does not exist.`;
  }
  if ([importFrom, published, batchIn, batchOut].filter((each) => each !== undefined).length > 1)
    return 'Give one of --import, --published, --batch-in and --batch-out.';
  if (mirrors !== undefined && !isPublished(benchmark)) return '--mirror goes with --benchmark rexsonovqa.';
  const unreadable = mirrors?.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (unreadable !== undefined) return `--mirror is an address that begins with https://, not “${unreadable}”.`;
  if (published !== undefined && !isPublished(benchmark)) return '--published goes with --benchmark rexsonovqa.';
  if (batchIn !== undefined && !/\.jsonl$/i.test(batchIn)) return '--batch-in names a file that ends in .jsonl.';
  if (batchIn !== undefined && config.judge?.model.baseUrl === '')
    return 'Name the judge’s endpoint with --judge-base-url.';
  if (batchOut !== undefined && config.model.kind !== 'provider')
    return 'A batch asks a model: choose another --provider.';
  if (importFrom !== undefined || published !== undefined || batchIn !== undefined || config.model.kind !== 'provider')
    return undefined;
  if (config.model.modelId === '') return 'Name the model with --model.';
  // A batch goes where somebody takes it.
  if (batchOut !== undefined) return undefined;
  if (config.model.baseUrl === '') return 'Name the endpoint with --base-url.';
  return undefined;
}

function placeOf(benchmark: string): BenchmarkPlace {
  if (benchmark === 'sample') return { kind: 'sample' };
  // A folder may be called anything, so what is there on the disk is named as ./owner/name@ref.
  const isAddress = /^rexsonovqa$/i.test(benchmark) || /^\w[\w.-]*\/[\w.-]+@[\w./-]+$/.test(benchmark);
  return isAddress ? { kind: 'address', address: benchmark } : { kind: 'files', path: path.resolve(benchmark) };
}

function isPublished(benchmark: BenchmarkPlace): boolean {
  return benchmark.kind === 'address' && /^rexsonovqa$/i.test(benchmark.address);
}

function publishedOf(list: string): readonly string[] | 'all' {
  return list === 'all' ? list : list.split(',').map((id) => id.trim());
}

function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`--${option} is one of ${allowed.join(', ')}, not “${value}”.`);
  return found;
}

function whole(option: string, value: string, least: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < least) {
    throw new Error(`--${option} is a whole number from ${least}, not “${value}”.`);
  }
  return number;
}

function kindsOf(list: string): RunConfig['kinds'] {
  const names = { mcq: 'multiple-choice', free: 'free-response' } as const;
  return list.split(',').map((name) => names[oneOf('kinds', name.trim(), ['mcq', 'free'] as const)]);
}

function parametersOf(given: readonly string[]): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at <= 0) throw new Error(`--parameter is NAME=VALUE, not “${pair}”.`);
      return [pair.slice(0, at), valueOf(pair.slice(at + 1))];
    }),
  );
}

function valueOf(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}
