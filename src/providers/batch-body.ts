import type { ModelRequest } from '../app/index.ts';
import { type JsonObject, textParameter } from './call-parameters.ts';
import { toBody as compatibleBody } from './openai-compatible.ts';
import { toBody as openRouterBody } from './openrouter.ts';
import { toBody as qwenBody } from './qwen.ts';

/** Parameters that chat completions share with whatever dialect a provider speaks otherwise. */
const SHARED = ['temperature', 'top_p', 'seed', 'max_tokens'];

/**
 * A call's body as chat completions have it: a provider of that dialect words it itself; of others only the parameters that mean
 * the same go along. Never streamed, since nobody listens.
 */
export function batchBody(provider: string, request: ModelRequest): JsonObject {
  switch (provider) {
    case 'openai-compatible':
      return compatibleBody(request);
    case 'openrouter':
      return openRouterBody(request);
    case 'qwen':
      return qwenBody({ ...request, parameters: { ...request.parameters, stream: false } });
    case 'openai':
      return openAiBody(request);
    default:
      return compatibleBody(withParameters(request, SHARED));
  }
}

/** OpenAI's own chat completions call two parameters otherwise than its Responses do. */
function openAiBody(request: ModelRequest): JsonObject {
  const effort = textParameter(request.parameters, 'reasoning.effort');
  const maxTokens = request.parameters['max_tokens'];
  return {
    ...compatibleBody(withParameters(request, ['temperature', 'top_p', 'seed'])),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
  };
}

function withParameters(request: ModelRequest, names: readonly string[]): ModelRequest {
  const kept = Object.entries(request.parameters).filter(([name]) => names.includes(name));
  return { ...request, parameters: Object.fromEntries(kept) };
}
