import type { ModelPreset, Credentials } from '../../app/index.ts';
import { EndpointForm, type EndpointField } from './endpoint-form.svelte.ts';
import type { RelayState } from './relay-state.svelte.ts';

/** A further model of the setup form. `number` is what it was added as, from 2, and stays its own. */
export interface FurtherModel {
  readonly number: number;
  readonly form: EndpointForm;
}

export type FurtherField = `model-${number}-${EndpointField}`;

/** Models that are to answer the same questions as the first: each makes a Run of its own. */
export class MoreModels {
  readonly #presets: readonly ModelPreset[] | undefined;
  readonly #credentials: Credentials | undefined;
  readonly #relay: RelayState | undefined;
  #nextNumber = 2;

  list = $state.raw<readonly FurtherModel[]>([]);
  /** What was taken out last and can be had back. */
  removed = $state.raw<{ readonly model: FurtherModel; readonly place: number } | undefined>();

  constructor(
    presets: readonly ModelPreset[] | undefined,
    credentials: Credentials | undefined,
    relay: RelayState | undefined,
  ) {
    this.#presets = presets;
    this.#credentials = credentials;
    this.#relay = relay;
  }

  add(): FurtherModel {
    const form = new EndpointForm(this.#presets, this.#credentials, this.#relay);
    const model = { number: this.#nextNumber, form };
    this.#nextNumber += 1;
    this.list = [...this.list, model];
    this.removed = undefined;
    return model;
  }

  remove(number: number): void {
    const place = this.list.findIndex((model) => model.number === number);
    const model = this.list[place];
    if (model === undefined) return;
    this.list = this.list.filter((other) => other !== model);
    this.removed = { model, place };
  }

  undo(): void {
    if (this.removed === undefined) return;
    this.list = this.list.toSpliced(this.removed.place, 0, this.removed.model);
    this.removed = undefined;
  }

  /** Why one of them cannot be asked yet, first things first. */
  hindrance(
    first: EndpointForm,
    isCapped: boolean,
  ): { readonly field: FurtherField; readonly message: string } | undefined {
    const seen = new Set([JSON.stringify(first.model)]);
    for (const [index, { number, form }] of this.list.entries()) {
      const name = `Model ${index + 2}`;
      const own = form.hindrance();
      if (own !== undefined) {
        const message = `${name}: ${own.message.charAt(0).toLowerCase()}${own.message.slice(1)}`;
        return { field: `model-${number}-${own.field}`, message };
      }
      const asked = JSON.stringify(form.model);
      if (seen.has(asked))
        return {
          field: `model-${number}-modelId`,
          message: `${name} is asked already, with the same parameters: change it or take it out.`,
        };
      seen.add(asked);
      if (isCapped && form.prices.price === undefined)
        return {
          field: `model-${number}-prices`,
          message: `${name}: a cap needs prices: write what its tokens cost, or take the cap out.`,
        };
    }
    return undefined;
  }
}
