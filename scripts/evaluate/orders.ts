import path from 'node:path';
import { parseArgs } from 'node:util';

import type { Automation, Budget } from '../../src/app/index.ts';
import {
  BASELINE_NAMES,
  CONDITIONS,
  type JudgeChoice,
  type ModelChoice,
  OPTION_ORDERS,
  type RunConfig,
} from '../../src/domain/run/index.ts';
import { presets } from '../../src/providers/index.ts';
import { budgetOf } from './budget.ts';

type StartConfig = Parameters<Automation['start']>[0];

/** 0 done, 1 failed, 2 wrongly called, 3 stopped before its end and to be gone on with. */
export const EXIT = { done: 0, failed: 1, mistake: 2, paused: 3 } as const;

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
  /** Undefined: none was given for the judge alone; see `judgeKeyFor`. */
  readonly judgeKey: string | undefined;
  /** Where services that answer no browsers are called; it holds a token. */
  readonly relay: string | undefined;
  /** Undefined: no cap. */
  readonly budget: Budget | undefined;
  readonly importFrom: string | undefined;
  /** Ids of models whose published results are wanted; `all` for every one. */
  readonly published: readonly string[] | 'all' | undefined;
  readonly batchOut: string | undefined;
  readonly batchIn: string | undefined;
  /** Whether calls that wait for a batch's output are made, or written, all the same. */
  readonly askAgain: boolean;
  readonly out: string;
  /** Address of the page that permalinks are for, without `#`; may be empty. */
  readonly site: string;
  readonly profile: string;
  readonly port: number;
  /** A built page; undefined: it is built first. */
  readonly page: string | undefined;
}

const text = { type: 'string' } as const;

const PROVIDERS = [...new Set(presets.map(({ provider }) => provider)), 'baseline'];

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
      cap: text,
      price: text,
      'judge-price': text,
      import: text,
      published: text,
      'batch-out': text,
      'batch-in': text,
      'ask-again': { type: 'boolean' },
      out: text,
      site: text,
      profile: text,
      port: text,
      page: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return { kind: 'help' };
  // npm runs scripts in the package's folder; names on the command line are meant from where it was given.
  const resolve = (named: string) => path.resolve(environment['INIT_CWD'] ?? '', named);
  const whereNamed = (named: string | undefined) => (named === undefined ? undefined : resolve(named));
  const out = resolve(values.out ?? 'results');
  const protocol = {
    id: oneOf('protocol', values.protocol ?? 'sonoscore', ['sonoscore', 'reference'] as const),
    version: '1',
  };
  const endpoint = {
    provider: oneOf('provider', values.provider ?? 'openai-compatible', PROVIDERS),
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
            provider: oneOf('judge-provider', values['judge-provider'] ?? endpoint.provider, PROVIDERS),
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
    benchmark: placeOf(values.benchmark ?? (values.published === undefined ? 'sample' : 'rexsonovqa'), resolve),
    mirrors: values.mirror,
    videos: whereNamed(values.videos),
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
    judgeKey: environment['SONOSCORE_JUDGE_KEY'],
    relay: environment['SONOSCORE_RELAY'],
    budget: budgetOf(values, model, judge),
    batchOut: whereNamed(values['batch-out']),
    batchIn: whereNamed(values['batch-in']),
    askAgain: values['ask-again'] ?? false,
    importFrom: whereNamed(values.import),
    out,
    published: values.published === undefined ? undefined : publishedOf(values.published),
    site: (values.site ?? '').replace(/#.*$/s, ''),
    profile: resolve(values.profile ?? path.join(out, 'profile')),
    port: whole('port', values.port ?? '4174', 1),
    page: whereNamed(values.page),
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
  if (orders.relay !== undefined && !/^https?:\/\/[^/]+(?:\/t\/[^/]+)?\/*$/.test(orders.relay))
    return 'SONOSCORE_RELAY is the address that `npm run relay` prints, with nothing after the token.';
  if (mirrors !== undefined && !isPublished(benchmark)) return '--mirror goes with --benchmark rexsonovqa.';
  const unreadable = mirrors?.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (unreadable !== undefined) return `--mirror is an address that begins with https://, not “${unreadable}”.`;
  if (published !== undefined && !isPublished(benchmark)) return '--published goes with --benchmark rexsonovqa.';
  if (batchIn !== undefined && !/\.jsonl$/i.test(batchIn)) return '--batch-in names a file that ends in .jsonl.';
  if (batchIn !== undefined && config.judge?.model.baseUrl === '')
    return `Name the judge’s endpoint with --judge-base-url${suchAs(config.judge.model.provider)}.`;
  if ((importFrom ?? published) !== undefined && config.judge !== undefined)
    return 'Results that come in with --import or --published are scored as they are: leave out --judge.';
  const asksNobody = (batchIn ?? batchOut ?? importFrom ?? published) !== undefined;
  if (orders.budget !== undefined && asksNobody) return '--cap is kept while a model is asked: leave it out here.';
  if (orders.askAgain && (batchIn ?? importFrom ?? published) !== undefined)
    return '--ask-again is for calls that are made or written: leave it out here.';
  if (batchOut !== undefined && config.model.kind !== 'provider')
    return 'A batch asks a model: choose another --provider.';
  if (importFrom !== undefined || published !== undefined || batchIn !== undefined || config.model.kind !== 'provider')
    return undefined;
  if (config.model.modelId === '') return 'Name the model with --model.';
  // A batch goes where somebody takes it.
  if (batchOut !== undefined) return undefined;
  if (config.model.baseUrl === '') return `Name the endpoint with --base-url${suchAs(config.model.provider)}.`;
  if (config.judge?.model.baseUrl === '')
    return `Name the judge’s endpoint with --judge-base-url${suchAs(config.judge.model.provider)}.`;
  return undefined;
}

/** An address at which a provider answers, for a sentence. */
function suchAs(provider: string): string {
  const { baseUrl = '' } = presets.find((preset) => preset.provider === provider && preset.baseUrl !== '') ?? {};
  return baseUrl === '' ? '' : `, such as ${baseUrl}`;
}

function placeOf(benchmark: string, resolve: (named: string) => string): BenchmarkPlace {
  if (benchmark === 'sample') return { kind: 'sample' };
  // A folder may be called anything, so what is there on the disk is named as ./owner/name@ref.
  const isAddress = /^rexsonovqa$/i.test(benchmark) || /^\w[\w.-]*\/[\w.-]+@[\w./-]+$/.test(benchmark);
  return isAddress ? { kind: 'address', address: benchmark } : { kind: 'files', path: resolve(benchmark) };
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
