import type { ModelPreset, Price } from '../../app/index.ts';
import type { Benchmark, Question, QuestionKind } from '../../domain/benchmark/index.ts';
import type { BaselineName, Condition, ModelChoice, OptionOrder, RunConfig } from '../../domain/run/index.ts';

/** The endpoint that the form starts with where the site offers none. */
const ANY_SERVER: ModelPreset = {
  id: 'openai-compatible',
  label: 'Any OpenAI-compatible server',
  provider: 'openai-compatible',
  baseUrl: '',
  modelId: '',
  parameters: {},
  keyNeeded: false,
};

/** Which field a form is still waiting for, and in what words. */
export interface Hindrance {
  readonly field: 'benchmark' | 'questions' | 'baseUrl' | 'modelId' | 'key' | 'sources' | 'seed' | 'limit';
  readonly message: string;
}

/** Whether a condition shows pictures, so that it needs source videos. */
export function showsPictures(condition: Condition): boolean {
  return condition === 'video' || condition === 'frames';
}

/** The setup page's form. The key lives here only, in memory, and goes with the page. */
export class SetupState {
  readonly presets: readonly ModelPreset[];

  modelKind = $state<ModelChoice['kind']>('baseline');
  baseline = $state<BaselineName>('shortest-option');
  presetId = $state('');
  baseUrl = $state('');
  modelId = $state('');
  key = $state('');
  chosenCondition = $state<Condition>('video');
  optionOrder = $state<OptionOrder>('as-printed');
  multipleChoice = $state(true);
  freeResponse = $state(true);
  /** As typed; empty for all. */
  limitText = $state('');
  seedText = $state('1');
  onlyAtHand = $state(true);

  constructor(presets: readonly ModelPreset[] | undefined) {
    this.presets = presets === undefined || presets.length === 0 ? [ANY_SERVER] : presets;
    this.choosePreset(this.presets[0]?.id ?? ANY_SERVER.id);
  }

  get preset(): ModelPreset {
    return this.presets.find((preset) => preset.id === this.presetId) ?? ANY_SERVER;
  }

  choosePreset(id: string): void {
    this.presetId = id;
    this.baseUrl = this.preset.baseUrl;
    this.modelId = this.preset.modelId;
  }

  /** Prices of the preset, as long as its model is the one that is asked. */
  get price(): Price | undefined {
    return this.modelId.trim() === this.preset.modelId ? this.preset.price : undefined;
  }

  /** A Baseline looks at nothing but the options. */
  get condition(): Condition {
    return this.modelKind === 'baseline' ? 'options-only' : this.chosenCondition;
  }

  /** A Baseline picks among options, so it has nothing to say to a free-response question. */
  get kinds(): readonly QuestionKind[] {
    const kinds: QuestionKind[] = [];
    if (this.multipleChoice) kinds.push('multiple-choice');
    if (this.freeResponse && this.modelKind !== 'baseline' && this.condition !== 'options-only')
      kinds.push('free-response');
    return kinds;
  }

  get limit(): number | undefined {
    const text = String(this.limitText).trim();
    return text === '' ? undefined : Number(text);
  }

  get seed(): number {
    return Number(String(this.seedText).trim());
  }

  /** The questions that the form chooses from, before the limit. */
  candidates(benchmark: Benchmark, available: ReadonlySet<string>): readonly Question[] {
    const kinds = this.kinds;
    return benchmark.questions.filter(
      (question) =>
        question.keep && kinds.includes(question.kind) && (!this.#restricted() || available.has(question.sourceKey)),
    );
  }

  /** Why a Run cannot start yet, first things first; undefined when it can. */
  hindrance(benchmark: Benchmark | undefined, available: ReadonlySet<string>): Hindrance | undefined {
    if (benchmark === undefined) return { field: 'benchmark', message: 'Open a benchmark first.' };
    const model = this.modelHindrance();
    if (model !== undefined) return model;
    if (this.kinds.length === 0) return { field: 'questions', message: 'Choose at least one kind of question.' };
    if (showsPictures(this.condition) && available.size === 0)
      return { field: 'sources', message: 'Attach at least one source video, or choose a condition without pictures.' };
    if (this.limit !== undefined && !(Number.isInteger(this.limit) && this.limit >= 1))
      return {
        field: 'limit',
        message: 'Write how many questions as a whole number from 1, or leave it empty for all.',
      };
    if (!Number.isInteger(this.seed) || this.seed < 0 || this.seed > 0xffff_ffff)
      return { field: 'seed', message: 'Write the seed as a whole number from 0 to 4,294,967,295.' };
    if (this.candidates(benchmark, available).length === 0)
      return { field: 'questions', message: 'No question of this benchmark fits what you chose.' };
    return undefined;
  }

  /** What to run; `protocol` comes from the domain. */
  config(protocol: RunConfig['protocol'], available: ReadonlySet<string>): RunConfig {
    return {
      model: this.model(),
      protocol,
      condition: this.condition,
      optionOrder: this.optionOrder,
      kinds: this.kinds,
      limit: this.limit,
      seed: this.seed,
      epochs: 1,
      ...(this.#restricted() ? { sourceKeys: [...available].sort() } : {}),
    };
  }

  #restricted(): boolean {
    return this.onlyAtHand && showsPictures(this.condition);
  }

  /** The model as the form says it. */
  model(): ModelChoice {
    if (this.modelKind === 'baseline') return { kind: 'baseline', baseline: this.baseline };
    const { provider, parameters } = this.preset;
    return {
      kind: 'provider',
      provider,
      baseUrl: this.baseUrl.trim().replace(/\/+$/, ''),
      modelId: this.modelId.trim(),
      parameters,
    };
  }

  /** Why the model cannot be asked yet. */
  modelHindrance(): Hindrance | undefined {
    if (this.modelKind === 'baseline') return undefined;
    const text = this.baseUrl.trim();
    if (text === '') return { field: 'baseUrl', message: 'Write the base URL of the endpoint.' };
    const url = URL.parse(text);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return { field: 'baseUrl', message: 'Write the base URL in full, beginning with https:// or http://.' };
    if (url.username !== '' || url.password !== '')
      return {
        field: 'baseUrl',
        message: 'Take the user name and password out of the base URL: it is stored with the run.',
      };
    if (/\/chat\/completions\/?$/.test(url.pathname))
      return { field: 'baseUrl', message: 'Leave out /chat/completions: Sonoscore adds it.' };
    if (this.modelId.trim() === '') return { field: 'modelId', message: 'Write the id of the model.' };
    if (this.preset.keyNeeded && this.key.trim() === '') return { field: 'key', message: 'This endpoint wants a key.' };
    return undefined;
  }
}

/** What somebody should know about the endpoint's address before a Run, or undefined. */
export function addressWarning(baseUrl: string, pageProtocol: string): string | undefined {
  const url = URL.parse(baseUrl.trim());
  if (url === null || url.protocol !== 'http:') return undefined;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost');
  if (local) return undefined;
  return pageProtocol === 'https:'
    ? 'Browsers do not let a page on https:// call an address on http://, save on this computer. Use an https:// address.'
    : 'This address is not encrypted: the key and the clips can be read on their way.';
}
