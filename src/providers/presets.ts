/** US dollars per million tokens; undefined where no price is known. */
export interface Price {
  readonly inputPerMillion: number | undefined;
  readonly outputPerMillion: number | undefined;
  readonly cachedPerMillion?: number | undefined;
}

/** A model endpoint that a reader can choose and then edit: base URL, model id, prices. */
export interface Preset {
  readonly id: string;
  /** Name for a person. */
  readonly label: string;
  /** Name in the provider registry. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelId: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly keyNeeded: boolean;
  /** `relay`: browsers are not answered, so a relay must stand between. */
  readonly reach: 'direct' | 'relay';
  readonly price: Price;
}

export const presets: readonly Preset[] = [
  {
    id: 'openai-compatible',
    label: 'Any OpenAI-compatible server',
    provider: 'openai-compatible',
    baseUrl: 'http://localhost:8000/v1',
    modelId: '',
    parameters: { temperature: 0 },
    keyNeeded: false,
    reach: 'direct',
    price: { inputPerMillion: undefined, outputPerMillion: undefined },
  },
];
