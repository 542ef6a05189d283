import type { Benchmark, QuestionKind } from '../../domain/benchmark/index.ts';
import { safeModel } from '../../domain/permalink/index.ts';
import {
  BASELINE_NAMES,
  CONDITIONS,
  OPTION_ORDERS,
  type BaselineName,
  type Condition,
  type OptionOrder,
  type ProtocolChoice,
  type RunConfig,
} from '../../domain/run/index.ts';
import { baseUrlMistake } from './endpoint-address.ts';
import { parameterText, parameterValue } from './parameter-value.ts';

/** An endpoint as a link names it; never a key. */
export interface LinkedEndpoint {
  readonly provider: string;
  /** Empty where the link names none. */
  readonly baseUrl: string;
  readonly modelId: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

export type LinkedModel =
  { readonly kind: 'baseline'; readonly baseline: BaselineName } | ({ readonly kind: 'provider' } & LinkedEndpoint);

export type LinkedJudge =
  | { readonly kind: 'none' }
  | { readonly kind: 'same'; readonly strict: boolean }
  | { readonly kind: 'other'; readonly strict: boolean; readonly endpoint: LinkedEndpoint };

/** What a link fills in; what it leaves out stays as it is on the form. */
export interface LinkedConfig {
  readonly model?: LinkedModel | undefined;
  readonly condition?: Condition | undefined;
  readonly optionOrder?: OptionOrder | undefined;
  readonly kinds?: readonly QuestionKind[] | undefined;
  readonly limit?: number | 'all' | undefined;
  readonly seed?: number | undefined;
  readonly epochs?: number | undefined;
  readonly protocol?: ProtocolChoice['id'] | undefined;
  readonly clipEngine?: NonNullable<RunConfig['clipEngine']> | undefined;
  readonly evenOptions?: boolean | undefined;
  readonly freshAnswers?: boolean | undefined;
  readonly judge?: LinkedJudge | undefined;
  readonly benchmark?: { readonly name: string; readonly digest: string } | undefined;
}

const KINDS = { mcq: 'multiple-choice', free: 'free-response' } as const;
const LONGEST_QUOTE = 40;
const PROTOCOLS = ['sonoscore', 'reference'] as const;
const ENGINES = ['auto', 'ffmpeg', 'webcodecs'] as const;

/**
 * The address of a setup page with all of this filled in, from `#` on. Never a key.
 * @throws {TypeError} one sentence, where a parameter looks like a key
 */
export function formatConfigLink(config: RunConfig, benchmark: Pick<Benchmark, 'name' | 'digest'> | undefined): string {
  const out = new URLSearchParams();
  const { model, judge } = config;
  if (model.kind === 'baseline') out.set('baseline', model.baseline);
  if (model.kind === 'provider') setEndpoint(out, '', safeModel(model));
  out.set('condition', config.condition);
  out.set('order', config.optionOrder);
  out.set('kinds', config.kinds.map((kind) => (kind === 'multiple-choice' ? 'mcq' : 'free')).join(','));
  out.set('limit', config.limit === undefined ? 'all' : String(config.limit));
  out.set('seed', String(config.seed));
  out.set('epochs', String(config.epochs));
  out.set('protocol', config.protocol.id);
  if (config.clipEngine !== undefined) out.set('engine', config.clipEngine);
  if (config.evenOptions === true) out.set('even', '1');
  if (config.freshAnswers === true) out.set('fresh', '1');
  if (judge !== undefined) {
    const isSame = model.kind === 'provider' && JSON.stringify(model) === JSON.stringify(judge.model);
    out.set('judge', isSame ? 'same' : 'other');
    if (judge.strict) out.set('strict', '1');
    if (!isSame) setEndpoint(out, 'judge-', safeModel(judge.model));
  }
  if (benchmark !== undefined) {
    out.set('benchmark', benchmark.name);
    out.set('digest', benchmark.digest);
  }
  return `#/run?${out.toString()}`;
}

function setEndpoint(
  out: URLSearchParams,
  before: string,
  { provider, baseUrl, modelId, parameters }: LinkedEndpoint,
): void {
  out.set(`${before}provider`, provider);
  if (baseUrl !== '') out.set(`${before}url`, baseUrl);
  out.set(`${before}model`, modelId);
  for (const [name, value] of Object.entries(parameters)) out.set(`${before}p.${name}`, parameterText(value));
}

/** Reads what stands after `#/run?`. What it does not know is in `unknown`, in a few words each, and fills in nothing. */
export function parseConfigLink(query: string): { readonly config: LinkedConfig; readonly unknown: readonly string[] } {
  const given = new URLSearchParams(query);
  const unknown: string[] = [];
  const seen = new Set<string>();
  const take = (name: string): string | undefined => {
    seen.add(name);
    return given.get(name) ?? undefined;
  };
  const refuse = (name: string): undefined => {
    unknown.push(`“${quoted(name)}=${quoted(given.get(name) ?? '')}”`);
    return undefined;
  };
  const oneOf = <const T extends string>(name: string, all: readonly T[]): T | undefined => {
    const text = take(name);
    return text === undefined ? undefined : (all.find((each) => each === text) ?? refuse(name));
  };
  const whole = (name: string, least: number, most: number): number | undefined => {
    const text = take(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : refuse(name);
  };
  const truth = (name: string): boolean | undefined => {
    const text = take(name);
    return text === undefined ? undefined : text === '1' ? true : text === '0' ? false : refuse(name);
  };
  const kindsIn = (): readonly QuestionKind[] | undefined => {
    const text = take('kinds');
    if (text === undefined) return undefined;
    const names = text.split(',');
    const kinds = (['mcq', 'free'] as const).filter((name) => names.includes(name)).map((name) => KINDS[name]);
    return kinds.length === names.length ? kinds : refuse('kinds');
  };
  const endpoint = (before: string): LinkedEndpoint | undefined => {
    const [provider, url, model] = [take(`${before}provider`), take(`${before}url`), take(`${before}model`)];
    const parameters: [string, string | number | boolean][] = [];
    for (const [name, value] of given) {
      if (!name.startsWith(`${before}p.`)) continue;
      seen.add(name);
      parameters.push([name.slice(`${before}p.`.length), parameterValue(value)]);
    }
    if (provider === undefined) return undefined;
    if (url !== undefined && url !== '' && baseUrlMistake(url) !== undefined) refuse(`${before}url`);
    const isSafe = url !== undefined && baseUrlMistake(url) === undefined;
    return { provider, baseUrl: isSafe ? url : '', modelId: model ?? '', parameters: Object.fromEntries(parameters) };
  };
  const modelIn = (): LinkedModel | undefined => {
    const baseline = oneOf('baseline', BASELINE_NAMES);
    const asked = endpoint('');
    if (baseline !== undefined) return { kind: 'baseline', baseline };
    return asked && { kind: 'provider', ...asked };
  };
  const judgeIn = (): LinkedJudge | undefined => {
    const kind = oneOf('judge', ['none', 'same', 'other'] as const);
    const strict = truth('strict') ?? false;
    const other = endpoint('judge-');
    if (kind === 'same') return { kind, strict };
    if (kind === 'other') return other === undefined ? refuse('judge') : { kind, strict, endpoint: other };
    return kind && { kind };
  };
  const limitIn = (): number | 'all' | undefined =>
    given.get('limit') === 'all' ? (take('limit'), 'all') : whole('limit', 1, 1_000_000);
  const benchmarkIn = (): LinkedConfig['benchmark'] => {
    const [name, digest] = [take('benchmark'), take('digest')];
    return digest === undefined ? undefined : { name: name ?? '', digest };
  };

  const config: LinkedConfig = {
    model: modelIn(),
    condition: oneOf('condition', CONDITIONS),
    optionOrder: oneOf('order', OPTION_ORDERS),
    kinds: kindsIn(),
    limit: limitIn(),
    seed: whole('seed', 0, 0xffff_ffff),
    epochs: whole('epochs', 1, 20),
    protocol: oneOf('protocol', PROTOCOLS),
    clipEngine: oneOf('engine', ENGINES),
    evenOptions: truth('even'),
    freshAnswers: truth('fresh'),
    judge: judgeIn(),
    benchmark: benchmarkIn(),
  };
  for (const name of new Set(given.keys())) if (!seen.has(name)) unknown.push(`“${quoted(name)}”`);
  return { config, unknown };
}

/** A stranger's words, short and on one line. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
}
