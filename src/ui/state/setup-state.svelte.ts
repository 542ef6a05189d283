import type { Budget, Credentials, ModelPreset, Price, RunSecrets } from '../../app/index.ts';
import type { Benchmark, Question, QuestionKind } from '../../domain/benchmark/index.ts';
import { REFERENCE_PROTOCOL_VERSION, SONOSCORE_PROTOCOL_VERSION } from '../../domain/protocol/index.ts';
import type {
  BaselineName,
  Condition,
  JudgeChoice,
  ModelChoice,
  OptionOrder,
  ProtocolChoice,
  RunConfig,
  SpotCheckOf,
} from '../../domain/run/index.ts';
import type { RelayState } from './relay-state.svelte.ts';
import { EndpointForm } from './endpoint-form.svelte.ts';
import { MoreModels } from './more-models.svelte.ts';
import { capOf } from './prices.svelte.ts';

/** The most repeats of a question that make sense to ask for. */
const MOST_EPOCHS = 20;

export type JudgeKind = 'none' | 'same' | 'other';

/** Whether a condition shows pictures, so that it needs source videos. */
export function showsPictures(condition: Condition): boolean {
  return condition === 'video' || condition === 'frames';
}

function protocolOf(id: ProtocolChoice['id']): ProtocolChoice {
  return { id, version: id === 'reference' ? REFERENCE_PROTOCOL_VERSION : SONOSCORE_PROTOCOL_VERSION };
}

/** Questions to be asked again, to check a claim. */
export interface SpotCheckPlan {
  readonly questionIds: readonly string[];
  readonly of: SpotCheckOf;
}

/** The setup page's form. Keys live here only, in memory, and go with the page, unless somebody asks to have them remembered. */
export class SetupState {
  readonly endpoint: EndpointForm;
  readonly judge: EndpointForm;
  readonly more: MoreModels;

  modelKind = $state<'baseline' | 'provider'>('baseline');
  baseline = $state<BaselineName>('shortest-option');
  protocol = $state<ProtocolChoice['id']>('sonoscore');
  chosenCondition = $state<Condition>('video');
  optionOrder = $state<OptionOrder>('as-printed');
  multipleChoice = $state(true);
  freeResponse = $state(true);
  judgeKind = $state<JudgeKind>('none');
  strictJudge = $state(false);
  /** As typed; empty for all. */
  limitText = $state('');
  seedText = $state('1');
  epochsText = $state('1');
  /** In US dollars, as typed; empty for none. */
  capText = $state('');
  freshAnswers = $state(false);
  evenOptions = $state(false);
  clipEngine = $state<NonNullable<RunConfig['clipEngine']>>('auto');
  onlyAtHand = $state(true);
  /** Only these questions, to check what a link claims; undefined for all that the form chooses. */
  spotCheck = $state.raw<SpotCheckPlan | undefined>();

  constructor(
    presets: readonly ModelPreset[] | undefined,
    credentials: Credentials | undefined,
    relay: RelayState | undefined,
  ) {
    this.endpoint = new EndpointForm(presets, credentials, relay);
    this.judge = new EndpointForm(presets, credentials, relay);
    this.more = new MoreModels(presets, credentials, relay);
  }

  /** A Baseline looks at nothing but the options. */
  get condition(): Condition {
    return this.modelKind === 'baseline' ? 'options-only' : this.chosenCondition;
  }

  /** Whether the model and the Benchmark allow a condition to be chosen. */
  offers(condition: Condition, benchmark: Benchmark): boolean {
    if (condition !== 'youtube-uncropped') return true;
    return (
      this.endpoint.preset.readsYouTube === true &&
      benchmark.sourceVideos.some(({ location }) => location.kind === 'youtube')
    );
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

  /** What is wrong with the limit; undefined for none too. */
  get limitMistake(): string | undefined {
    return this.limit === undefined || (Number.isInteger(this.limit) && this.limit >= 1)
      ? undefined
      : 'Write how many questions as a whole number from 1, or leave it empty for all.';
  }

  get seed(): number {
    return Number(String(this.seedText).trim());
  }

  /** A Baseline says the same each time. */
  get epochs(): number {
    return this.modelKind === 'baseline' ? 1 : Number(String(this.epochsText).trim());
  }

  /** What is wrong with the repeats. */
  get epochsMistake(): string | undefined {
    return Number.isInteger(this.epochs) && this.epochs >= 1 && this.epochs <= MOST_EPOCHS
      ? undefined
      : `Write the repeats as a whole number from 1 to ${MOST_EPOCHS}.`;
  }

  /** The questions that the form chooses from, before the limit. */
  candidates(benchmark: Benchmark, available: ReadonlySet<string>): readonly Question[] {
    const kinds = this.kinds;
    const elsewhere = new Set(
      this.condition === 'youtube-uncropped'
        ? benchmark.sourceVideos.filter(({ location }) => location.kind !== 'youtube').map(({ key }) => key)
        : [],
    );
    return benchmark.questions.filter(
      (question) =>
        question.keep &&
        !elsewhere.has(question.sourceKey) &&
        kinds.includes(question.kind) &&
        (!this.#restricted() || available.has(question.sourceKey)) &&
        (this.spotCheck === undefined || this.spotCheck.questionIds.includes(question.id)),
    );
  }

  /** How many calls of the model a question takes. */
  get callsPerQuestion(): number {
    return this.epochsMistake === undefined ? this.epochs : 1;
  }

  /** Who is asked: the first model and those that were added. */
  get endpoints(): readonly EndpointForm[] {
    return this.modelKind === 'baseline' ? [this.endpoint] : [this.endpoint, ...this.more.list.map(({ form }) => form)];
  }

  /** What to run with one of the endpoints. */
  config(available: ReadonlySet<string>, endpoint = this.endpoint): RunConfig {
    const judge = this.#judgeChoice(endpoint);
    return {
      model: this.modelKind === 'baseline' ? this.model() : endpoint.model,
      protocol: this.#protocolChoice(),
      condition: this.condition,
      optionOrder: this.optionOrder,
      kinds: this.kinds,
      limit: this.limit,
      seed: this.seed,
      epochs: this.epochs,
      ...(this.#restricted() ? { sourceKeys: [...available].sort() } : {}),
      ...(this.clipEngine !== 'auto' && showsPictures(this.condition) ? { clipEngine: this.clipEngine } : {}),
      ...(judge === undefined ? {} : { judge }),
      ...(this.evenOptions && this.modelKind === 'provider' ? { evenOptions: true } : {}),
      ...(this.spotCheck === undefined
        ? {}
        : { questionIds: this.spotCheck.questionIds, spotCheck: this.spotCheck.of }),
      // What was answered before would only agree with itself.
      ...((this.freshAnswers || this.spotCheck !== undefined) && this.modelKind === 'provider'
        ? { freshAnswers: true }
        : {}),
    };
  }

  /** What a Run is given and never stored. */
  secrets(endpoint = this.endpoint): RunSecrets {
    if (this.modelKind === 'baseline') return { key: undefined };
    const key = endpoint.key.value;
    if (!this.judges) return { key };
    return { key, judgeKey: this.judgeKind === 'same' ? key : this.judge.key.value };
  }

  /** The cap, where one is asked for and can be kept. */
  budget(endpoint = this.endpoint): Budget | undefined {
    const capUsd = capOf(this.capText);
    const { price } = endpoint.prices;
    if (this.modelKind === 'baseline' || capUsd === undefined || Number.isNaN(capUsd) || price === undefined)
      return undefined;
    const judgePrice = this.judgePrice(endpoint);
    return {
      price,
      ...(judgePrice === undefined ? {} : { judgePrice }),
      capUsd,
      // Nothing is paid yet.
      ...(this.endpoints.length > 1 ? { queue: { paidUsd: {} } } : {}),
    };
  }

  /** What the judge's tokens cost; undefined where nobody judges too. */
  judgePrice(endpoint = this.endpoint): Price | undefined {
    if (!this.judges) return undefined;
    return (this.judgeKind === 'same' ? endpoint : this.judge).prices.price;
  }

  /** Whether somebody is to judge free-response answers. */
  get judges(): boolean {
    return this.judgeKind !== 'none' && this.kinds.includes('free-response');
  }

  /** The judge of the form for answers that are there already: by the authors’ prompts where they are at hand. */
  laterJudge(benchmark: Benchmark): JudgeChoice {
    const protocol = benchmark.referencePrompts === undefined ? protocolOf('sonoscore') : protocolOf('reference');
    return { model: this.judge.model, protocol, strict: this.strictJudge };
  }

  /** The model as the form says it. */
  model(): ModelChoice {
    return this.modelKind === 'baseline' ? { kind: 'baseline', baseline: this.baseline } : this.endpoint.model;
  }

  #restricted(): boolean {
    return this.onlyAtHand && showsPictures(this.condition);
  }

  /** A Baseline reads no prompt. */
  #protocolChoice(): ProtocolChoice {
    return protocolOf(this.modelKind === 'provider' ? this.protocol : 'sonoscore');
  }

  #judgeChoice(endpoint: EndpointForm): JudgeChoice | undefined {
    if (!this.judges) return undefined;
    const model = this.judgeKind === 'same' ? endpoint.model : this.judge.model;
    return { model, protocol: this.#protocolChoice(), strict: this.strictJudge };
  }
}
