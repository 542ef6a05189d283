import * as v from 'valibot';

import type { ModelPreset, Price } from '../../app/index.ts';
import type { ModelChoice } from '../../domain/run/index.ts';
import { endpointName } from './endpoint-address.ts';

type ProviderModel = Extract<ModelChoice, { readonly kind: 'provider' }>;

const STORAGE_KEY = 'sonoscore-prices';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const stored = v.object({
  formatVersion: v.literal(1),
  prices: v.record(
    v.string(),
    v.object({
      inputPerMillion: amount,
      outputPerMillion: amount,
      cachedPerMillion: v.exactOptional(amount),
    }),
  ),
});

function read(): Readonly<Record<string, Price>> {
  try {
    const parsed = v.safeParse(stored, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
    return parsed.success ? parsed.output.prices : {};
  } catch {
    // Storage may be forbidden, or hold what somebody else wrote; prices can be typed again.
    return {};
  }
}

function nameOf(model: ProviderModel): string {
  return `${model.provider} ${endpointName(model.baseUrl)} ${model.modelId}`;
}

/** What models cost: as somebody wrote it on the setup page, kept in this browser, else as the presets have it. */
export class PriceBook {
  readonly #presets: readonly ModelPreset[];

  constructor(presets: readonly ModelPreset[]) {
    this.#presets = presets;
  }

  find(model: ProviderModel): Price | undefined {
    return read()[nameOf(model)] ?? this.#ofPreset(model);
  }

  /** Keeps a price that differs from the preset's; the preset's own may change with the site. */
  remember(model: ProviderModel, price: Price): void {
    const known = this.#ofPreset(model);
    const same =
      known?.inputPerMillion === price.inputPerMillion &&
      known?.outputPerMillion === price.outputPerMillion &&
      known?.cachedPerMillion === price.cachedPerMillion;
    const name = nameOf(model);
    const others = Object.entries(read()).filter(([other]) => other !== name);
    const prices = Object.fromEntries(same ? others : [...others, [name, price]]);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ formatVersion: 1, prices }));
    } catch {
      // Then it holds until the page is left.
    }
  }

  /** A preset’s price holds for its own model; of a server of one’s own, for whatever that address serves. */
  #ofPreset(model: ProviderModel): Price | undefined {
    const ofProvider = this.#presets.filter((preset) => preset.provider === model.provider);
    const own = ofProvider.find((preset) => preset.modelId !== '' && preset.modelId === model.modelId);
    const server = ofProvider.find(
      (preset) =>
        preset.modelId === '' && preset.baseUrl !== '' && endpointName(preset.baseUrl) === endpointName(model.baseUrl),
    );
    return (own ?? server)?.price;
  }
}
