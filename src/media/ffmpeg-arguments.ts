import type { ClipSpec } from '../app/index.ts';
import { type CropRect, cutoffTick, type FrameWindow, frameWindow, squareSize } from '../domain/clip/index.ts';
import { SOURCE_PATH } from './ffmpeg-instance.ts';
import type { SourceFacts } from './source-facts.ts';

export const CLIP_PATH = 'clip.mp4';

/** What every clip of ours is encoded with: what all browsers and services read, and nothing carried over from the source. */
const OUTPUT_ARGUMENTS = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-an', '-sn', '-dn'],
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
  ...['-movflags', '+faststart', '-avoid_negative_ts', 'make_zero'],
];

/** The reference's command, word for word. */
export function referenceArguments({ startSeconds, durationSeconds, roi }: ClipSpec): readonly string[] {
  const crop =
    roi === undefined
      ? undefined
      : roi.unit === 'proportion'
        ? `crop=iw*${roi.width}:ih*${roi.height}:iw*${roi.x}:ih*${roi.y}`
        : `crop=${roi.width}:${roi.height}:${roi.x}:${roi.y}`;
  return [
    ...['-ss', seconds(startSeconds), '-i', SOURCE_PATH, '-t', seconds(durationSeconds)],
    ...(crop === undefined ? [] : ['-vf', crop]),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-an', '-avoid_negative_ts', 'make_zero', CLIP_PATH],
  ];
}

/** A window of a source, and what of its picture is taken. */
export interface Part {
  readonly spec: ClipSpec;
  readonly rect: CropRect;
}

/** The frames that the reference's command takes without its frame-rate conversion, each with its own time. */
export function exactArguments({ spec, rect }: Part, facts: SourceFacts): readonly string[] {
  const window = windowOf(spec, facts);
  const { ticksPerSecond } = facts;
  const end =
    ticksPerSecond === undefined
      ? `end=${seconds(window.cutoffSeconds)}`
      : `end_pts=${cutoffTick(window, ticksPerSecond)}`;
  const trim = [`trim=${end}`];
  return [...inputArguments(window.startSeconds), ...outputArguments(trim, { spec, rect }, facts, CLIP_PATH)];
}

/** The container lists its key frames; in others a search by time ends near by, which is not the same place for every window. */
export function isIndexed({ containerFormat = '' }: SourceFacts): boolean {
  return /\b(?:mp4|matroska)\b/.test(containerFormat);
}

/**
 * The same frames as `exactArguments` takes for each part, by one command that decodes an indexed source once.
 * @returns undefined where one command might not take the very same frames
 */
export function sharedArguments(
  parts: readonly (Part & { readonly path: string })[],
  facts: SourceFacts,
): readonly string[] | undefined {
  const startSeconds = Math.min(...parts.map(({ spec }) => windowOf(spec, facts).startSeconds));
  const originTick = tickAt(startSeconds + (facts.containerStartSeconds ?? 0), facts);
  const outputs: string[] = [];
  for (const part of parts) {
    const window = windowOf(part.spec, facts);
    const startTick = tickAt(window.startSeconds + (facts.containerStartSeconds ?? 0), facts);
    if (originTick === undefined || startTick === undefined || facts.ticksPerSecond === undefined) return undefined;
    const start = startTick - originTick;
    const trim = [`trim=start_pts=${start}`, `trim=end_pts=${start + cutoffTick(window, facts.ticksPerSecond)}`];
    outputs.push(...outputArguments(trim, part, facts, part.path));
  }
  return [...inputArguments(startSeconds), ...outputs];
}

function windowOf({ startSeconds, durationSeconds }: ClipSpec, facts: SourceFacts): FrameWindow {
  return frameWindow(startSeconds, durationSeconds, facts.nominalFrameRate);
}

/** The nearest tick, as ffmpeg rounds microseconds; undefined where that hangs on the last digit. */
function tickAt(time: number, { ticksPerSecond }: SourceFacts): number | undefined {
  if (ticksPerSecond === undefined) return undefined;
  const ticks = (Math.round(time * 1e6) * ticksPerSecond) / 1e6;
  return Math.abs((Math.abs(ticks) % 1) - 0.5) < 1e-4 ? undefined : Math.round(ticks);
}

function inputArguments(startSeconds: number): readonly string[] {
  return ['-ss', seconds(startSeconds), '-i', SOURCE_PATH];
}

function outputArguments(
  trim: readonly string[],
  { spec, rect }: Part,
  facts: SourceFacts,
  path: string,
): readonly string[] {
  const size = squareSize(rect, facts.pixelAspect);
  const scaled = size.width !== rect.width || size.height !== rect.height;
  const filters = [
    // One after the other, since one filter with both would let pass what either lets pass.
    ...trim,
    `trim=duration=${seconds(windowOf(spec, facts).durationSeconds)}`,
    ...(facts.interlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []),
    `crop=${rect.width}:${rect.height}:${rect.x}:${rect.y}`,
    ...(scaled ? [`scale=${size.width}:${size.height}:flags=bicubic`] : []),
    ...(facts.highDynamicRange
      ? ['zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv']
      : []),
    'format=yuv420p',
    'setsar=1',
    'setpts=PTS-STARTPTS',
  ];
  return [
    ...['-map', `0:${facts.streamIndex}`, '-vf', filters.join(','), '-fps_mode', 'passthrough'],
    ...['-enc_time_base', '-1', ...OUTPUT_ARGUMENTS, path],
  ];
}

/** Never in exponent form, which ffmpeg would not read. */
function seconds(value: number): string {
  return String(Number(value.toFixed(6)));
}
