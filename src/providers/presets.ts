import type { ModelPreset, Price } from '../app/index.ts';

/** A model endpoint that a reader can choose and then edit: base URL, model id, parameters, prices. */
export interface Preset extends ModelPreset {
  /** `relay`: the service does not answer browsers, so a relay must stand between. */
  readonly reach: 'direct' | 'relay';
  readonly price: Price;
  /** What a reader should know before choosing it, in a sentence or two. */
  readonly note: string | undefined;
}

/** When prices and model ids were looked up. Prices change; a reader edits them on the page. */
export const PRICES_AS_OF = '2026-11';

const UNKNOWN: Price = { inputPerMillion: undefined, outputPerMillion: undefined };
/** A server of one's own costs electricity only. */
const FREE: Price = { inputPerMillion: 0, outputPerMillion: 0 };

const QWEN = {
  provider: 'qwen',
  modelId: 'qwen3.5-397b-a17b',
  parameters: { enable_thinking: true, fps: 2 },
  keyNeeded: true,
  reach: 'relay',
} as const;
const QWEN_NOTE = 'Keys belong to one region, and clips under 2 s are refused.';

/** The services of the benchmark and the usual servers of one's own. */
export const presets: readonly Preset[] = [
  {
    id: 'gemini',
    label: 'Gemini',
    provider: 'gemini',
    // v1alpha: the resolution can be set for the video alone.
    baseUrl: 'https://generativelanguage.googleapis.com/v1alpha',
    modelId: 'gemini-3.1-pro-preview',
    parameters: { temperature: 1, media_resolution: 'low', thinking_level: 'low' },
    keyNeeded: true,
    readsYouTube: true,
    reach: 'direct',
    // For prompts of up to 200,000 tokens.
    price: { inputPerMillion: 2, outputPerMillion: 12, cachedPerMillion: 0.2 },
    note: 'The paper’s gemini-3-pro-preview was shut down in March 2026; this is its successor, so numbers are not strictly comparable.',
  },
  {
    id: 'openai',
    label: 'OpenAI',
    provider: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    modelId: 'gpt-6.1-sol',
    parameters: { frames_per_second: 5 },
    keyNeeded: true,
    reach: 'direct',
    // For prompts of up to 272,000 tokens.
    price: { inputPerMillion: 2, outputPerMillion: 10, cachedPerMillion: 0.1 },
    note: 'Is shown frames, 5 a second, and fewer where they do not fit.',
  },
  {
    ...QWEN,
    id: 'qwen-singapore',
    label: 'Qwen (DashScope, Singapore)',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    price: { inputPerMillion: 0.6, outputPerMillion: 3.6 },
    note: `${QWEN_NOTE} A workspace has an address of its own: https://WORKSPACE.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1.`,
  },
  {
    ...QWEN,
    id: 'qwen-china',
    label: 'Qwen (DashScope, China)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    price: UNKNOWN,
    note: `${QWEN_NOTE} Billed in yuan.`,
  },
  {
    ...QWEN,
    id: 'qwen-us',
    label: 'Qwen (DashScope, US)',
    baseUrl: 'https://dashscope-us.aliyuncs.com/compatible-mode/v1',
    price: UNKNOWN,
    note: `${QWEN_NOTE} Model ids of this region may end in -us.`,
  },
  {
    id: 'seed-volcengine',
    label: 'Seed (Volcengine Ark)',
    provider: 'seed',
    baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    modelId: 'doubao-seed-2-0-pro-260215',
    parameters: { fps: 1 },
    keyNeeded: true,
    reach: 'relay',
    price: UNKNOWN,
    note: 'Replies take minutes, some over a quarter of an hour. Billed in yuan.',
  },
  {
    id: 'seed-byteplus',
    label: 'Seed (BytePlus)',
    provider: 'seed',
    baseUrl: 'https://ark.ap-southeast.bytepluses.com/api/v3',
    modelId: 'seed-2-0-pro-260328',
    parameters: { fps: 1 },
    keyNeeded: true,
    reach: 'relay',
    price: UNKNOWN,
    note: 'Replies take minutes, some over a quarter of an hour.',
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    provider: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    modelId: 'google/gemini-3.1-pro-preview',
    parameters: { temperature: 1, 'reasoning.effort': 'low' },
    keyNeeded: true,
    reach: 'direct',
    price: { inputPerMillion: 2, outputPerMillion: 12 },
    note: 'Choose a model that takes video; which host answers may differ from call to call.',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    modelId: 'claude-opus-5-5',
    parameters: { frames_per_second: 5, max_tokens: 16_000 },
    keyNeeded: true,
    reach: 'direct',
    price: { inputPerMillion: 4, outputPerMillion: 20, cachedPerMillion: 0.2 },
    note: 'Is shown frames, at most 100.',
  },
  {
    id: 'vllm',
    label: 'vLLM',
    ...ownServer('http://localhost:8000/v1', { temperature: 0 }),
    note: 'Answers any page unless it was started with --allowed-origins. LLaVA-Video takes the parameter video_part = frames.',
  },
  {
    id: 'sglang',
    label: 'SGLang',
    ...ownServer('http://localhost:30000/v1', { temperature: 0 }),
    note: 'Answers any page.',
  },
  {
    id: 'lm-studio',
    label: 'LM Studio',
    ...ownServer('http://localhost:1234/v1', { temperature: 0, video_part: 'images', frames_per_second: 1 }),
    note: 'Takes images only. Start it with `lms server start --cors`.',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    ...ownServer('http://localhost:11434/v1', { temperature: 0, video_part: 'images', frames_per_second: 1 }),
    note: 'Takes images only. Start it with OLLAMA_ORIGINS set to the address of this page.',
  },
  {
    id: 'llama-cpp',
    label: 'llama.cpp',
    ...ownServer('http://localhost:8080/v1', { temperature: 0, video_part: 'images', frames_per_second: 1 }),
    note: 'Takes images only, from a model that was started with its --mmproj. Answers any page.',
  },
  {
    id: 'openai-compatible',
    label: 'Any OpenAI-compatible server',
    ...ownServer('', { temperature: 0 }),
    price: UNKNOWN,
    note: 'The parameter video_part says how it is given a clip: video_url (also where it is left out), input_video, frames or images.',
  },
];

function ownServer(baseUrl: string, parameters: Preset['parameters']) {
  return {
    provider: 'openai-compatible',
    baseUrl,
    modelId: '',
    parameters,
    keyNeeded: false,
    reach: 'direct',
    price: FREE,
  } as const;
}
