import type { Credentials, ModelPreset } from '../../app/index.ts';
import type { ModelChoice } from '../../domain/run/index.ts';
import type { LinkedEndpoint } from './config-link.ts';
import { baseUrlMistake, tidyBaseUrl } from './endpoint-address.ts';
import { ParameterTable } from './parameter-table.svelte.ts';
import { PriceBook } from './price-book.ts';
import { PriceFields } from './prices.svelte.ts';
import type { RelayState } from './relay-state.svelte.ts';
import { RememberedKey } from './remembered-key.svelte.ts';

export type ProviderModel = Extract<ModelChoice, { readonly kind: 'provider' }>;

/** The endpoint that a form starts with where the site offers none. */
const ANY_SERVER: ModelPreset = {
  id: 'openai-compatible',
  label: 'Any OpenAI-compatible server',
  provider: 'openai-compatible',
  baseUrl: '',
  modelId: '',
  parameters: {},
  keyNeeded: false,
};

export type EndpointField = 'baseUrl' | 'relay' | 'modelId' | 'key' | 'parameters' | 'prices';

/** The fields of one endpoint: of the model that answers, or of the judge. */
export class EndpointForm {
  readonly presets: readonly ModelPreset[];
  readonly key: RememberedKey;
  readonly relay: RelayState | undefined;
  readonly parameters = new ParameterTable();
  readonly prices: PriceFields;

  presetId = $state('');
  baseUrl = $state('');
  modelId = $state('');

  constructor(
    presets: readonly ModelPreset[] | undefined,
    credentials: Credentials | undefined,
    relay: RelayState | undefined,
  ) {
    this.relay = relay;
    this.presets = presets === undefined || presets.length === 0 ? [ANY_SERVER] : presets;
    const book = new PriceBook(this.presets);
    this.key = new RememberedKey(credentials);
    this.prices = new PriceFields(() => book.find(this.model));
    void this.choosePreset(this.presets[0]?.id ?? ANY_SERVER.id);
  }

  get preset(): ModelPreset {
    return this.presets.find((preset) => preset.id === this.presetId) ?? ANY_SERVER;
  }

  /** Fills in what a preset knows, its remembered key included. */
  async choosePreset(id: string): Promise<void> {
    if (id !== this.presetId) this.key.clear();
    this.presetId = id;
    this.baseUrl = this.preset.baseUrl;
    this.modelId = this.preset.modelId;
    this.parameters.fill(this.preset.parameters);
    this.prices.reset();
    await this.key.follow(this.baseUrl);
  }

  /**
   * Fills in an endpoint as a link names it. A typed key stays only where the service and its address stay: nobody's link may
   * carry it elsewhere.
   * @returns whether the service is one that this page knows; otherwise nothing was changed
   */
  fill({ provider, baseUrl, modelId, parameters }: LinkedEndpoint): boolean {
    const ofService = this.presets.filter((preset) => preset.provider === provider);
    const preset = ofService.find((each) => tidyBaseUrl(each.baseUrl) === tidyBaseUrl(baseUrl)) ?? ofService[0];
    if (preset === undefined) return false;
    const address = baseUrl === '' ? preset.baseUrl : baseUrl;
    if (preset.id !== this.presetId || tidyBaseUrl(address) !== tidyBaseUrl(this.baseUrl)) this.key.clear();
    this.presetId = preset.id;
    this.baseUrl = address;
    this.modelId = modelId;
    this.parameters.fill(parameters);
    this.prices.reset();
    void this.key.follow(address);
    return true;
  }

  get model(): ProviderModel {
    return {
      kind: 'provider',
      provider: this.preset.provider,
      baseUrl: tidyBaseUrl(this.baseUrl),
      modelId: this.modelId.trim(),
      parameters: this.parameters.values,
    };
  }

  /** What still keeps the endpoint from being asked, first things first. */
  hindrance(): { readonly field: EndpointField; readonly message: string } | undefined {
    const address = baseUrlMistake(this.baseUrl);
    if (address !== undefined) return { field: 'baseUrl', message: address };
    const relay = this.relay?.hindrance(this.preset, this.baseUrl);
    if (relay !== undefined) return { field: 'relay', message: relay };
    if (this.modelId.trim() === '') return { field: 'modelId', message: 'Write the id of the model.' };
    if (this.preset.keyNeeded && this.key.value === undefined)
      return { field: 'key', message: 'This endpoint wants a key.' };
    const parameters = this.parameters.mistake;
    if (parameters !== undefined) return { field: 'parameters', message: parameters };
    const prices = this.prices.mistake;
    return prices === undefined ? undefined : { field: 'prices', message: prices };
  }
}
