import type { Usage } from '../domain/run/index.ts';

/** US dollars per million tokens; undefined where no price is known. */
export interface Price {
  readonly inputPerMillion: number | undefined;
  readonly outputPerMillion: number | undefined;
  /** Of input that the provider had in its cache; without it, such input costs what other input does. */
  readonly cachedPerMillion?: number | undefined;
}

/** The tokens that a cost is reckoned from; a forecast has no more than these. */
export type BilledTokens = Pick<Usage, 'inputTokens' | 'outputTokens'> & Partial<Pick<Usage, 'cachedTokens'>>;

/**
 * US dollars for one call. Undefined where a token count or a price that it needs is unknown: a sum that leaves something out
 * would look like a low price.
 */
export function costOf(tokens: BilledTokens, price: Price): number | undefined {
  const { inputTokens: input, outputTokens: output } = tokens;
  const { inputPerMillion: inputPrice, outputPerMillion: outputPrice } = price;
  if (input === undefined || output === undefined || inputPrice === undefined || outputPrice === undefined) {
    return undefined;
  }
  const cached = Math.min(tokens.cachedTokens ?? 0, input);
  const cachedPrice = price.cachedPerMillion ?? inputPrice;
  return ((input - cached) * inputPrice + cached * cachedPrice + output * outputPrice) / 1e6;
}
