import type { Price } from '../../app/index.ts';

export interface PriceTexts {
  input: string;
  output: string;
  cached: string;
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** Undefined for an empty text, NaN for one that is no price. */
function amountOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Prices as typed, in US dollars per million tokens. What nobody has edited follows the model that is chosen. */
export class PriceFields {
  readonly #known: () => Price | undefined;
  #edited = $state.raw<PriceTexts | undefined>();

  /** @param known the price that is known for the model, if any */
  constructor(known: () => Price | undefined) {
    this.#known = known;
  }

  get texts(): Readonly<PriceTexts> {
    const known = this.#known();
    return (
      this.#edited ?? {
        input: textOf(known?.inputPerMillion),
        output: textOf(known?.outputPerMillion),
        cached: textOf(known?.cachedPerMillion),
      }
    );
  }

  edit(field: keyof PriceTexts, text: string): void {
    this.#edited = { ...this.texts, [field]: text };
  }

  reset(): void {
    this.#edited = undefined;
  }

  get mistake(): string | undefined {
    return Object.values(this.texts).some((text) => Number.isNaN(amountOf(String(text))))
      ? 'Write each price as a number of dollars, such as 2 or 0.15, or leave it empty.'
      : undefined;
  }

  /** Undefined where the two that every cost needs are not both known. */
  get price(): Price | undefined {
    if (this.mistake !== undefined) return undefined;
    const input = amountOf(this.texts.input);
    const output = amountOf(this.texts.output);
    const cached = amountOf(this.texts.cached);
    if (input === undefined || output === undefined) return undefined;
    return {
      inputPerMillion: input,
      outputPerMillion: output,
      ...(cached === undefined ? {} : { cachedPerMillion: cached }),
    };
  }
}

/** A cap as typed: undefined where none is asked for, NaN where it is no amount over 0. */
export function capOf(text: string): number | undefined {
  const amount = amountOf(text.replace(/^\s*\$/, ''));
  return amount === 0 ? Number.NaN : amount;
}
