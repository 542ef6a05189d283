import { type Benchmark, type Question, videoOf } from '../../domain/benchmark/index.ts';
import { encodingRate } from '../../domain/clip/index.ts';
import type { RunConfig } from '../../domain/run/index.ts';
import type { ModelProvider } from '../ports.ts';
import { ANY_VIDEO, showsMedia } from '../run/call/shown-media.ts';
import { attemptCount, planQuestions } from '../run/plan/plan-questions.ts';

const BASE64 = 4 / 3;
/** Of a line's texts and braces, beside the question itself. */
const LINE_BYTES = 1500;
/** Sources are not read for an estimate: most of the benchmark's are of this size and rate. */
const SOURCE = { width: 1280, height: 720, framesPerSecond: 30 } as const;
const FRAMES_PER_SECOND = 5;
/** Of a JPEG, for each pixel. */
const JPEG_BYTES_PER_PIXEL = 0.15;

/** How many lines a batch file will have and about how many bytes: an order of magnitude, since clips are cut later. */
export function batchSize(
  config: RunConfig,
  benchmark: Benchmark,
  providers: ReadonlyMap<string, ModelProvider>,
): { readonly lineCount: number; readonly bytes: number } {
  let lineCount = 0;
  let bytes = 0;
  for (const question of planQuestions(config, benchmark)) {
    const lines = attemptCount(config, question);
    lineCount += lines;
    bytes += lines * (LINE_BYTES + question.printed.length + mediaBytes(question, benchmark, config, providers));
  }
  return { lineCount, bytes: Math.round(bytes) };
}

function mediaBytes(
  question: Question,
  benchmark: Benchmark,
  config: RunConfig,
  providers: ReadonlyMap<string, ModelProvider>,
): number {
  const { model } = config;
  if (!showsMedia(config) || model.kind !== 'provider') return 0;
  const limits = providers.get(model.provider)?.mediaLimits?.(model.parameters) ?? ANY_VIDEO;
  const roi = videoOf(benchmark, question)?.roi;
  const width = roi === undefined ? SOURCE.width : roi.width * (roi.unit === 'pixel' ? 1 : SOURCE.width);
  const height = roi === undefined ? SOURCE.height : roi.height * (roi.unit === 'pixel' ? 1 : SOURCE.height);
  const durationSeconds = question.endSeconds - question.startSeconds;
  if (config.condition === 'frames' || limits.form === 'frames') {
    const own = Number(model.parameters['frames_per_second']);
    const rate = own > 0 ? own : (limits.framesPerSecond ?? FRAMES_PER_SECOND);
    return Math.max(1, Math.ceil(durationSeconds * rate)) * width * height * JPEG_BYTES_PER_PIXEL * BASE64;
  }
  const whole = (durationSeconds * encodingRate({ width, height, framesPerSecond: SOURCE.framesPerSecond })) / 8;
  return Math.min(whole * BASE64, limits.maxBase64Bytes ?? Infinity);
}
