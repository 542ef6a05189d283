import type { Benchmark, Question } from '../../../domain/benchmark/index.ts';
import { correctedBenchmark, correctionWords } from '../../../domain/clip/index.ts';
import { withEvenOptions } from '../../../domain/options/index.ts';
import { buildPrompt } from '../../../domain/protocol/index.ts';
import type { Attempt, ModelChoice, RunConfig, YouTubeWindow } from '../../../domain/run/index.ts';
import { clipSpecFor } from '../../clip-spec.ts';
import {
  type Clip,
  type ClipSpec,
  type EngineSettings,
  type ModelProvider,
  type ModelRequest,
  type RequestPart,
  type SourceFile,
  SonoscoreError,
} from '../../ports.ts';
import { youTubeWindow } from '../../youtube-window.ts';
import { frameRate } from './frame-rate.ts';
import { mediaPart } from './media-part.ts';
import { ANY_VIDEO, showsMedia } from './shown-media.ts';
import type { RunPorts } from '../run-ports.ts';

export interface CallWanted {
  readonly attempt: Attempt;
  readonly question: Question;
  readonly benchmark: Benchmark;
  readonly config: RunConfig;
  readonly model: Extract<ModelChoice, { readonly kind: 'provider' }>;
  readonly provider: ModelProvider;
}

export interface PreparedCall {
  /** With its prompt and the record of its clip. */
  readonly attempt: Attempt;
  readonly request: ModelRequest;
}

/**
 * Cuts what the model is to be shown and words the question.
 * @throws {SonoscoreError} `no-source-video`, `clip`
 * @throws the signal's reason when it aborts
 */
export async function prepareCall(wanted: CallWanted, ports: RunPorts, signal: AbortSignal): Promise<PreparedCall> {
  const { attempt, question, benchmark, config, model } = wanted;
  const media = showsMedia(config) ? await shownMedia(wanted, ports, signal) : undefined;
  const prompt = buildPrompt({
    protocol: config.protocol.id,
    condition: config.condition,
    question: config.evenOptions === true ? withEvenOptions(question) : question,
    optionOrder: attempt.optionOrder,
    reference: benchmark.referencePrompts,
    frameCount: media?.part.kind === 'frames' ? media.part.images.length : undefined,
  });
  const text = { kind: 'text', text: prompt.text } as const;
  const youTube = config.condition === 'youtube-uncropped' ? passageOf(wanted) : undefined;
  return {
    attempt: {
      ...attempt,
      // Everything that the model reads, in order.
      prompt: prompt.system === undefined ? prompt.text : `${prompt.system}\n\n${prompt.text}`,
      clip: media?.clip.record,
      ...(youTube === undefined ? {} : { youTube }),
      failure: undefined,
    },
    request: {
      baseUrl: model.baseUrl,
      modelId: model.modelId,
      system: prompt.system,
      parts: [
        ...(media === undefined ? [] : [media.part]),
        ...(youTube === undefined ? [] : [{ kind: 'youtube', ...youTube } as const]),
        text,
      ],
      parameters: parametersFor(model, attempt),
      json: false,
    },
  };
}

/** A sampling seed of its own for each repeat: with the same one, a server that keeps to it says the same each time. */
function parametersFor({ parameters }: CallWanted['model'], { epoch }: Attempt): CallWanted['model']['parameters'] {
  const { seed } = parameters;
  return typeof seed === 'number' && epoch > 0 ? { ...parameters, seed: seed + epoch } : parameters;
}

/** @throws {SonoscoreError} where the provider cannot read from YouTube, or the source video is not there */
function passageOf({ question, benchmark, provider }: CallWanted): YouTubeWindow {
  const window = youTubeWindow(benchmark, question);
  if (provider.readsYouTube === true && window !== undefined) return window;
  throw new SonoscoreError({
    kind: window === undefined ? 'no-source-video' : 'bad-request',
    retryable: false,
    message:
      window === undefined
        ? `The source video of “${question.videoKey}” is not on YouTube: ask in another condition.`
        : `The provider “${provider.name}” does not read from YouTube by itself: ask Gemini, or in another condition.`,
  });
}

async function shownMedia(
  { question, benchmark, config, model, provider }: CallWanted,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<{ readonly part: RequestPart; readonly clip: Clip }> {
  const source = await ports.sources.find(question.sourceKey, question.videoKey, signal, benchmark);
  if (source === undefined) {
    throw new SonoscoreError({
      kind: 'no-source-video',
      retryable: false,
      message: `The source video of “${question.videoKey}” is not at hand: attach it on the setup page, then go on with the run.`,
    });
  }
  const cut = await ports.clipper.cut(source, clipWanted(config, benchmark, question, source), signal);
  const clip = withCorrectionNote(cut, config, question);
  const limits = provider.mediaLimits?.(model.parameters) ?? ANY_VIDEO;
  const wanted = { condition: config.condition, limits, framesPerSecond: frameRate(model, limits) };
  return mediaPart(clip, wanted, ports.transforms, signal);
}

/**
 * What a Run with this config cuts for a Question, corrections included.
 * @throws {SonoscoreError} kind `clip`, where the whole window lies before the file begins
 */
export function clipWanted(config: RunConfig, benchmark: Benchmark, question: Question, source: SourceFile): ClipSpec {
  return clipSpecFor(correctedBenchmark(benchmark, config.corrections), question, source, engineSettings(config));
}

/** What was cut elsewhere than the benchmark says tells so itself. */
function withCorrectionNote(clip: Clip, { corrections }: RunConfig, { videoKey }: Question): Clip {
  const correction = corrections?.find((entry) => entry.videoKey === videoKey);
  if (correction === undefined) return clip;
  const note = `cut with the correction “${correction.name}”: ${correctionWords(correction)}`;
  return { ...clip, record: { ...clip.record, notes: [...clip.record.notes, note] } };
}

function engineSettings({ clipEngine, protocol }: RunConfig): EngineSettings | undefined {
  if (clipEngine === undefined) return undefined;
  return { engine: clipEngine, reference: clipEngine === 'ffmpeg' && protocol.id === 'reference' };
}
