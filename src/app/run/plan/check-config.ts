import { isWholeKey, type RunConfig, secretParameter } from '../../../domain/run/index.ts';
import { mistake } from '../../mistake.ts';
import type { ModelProvider } from '../../ports.ts';
import type { Budget, RunSecrets } from '../../services.ts';

/** Shorter than any service's key, and long enough not to be found in other words. */
const SHORTEST_KEY = 8;

/**
 * A key in a model's name, address or parameters would be stored with the Run.
 * @throws {SonoscoreError} where one of the keys stands there, or what looks like one
 */
export function checkConfig(config: RunConfig, { key, judgeKey }: RunSecrets): void {
  for (const model of [config.model, config.judge?.model]) {
    if (model?.kind !== 'provider') continue;
    const secret = secretParameter(model.parameters);
    if (secret !== undefined) {
      throw mistake(
        `The parameter “${secret}” looks like a key, and parameters are stored with the run: use the key field.`,
      );
    }
    const told = [model.modelId, model.baseUrl, ...Object.values(model.parameters).map(String)];
    const keys = [key, judgeKey].flatMap((each) => (each !== undefined && each.length >= SHORTEST_KEY ? [each] : []));
    if (
      isSecretAddress(model.baseUrl) ||
      isWholeKey(model.modelId) ||
      told.some((text) => keys.some((each) => text.includes(each)))
    ) {
      throw mistake(
        'A key stands where the model’s name, address or parameters belong, and these are stored with the run: use the key field.',
      );
    }
  }
}

/** Whether an address has a password or a key in it, as part of it that is sent along. */
function isSecretAddress(address: string): boolean {
  const url = URL.parse(address.trim());
  if (url === null) return false;
  return (
    url.username !== '' || url.password !== '' || secretParameter(Object.fromEntries(url.searchParams)) !== undefined
  );
}

/**
 * A model that cannot read YouTube by itself would fail at every question.
 * @throws {SonoscoreError} where the config shows it a window on YouTube
 */
export function checkSight({ condition, model }: RunConfig, providers: ReadonlyMap<string, ModelProvider>): void {
  if (condition !== 'youtube-uncropped' || model.kind !== 'provider') return;
  if (providers.get(model.provider)?.readsYouTube === true) return;
  throw mistake(
    `“${model.modelId}” at the provider “${model.provider}” does not read from YouTube by itself: ask Gemini, or in another condition.`,
  );
}

/**
 * A cap that leaves the judge out would be passed unseen, and one that is no amount would never be reached.
 * @throws {SonoscoreError} where another model judges and what it costs is not said, or where cap or prices are no amounts
 */
export function checkBudget({ model, judge }: RunConfig, budget: Budget | undefined): void {
  if (budget === undefined) return;
  if (!(budget.capUsd > 0 && Number.isFinite(budget.capUsd)))
    throw mistake(`A cap is an amount of dollars over 0, not ${budget.capUsd}: write one, or take the cap out.`);
  const amounts = [budget.price, budget.judgePrice].flatMap((price) =>
    price === undefined ? [] : Object.values(price),
  );
  if (amounts.some((amount) => amount !== undefined && !(amount >= 0 && Number.isFinite(amount))))
    throw mistake('A price is an amount of dollars, 0 or more: a cap cannot be kept with these.');
  if (judge === undefined || budget.judgePrice !== undefined) return;
  const isSame =
    model.kind === 'provider' && model.baseUrl === judge.model.baseUrl && model.modelId === judge.model.modelId;
  if (!isSame) throw mistake('A cap counts judging too: say what the judge costs, or take the cap out.');
}
