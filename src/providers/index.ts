import type { ModelProvider } from '../app/index.ts';
import type { Fetch } from './http.ts';
import { openAiCompatible } from './openai-compatible.ts';

export type { Fetch } from './http.ts';
export { type Preset, presets, type Price } from './presets.ts';

/** Every provider by its registry name. `fetch` is the platform's own, bound to its global. */
export function createProviders(platform: { readonly fetch: Fetch }): ReadonlyMap<string, ModelProvider> {
  return new Map([openAiCompatible(platform)].map((provider) => [provider.name, provider]));
}
