import type { Budget, ModelPreset, RunSecrets, Services } from '../../app/index.ts';
import type { Run } from '../../domain/run/index.ts';
import { endpointName } from './endpoint-address.ts';
import type { PriceBook } from './price-book.ts';
import { capOf, PriceFields } from './prices.svelte.ts';
import type { RelayState } from './relay-state.svelte.ts';
import { RememberedKey } from './remembered-key.svelte.ts';

/** What is known in this visit of a Run that was started in it. */
export interface RunSession {
  readonly secrets: RunSecrets;
  readonly budget: Budget | undefined;
}

/** What the form needs of the application. */
export interface ResumeSurroundings {
  readonly services: Pick<Services, 'credentials' | 'modelPresets'>;
  readonly prices: PriceBook;
  readonly relay: RelayState;
}

/** The form that goes on with a Run: its keys, which are never stored with it, and a cap. */
export class ResumeState {
  readonly key: RememberedKey;
  /** Undefined where nobody judges, or the judge is asked with the model's key. */
  readonly judgeKey: RememberedKey | undefined;
  readonly prices: PriceFields;
  /** Undefined where nobody judges, or the judge is the model itself. */
  readonly judgePrices: PriceFields | undefined;
  /** In US dollars, as typed; empty for none. */
  capText = $state('');

  /** The relay's field, where one of the services that are asked answers no browsers. */
  readonly relayed: { readonly relay: RelayState; readonly preset: ModelPreset; readonly baseUrl: string } | undefined;

  /** @param keys where several Runs are gone on with: the keys that they share, by endpoint */
  constructor(run: Run, app: ResumeSurroundings, session: RunSession | undefined, keys?: Map<string, RememberedKey>) {
    const { model, judge } = run.config;
    const { prices: book, relay } = app;
    const { credentials } = app.services;
    this.relayed = [model, judge?.model]
      .flatMap((asked) => {
        if (asked?.kind !== 'provider') return [];
        const preset = app.services.modelPresets?.find(({ provider }) => provider === asked.provider);
        return preset === undefined ? [] : [{ relay, preset, baseUrl: asked.baseUrl }];
      })
      .find(({ preset, baseUrl }) => relay.isNeeded(preset, baseUrl));
    const keyOf = (baseUrl: string, known: string | undefined): RememberedKey => {
      const endpoint = endpointName(baseUrl);
      const shared = keys?.get(endpoint);
      if (shared !== undefined) return shared;
      const key = new RememberedKey(credentials);
      keys?.set(endpoint, key);
      key.text = known ?? '';
      void key.follow(baseUrl);
      return key;
    };
    this.key = model.kind === 'provider' ? keyOf(model.baseUrl, session?.secrets.key) : new RememberedKey(credentials);
    this.prices = new PriceFields(() =>
      model.kind === 'provider' ? (session?.budget?.price ?? book.find(model)) : undefined,
    );
    const judgeApart =
      judge !== undefined &&
      (model.kind !== 'provider' || judge.model.baseUrl !== model.baseUrl || judge.model.modelId !== model.modelId);
    this.judgePrices = judgeApart
      ? new PriceFields(() => session?.budget?.judgePrice ?? book.find(judge.model))
      : undefined;
    // A queue's cap is no cap of one of its Runs.
    const { budget } = session ?? {};
    this.capText = budget === undefined || budget.queue !== undefined ? '' : String(budget.capUsd);
    const apart =
      judge !== undefined &&
      (model.kind !== 'provider' || endpointName(judge.model.baseUrl) !== endpointName(model.baseUrl));
    this.judgeKey = apart ? keyOf(judge.model.baseUrl, session?.secrets.judgeKey) : undefined;
  }

  get mistake(): string | undefined {
    const cap = capOf(this.capText);
    if (Number.isNaN(cap)) return 'Write the cap in dollars, such as 5 or 0.50, or leave it empty.';
    return cap === undefined ? undefined : (this.prices.mistake ?? this.judgePrices?.mistake ?? this.#priceMissing());
  }

  get secrets(): RunSecrets {
    const key = this.key.value;
    return { key, judgeKey: this.judgeKey === undefined ? key : this.judgeKey.value };
  }

  get budget(): Budget | undefined {
    const capUsd = capOf(this.capText);
    const { price } = this.prices;
    if (capUsd === undefined || Number.isNaN(capUsd) || price === undefined) return undefined;
    const judgePrice = this.judgePrices?.price;
    return { price, ...(judgePrice === undefined ? {} : { judgePrice }), capUsd };
  }

  #priceMissing(): string | undefined {
    if (this.prices.price === undefined)
      return 'A cap needs prices: write what a million tokens of input and of output cost, or take the cap out.';
    return this.judgePrices === undefined || this.judgePrices.price !== undefined
      ? undefined
      : 'A cap counts judging too: write what the judge’s tokens cost, or take the cap out.';
  }
}
