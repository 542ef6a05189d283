import {
  BASELINE_NAMES,
  CONDITIONS,
  OPTION_ORDERS,
  type JudgeChoice,
  type ModelChoice,
  type ProtocolChoice,
} from '../../domain/run/index.ts';
import type { SharedConfig } from '../../domain/permalink/index.ts';
import { BASELINE_CODES, CONDITION_CODES, ORDER_CODES } from './codes.ts';
import { choice, flag, list, maybe, text, whole, type Field } from './fields.ts';

type Provider = Extract<ModelChoice, { readonly kind: 'provider' }>;
type Value = string | number | boolean;

const MOST_PARAMETERS = 200;
const CLIP_ENGINES = ['auto', 'ffmpeg', 'webcodecs'] as const;

const valueKind = choice('value kind', ['text', 'number', 'truth'] as const);
const valueText = text('value');
const truth = flag('value truth');

/** A parameter's value; a number as its decimal digits, which give back the very same number. */
const value: Field<Value> = {
  write(out, given) {
    valueKind.write(out, typeof given === 'string' ? 'text' : typeof given === 'number' ? 'number' : 'truth');
    if (typeof given === 'boolean') truth.write(out, given);
    else valueText.write(out, Object.is(given, -0) ? '-0' : String(given));
  },
  read(from) {
    const kind = valueKind.read(from);
    if (kind === 'truth') return truth.read(from);
    const read = valueText.read(from);
    if (kind === 'text') return read;
    const number = Number(read);
    if (read === '' || !Number.isFinite(number)) throw new RangeError('A number is none.');
    return number;
  },
};

const parameterName = text('parameter');
const parameters = list<readonly [string, Value]>(
  'parameters',
  {
    write(out, [name, given]) {
      parameterName.write(out, name);
      value.write(out, given);
    },
    read: (from) => [parameterName.read(from), value.read(from)],
  },
  MOST_PARAMETERS,
);

const providerName = text('provider');
const baseUrl = text('base URL');
const modelId = text('model');

const provider: Field<Provider> = {
  write(out, model) {
    providerName.write(out, model.provider);
    baseUrl.write(out, model.baseUrl);
    modelId.write(out, model.modelId);
    parameters.write(out, Object.entries(model.parameters));
  },
  read: (from) => ({
    kind: 'provider',
    provider: providerName.read(from),
    baseUrl: baseUrl.read(from),
    modelId: modelId.read(from),
    parameters: Object.fromEntries(parameters.read(from)),
  }),
};

const modelKind = choice('model kind', ['baseline', 'published', 'provider'] as const);
const baseline = choice('baseline', BASELINE_NAMES, (name) => BASELINE_CODES[name]);
const source = text('source');

const model: Field<ModelChoice> = {
  write(out, given) {
    modelKind.write(out, given.kind);
    if (given.kind === 'baseline') baseline.write(out, given.baseline);
    else if (given.kind === 'provider') provider.write(out, given);
    else {
      modelId.write(out, given.name);
      source.write(out, given.source);
    }
  },
  read(from) {
    const kind = modelKind.read(from);
    if (kind === 'baseline') return { kind, baseline: baseline.read(from) };
    if (kind === 'provider') return provider.read(from);
    return { kind, name: modelId.read(from), source: source.read(from) };
  },
};

const protocolId = choice('protocol', ['sonoscore', 'reference'] as const);
const protocolVersion = text('protocol version');

const protocol: Field<ProtocolChoice> = {
  write(out, given) {
    protocolId.write(out, given.id);
    protocolVersion.write(out, given.version);
  },
  read: (from) => ({ id: protocolId.read(from), version: protocolVersion.read(from) }),
};

const strict = flag('judge is strict');
const judge = maybe<JudgeChoice>('judge', {
  write(out, given) {
    provider.write(out, given.model);
    protocol.write(out, given.protocol);
    strict.write(out, given.strict);
  },
  read: (from) => ({ model: provider.read(from), protocol: protocol.read(from), strict: strict.read(from) }),
});

const condition = choice('condition', CONDITIONS, (name) => CONDITION_CODES[name]);
const optionOrder = choice('option order', OPTION_ORDERS, (name) => ORDER_CODES[name]);
const kinds = list('kinds', choice('asked kind', ['multiple-choice', 'free-response'] as const), 2);
const limit = maybe('limit', whole('limit'));
const seed = whole('seed');
const epochs = whole('epochs');
const evenOptions = flag('even options');
const clipEngine = choice('clip engine', CLIP_ENGINES);
const freshAnswers = flag('fresh answers');

/** Everything that makes a Run repeatable, as far as a link tells it. */
export const configField: Field<SharedConfig> = {
  write(out, config) {
    model.write(out, config.model);
    protocol.write(out, config.protocol);
    condition.write(out, config.condition);
    optionOrder.write(out, config.optionOrder);
    kinds.write(out, config.kinds);
    limit.write(out, config.limit);
    seed.write(out, config.seed);
    epochs.write(out, config.epochs);
    evenOptions.write(out, config.evenOptions ?? false);
    clipEngine.write(out, config.clipEngine ?? 'auto');
    judge.write(out, config.judge);
    freshAnswers.write(out, config.freshAnswers ?? false);
  },
  read(from) {
    const first = {
      model: model.read(from),
      protocol: protocol.read(from),
      condition: condition.read(from),
      optionOrder: optionOrder.read(from),
      kinds: kinds.read(from),
      limit: limit.read(from),
      seed: seed.read(from),
      epochs: epochs.read(from),
    };
    const isEven = evenOptions.read(from);
    const engine = clipEngine.read(from);
    const judged = judge.read(from);
    return {
      ...first,
      ...(isEven ? { evenOptions: true } : {}),
      ...(engine === 'auto' ? {} : { clipEngine: engine }),
      ...(judged === undefined ? {} : { judge: judged }),
      ...(freshAnswers.read(from) ? { freshAnswers: true } : {}),
    };
  },
};
