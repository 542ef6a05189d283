import type { Clip, ClipSpec } from '../app/index.ts';
import { frameWindow, ticksInWindow } from '../domain/clip/index.ts';
import type { ListedFrames, Probed, SourceFacts } from './source-facts.ts';
import type { WebcodecsClipper } from './webcodecs-clipper.ts';

/** Two encodings of the same frames, each some 40 dB from them, are no further apart. */
const MIN_PSNR_DECIBEL = 36;
/** Each with all its pixels: region, colours and order of frames are right in all or in none. */
const COMPARED_FRAMES = 12;
/** Times are kept in ticks of different lengths. */
const TIME_TOLERANCE_SECONDS = 0.002;

/** What ffmpeg cuts to check a clip of the browser's. */
export interface CheckPlan {
  readonly spec: ClipSpec;
  /** When the clip's frames are shown, from the first on; undefined where only a whole second clip tells. */
  readonly frameSeconds: readonly number[] | undefined;
  /** When in the clip the checked part begins. */
  readonly partSeconds: number | undefined;
}

/**
 * A dozen frames, from a key frame on where there is one in the window, so that ffmpeg has to decode no other; and the times
 * of all. Where ffmpeg does not list the frames, the whole clip.
 */
export function planCheck(spec: ClipSpec, { facts, listed }: Partial<Probed>): CheckPlan {
  const whole = { spec, frameSeconds: undefined, partSeconds: undefined };
  if (facts === undefined || listed === undefined) return whole;
  const window = frameWindow(spec.startSeconds, spec.durationSeconds, facts.nominalFrameRate);
  const ticks = ticksInWindow(
    listed.frames.map(({ tick }) => tick),
    window,
    listed,
  );
  const [first] = ticks;
  // None, or times that occur twice: the container tells too little.
  if (first === undefined || new Set(ticks).size < ticks.length) return whole;
  const seconds = ticks.map((tick) => (tick - first) / listed.ticksPerSecond);
  const from = beginOfPart(ticks, listed);
  const to = from + COMPARED_FRAMES;
  const partStart = ((ticks[from] ?? first) - listed.startTick) / listed.ticksPerSecond;
  const partEnd = to < ticks.length ? ((ticks[to] ?? 0) - listed.startTick) / listed.ticksPerSecond : undefined;
  const startSeconds = from === 0 ? spec.startSeconds : spec.startSeconds + partStart;
  const endSeconds = partEnd === undefined ? spec.startSeconds + spec.durationSeconds : spec.startSeconds + partEnd;
  return {
    spec: { ...spec, startSeconds, durationSeconds: endSeconds - startSeconds },
    frameSeconds: seconds,
    partSeconds: seconds[from] ?? 0,
  };
}

function beginOfPart(ticks: readonly number[], { frames }: ListedFrames): number {
  const keys = new Set(frames.filter(({ isKey }) => isKey).map(({ tick }) => tick));
  const key = ticks.findIndex((tick) => keys.has(tick));
  return key >= 0 && key + COMPARED_FRAMES <= ticks.length ? key : 0;
}

/** How a clip of the browser's differs from what ffmpeg cut by `plan`; undefined where they agree. */
export async function differenceBetween(
  { frameSeconds, partSeconds }: CheckPlan,
  clips: { readonly exact: Clip; readonly fast: Clip },
  webcodecs: WebcodecsClipper,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { exact, fast } = clips;
  if (frameSeconds !== undefined) {
    const { readClipFacts } = await import('./clip-facts.ts');
    const shown = (await readClipFacts(fast.bytes))?.frameSeconds ?? [];
    if (shown.length !== frameSeconds.length) return `${frameSeconds.length} frames against ${shown.length}`;
    const off = shown.findIndex(
      (time, index) => Math.abs(time - (frameSeconds[index] ?? NaN)) > TIME_TOLERANCE_SECONDS,
    );
    if (off >= 0) return `frame ${off + 1} at ${frameSeconds[off]?.toFixed(3)} s against ${shown[off]?.toFixed(3)} s`;
  }
  const compared = await webcodecs.compare({ part: exact.bytes, whole: fast.bytes, partSeconds }, signal);
  if (compared.kind === 'different') return compared.how;
  return compared.psnrDecibel >= MIN_PSNR_DECIBEL ? undefined : `a PSNR of ${compared.psnrDecibel.toFixed(1)} dB`;
}

/** What the browser's decoder would not convert as ffmpeg does. */
export function whyNotPlain(facts: SourceFacts): string | undefined {
  if (facts.interlaced) return 'the source is interlaced';
  if (facts.highDynamicRange) return 'the source has a high dynamic range';
  if (facts.pixelFormat !== undefined && facts.pixelFormat !== 'yuv420p' && !isAlone(facts))
    return `the source is ${facts.pixelFormat}`;
  return undefined;
}

/** ffmpeg.wasm has no decoder for it, so that the browser's is the only way. */
export function isAlone({ codec }: SourceFacts): boolean {
  return codec === 'av1';
}
