import type { ModelProvider } from '../app/index.ts';
import type { Fetch } from './http.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openAi } from './openai.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { openRouter } from './openrouter.ts';
import { qwen } from './qwen.ts';
import { redactReply } from './redact.ts';
import { seed } from './seed.ts';

export type { Fetch } from './http.ts';
export { batchBody } from './batch-body.ts';
export { readChatReply } from './chat.ts';
export { forecastTokens, type QuestionSize } from './forecast.ts';
export { fetchThroughRelay } from './relay-fetch.ts';
export { presets, PRICES_AS_OF } from './presets.ts';

/** Every provider by its registry name. `fetch` is the platform's own, bound to its global. */
export function createProviders(platform: { readonly fetch: Fetch }): ReadonlyMap<string, ModelProvider> {
  const makers = [gemini, openAi, qwen, seed, openRouter, anthropic, openAiCompatible];
  return new Map(makers.map((make) => make(platform)).map((provider) => [provider.name, withoutKey(provider)]));
}

/** A body hides a key that is written with escapes or lies in pieces of a stream; the reply put together does not. */
function withoutKey(provider: ModelProvider): ModelProvider {
  return {
    ...provider,
    ask: async (request, key, signal) => redactReply(await provider.ask(request, key, signal), key),
  };
}
