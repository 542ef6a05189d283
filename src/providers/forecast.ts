import { type CallParameters, numberParameter, textParameter } from './call-parameters.ts';

/** The size of one question, before anything is cut or sent. */
export interface QuestionSize {
  readonly provider: string;
  readonly modelId: string;
  readonly parameters: CallParameters;
  /** Of system text and question together. */
  readonly textCharacters: number;
  /** Undefined: no media is shown. */
  readonly media:
    | {
        /** `youtube`: read there by the service, whole and with its sound. */
        readonly form: 'video' | 'frames' | 'youtube';
        readonly durationSeconds: number;
        readonly widthPixels: number;
        readonly heightPixels: number;
        /** For frames. */
        readonly framesPerSecond?: number;
      }
    | undefined;
}

export interface TokenForecast {
  /** Undefined where the provider publishes no rule: its first reply then tells. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number;
}

type Media = NonNullable<QuestionSize['media']>;

/** Google's and OpenAI's rule of thumb for English. */
const CHARACTERS_PER_TOKEN = 4;
/** A letter or two sentences. */
const ANSWER_TOKENS = 60;
/** What models that think at all spend at the least effort, roughly; a run's own replies replace it as they come. */
const THINKING_TOKENS = 600;

/**
 * Tokens of one question by the provider's published rule: an order of magnitude for a price beforehand, not a bill.
 * Text counts a token for every 4 characters.
 */
export function forecastTokens(size: QuestionSize): TokenForecast {
  const text = Math.ceil(size.textCharacters / CHARACTERS_PER_TOKEN);
  const media = size.media === undefined ? 0 : mediaTokens(size, size.media);
  const outputTokens = ANSWER_TOKENS + (thinks(size) ? THINKING_TOKENS : 0);
  return { inputTokens: media === undefined ? undefined : text + media, outputTokens };
}

function mediaTokens(size: QuestionSize, media: Media): number | undefined {
  const model = size.modelId.toLowerCase();
  if (size.provider === 'gemini' || model.includes('gemini')) return geminiTokens(size.parameters, media, model);
  if (size.provider === 'qwen' || model.includes('qwen')) return qwenTokens(size.parameters, media);
  if (media.form !== 'frames') return undefined;
  if (size.provider === 'anthropic' || model.includes('claude')) return frameCount(media) * anthropicImageTokens(media);
  if (size.provider === 'openai') return frameCount(media) * openAiImageTokens(size.parameters, media);
  return undefined;
}

function frameCount({ durationSeconds, framesPerSecond }: Media, fallback = 1): number {
  return Math.max(1, Math.ceil(durationSeconds * (framesPerSecond ?? fallback)));
}

/** Gemini API, "Video understanding": a second of sound. Clips that are cut here have none. */
const SOUND_TOKENS_PER_SECOND = 32;

/**
 * Gemini API, "Media resolution": a frame of video takes 70 tokens at low and medium and 280 at high (Gemini 3 and later) or
 * 64, 256 and 256 (2.x), at 1 frame a second unless `fps` says otherwise; an image 280, 560, 1120 or 2240.
 */
function geminiTokens(parameters: CallParameters, media: Media, model: string): number {
  const resolution = textParameter(parameters, 'media_resolution') ?? 'unset';
  if (media.form === 'frames') {
    const perImage = { low: 280, medium: 560, high: 1120, ultra_high: 2240 }[resolution] ?? 1120;
    return frameCount(media) * perImage;
  }
  const isOld = /gemini-[12]\./.test(model);
  const perFrame = isOld ? (resolution === 'low' ? 64 : 256) : resolution === 'high' ? 280 : 70;
  const fps = numberParameter(parameters, 'fps') ?? 1;
  const sound = media.form === 'youtube' ? Math.ceil(media.durationSeconds * SOUND_TOKENS_PER_SECOND) : 0;
  return Math.max(1, Math.ceil(media.durationSeconds * fps)) * perFrame + sound;
}

/** Sides are rounded to whole cells of 32 pixels, and frames larger than 640 cells are shrunk to that. */
const QWEN_CELL_PIXELS = 32;
const QWEN_MOST_CELLS = 640;
const QWEN_DEFAULT_FPS = 2;

/** Model Studio, "Visual understanding" (Qwen3-VL and later): one token for each 32 x 32 pixels of each two frames. */
function qwenTokens(parameters: CallParameters, media: Media): number {
  const fps = numberParameter(parameters, 'fps') ?? QWEN_DEFAULT_FPS;
  const frames = media.form === 'frames' ? frameCount(media) : Math.max(4, Math.ceil(media.durationSeconds * fps));
  const cells = Math.round(media.widthPixels / QWEN_CELL_PIXELS) * Math.round(media.heightPixels / QWEN_CELL_PIXELS);
  return Math.ceil(frames / 2) * Math.min(Math.max(cells, 1), QWEN_MOST_CELLS);
}

/** OpenAI, "Images and vision": 32 x 32 patches, at most 1536 of them; 85 tokens in all at low detail. */
function openAiImageTokens(parameters: CallParameters, { widthPixels, heightPixels }: Media): number {
  if (textParameter(parameters, 'image_detail') === 'low') return 85;
  return Math.min(Math.ceil(widthPixels / 32) * Math.ceil(heightPixels / 32), 1536);
}

/** Anthropic, "Vision": width x height / 750, after shrinking to 1568 pixels on the longer side. */
function anthropicImageTokens({ widthPixels, heightPixels }: Media): number {
  const scale = Math.min(1, 1568 / Math.max(widthPixels, heightPixels));
  return Math.ceil((widthPixels * scale * heightPixels * scale) / 750);
}

function thinks({ provider, parameters }: QuestionSize): boolean {
  if (parameters['enable_thinking'] !== undefined) return String(parameters['enable_thinking']) === 'true';
  if (parameters['thinking.type'] !== undefined) return parameters['thinking.type'] !== 'disabled';
  if (parameters['reasoning.effort'] !== undefined) return parameters['reasoning.effort'] !== 'none';
  return provider !== 'openai-compatible' && provider !== 'qwen';
}
