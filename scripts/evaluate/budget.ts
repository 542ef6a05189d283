import type { Budget, Price } from '../../src/app/index.ts';
import type { JudgeChoice, ModelChoice } from '../../src/domain/run/index.ts';
import { presets } from '../../src/providers/index.ts';

interface Given {
  readonly cap?: string;
  readonly price?: string;
  readonly 'judge-price'?: string;
}

/**
 * The cap of a command line, with the prices that it is kept by.
 * @throws {Error} one sentence where it cannot be kept
 */
export function budgetOf(
  { cap, price, 'judge-price': judgePrice }: Given,
  model: ModelChoice,
  judge: JudgeChoice | undefined,
): Budget | undefined {
  if (cap === undefined) {
    if (price === undefined && judgePrice === undefined) return undefined;
    throw new Error('Prices are for keeping a cap: give --cap as well.');
  }
  const capUsd = Number(cap);
  if (!(capUsd > 0 && Number.isFinite(capUsd))) throw new Error(`--cap is an amount of dollars over 0, not “${cap}”.`);
  return {
    capUsd,
    price: priceOf('price', price, model),
    ...(judge === undefined || (judgePrice === undefined && isSameModel(model, judge.model))
      ? {}
      : { judgePrice: priceOf('judge-price', judgePrice, judge.model) }),
  };
}

function priceOf(option: string, given: string | undefined, model: ModelChoice): Price {
  if (given === undefined) {
    const known = presets.find((preset) => isSameModel(model, preset))?.price;
    if (known?.inputPerMillion !== undefined) return known;
    throw new Error(`A cap is kept by what tokens cost: say it with --${option} IN,OUT, in dollars a million.`);
  }
  const [inputPerMillion = NaN, outputPerMillion = NaN, ...more] = given.split(',').map((part) => Number(part || NaN));
  if (!(inputPerMillion >= 0 && outputPerMillion >= 0) || more.length > 0)
    throw new Error(`--${option} is two amounts with a comma between, such as 2,12, not “${given}”.`);
  return { inputPerMillion, outputPerMillion };
}

function isSameModel(a: ModelChoice, b: { readonly baseUrl: string; readonly modelId: string }): boolean {
  return a.kind === 'provider' && a.baseUrl.replace(/\/+$/, '') === b.baseUrl && a.modelId === b.modelId;
}
