import * as v from 'valibot';

import { clipError } from './clip-errors.ts';
import { type FfmpegInstance, SOURCE_PATH } from './ffmpeg-instance.ts';

/** What a source is, as ffmpeg sees it: of several video streams, the one that ffmpeg would choose. */
export interface SourceFacts {
  readonly streamIndex: number;
  readonly codec: string;
  /** Stored pixels after rotation, as ffmpeg's filters see them. */
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Width of a pixel over its height, after rotation. */
  readonly pixelAspect: number;
  readonly pixelFormat: string | undefined;
  readonly interlaced: boolean;
  /** Perceptual quantizer or hybrid log-gamma. */
  readonly highDynamicRange: boolean;
  /** Frames a second that ffmpeg takes the stream for; of a variable rate, a guess. */
  readonly nominalFrameRate: number;
  /** As the file says, which may be wrong. */
  readonly durationSeconds: number | undefined;
  /** Where the container's time begins, from which windows are counted. */
  readonly containerStartSeconds: number | undefined;
  readonly ticksPerSecond: number | undefined;
  /** ffmpeg's names for it, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly containerFormat: string | undefined;
  readonly ffmpegVersion: string;
}

/** The frames of a window as ffmpeg's reader of containers lists them, without decoding any. */
export interface ListedFrames {
  readonly ticksPerSecond: number;
  /** Where the window begins. */
  readonly startTick: number;
  /** From the key frame before the window to a little past its end, in the order they are shown. */
  readonly frames: readonly { readonly tick: number; readonly isKey: boolean }[];
}

export interface Probed {
  readonly facts: SourceFacts;
  /** Undefined where the container does not tell the time of each frame. */
  readonly listed: ListedFrames | undefined;
}

const textual = v.optional(v.string());
const numeric = v.optional(v.number());
const probeSchema = v.object({
  program_version: v.optional(v.object({ version: v.string() })),
  streams: v.optional(
    v.array(
      v.object({
        index: v.number(),
        codec_type: textual,
        codec_name: textual,
        width: numeric,
        height: numeric,
        pix_fmt: textual,
        sample_aspect_ratio: textual,
        field_order: textual,
        color_transfer: textual,
        r_frame_rate: textual,
        avg_frame_rate: textual,
        time_base: textual,
        disposition: v.optional(v.object({ default: numeric, attached_pic: numeric })),
        side_data_list: v.optional(v.array(v.object({ rotation: numeric }))),
      }),
    ),
    [],
  ),
  format: v.optional(v.object({ format_name: textual, duration: textual, start_time: textual })),
});
const packetsSchema = v.object({
  packets: v.array(v.object({ stream_index: numeric, pts: numeric, flags: v.optional(v.string(), '') })),
});
type ProbedStream = v.InferOutput<typeof probeSchema>['streams'][number];

/** Packets are in the order of decoding; so much past the end, none before it follows. */
const PAST_END_SECONDS = 1;
/** Containers begin at 0 or a little later, which is not known before they are asked. */
const LATEST_USUAL_START_SECONDS = 1;
const FACTS = ['-show_program_version', '-show_streams', '-show_format'];
const OUTPUT = 'facts.json';

interface Window {
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

/** Of a source that `instance` has mounted. @throws {SonoscoreError} kind `clip`, where there is no video in it */
export async function probeSource(instance: FfmpegInstance): Promise<SourceFacts> {
  const { probed, log } = await probe(instance, FACTS);
  if (!v.is(v.object({ format: v.object({}) }), probed)) throw unreadable(log);
  return parseProbe(probed);
}

/**
 * What the source is and which frames lie in a window of it, in one question where its container begins as most do.
 * @throws {SonoscoreError} kind `clip`, where there is no video in it
 */
export async function probeWithFrames(instance: FfmpegInstance, window: Window): Promise<Probed> {
  const end = window.startSeconds + window.durationSeconds + LATEST_USUAL_START_SECONDS + PAST_END_SECONDS;
  const asked = [...FACTS, '-select_streams', 'v', ...packetsBetween(window.startSeconds, end)];
  const { probed } = await probe(instance, asked).catch(() => ({ probed: undefined }));
  // A window that it cannot find leaves the rest untold too.
  const facts = v.is(v.object({ format: v.object({}) }), probed) ? parseProbe(probed) : await probeSource(instance);
  const { containerStartSeconds = NaN } = facts;
  const usual = containerStartSeconds >= 0 && containerStartSeconds <= LATEST_USUAL_START_SECONDS;
  const listed = usual ? framesIn(probed, facts, window) : undefined;
  return { facts, listed: listed ?? (await listFrames(instance, facts, window)) };
}

/**
 * Of a source that `instance` has mounted.
 * @returns undefined where the container does not tell the time of each frame
 */
export async function listFrames(
  instance: FfmpegInstance,
  facts: SourceFacts,
  window: Window,
): Promise<ListedFrames | undefined> {
  if (facts.containerStartSeconds === undefined) return undefined;
  const start = facts.containerStartSeconds + window.startSeconds;
  const between = packetsBetween(start, start + window.durationSeconds + PAST_END_SECONDS);
  const { probed } = await probe(instance, ['-select_streams', String(facts.streamIndex), ...between]);
  return framesIn(probed, facts, window);
}

function packetsBetween(startSeconds: number, endSeconds: number): readonly string[] {
  const interval = `${startSeconds.toFixed(6)}%${endSeconds.toFixed(6)}`;
  return ['-show_entries', 'packet=stream_index,pts,flags', '-read_intervals', interval];
}

function framesIn(
  probed: unknown,
  { streamIndex, containerStartSeconds, ticksPerSecond }: SourceFacts,
  window: Window,
): ListedFrames | undefined {
  const parsed = v.safeParse(packetsSchema, probed);
  if (!parsed.success || ticksPerSecond === undefined || containerStartSeconds === undefined) return undefined;
  const frames: { readonly tick: number; readonly isKey: boolean }[] = [];
  for (const { stream_index: index, pts, flags } of parsed.output.packets) {
    if (index !== streamIndex) continue;
    if (pts === undefined) return undefined;
    // Marked so where an edit list leaves it out.
    if (!flags.includes('D')) frames.push({ tick: pts, isKey: flags.includes('K') });
  }
  return {
    ticksPerSecond,
    startTick: Math.round((containerStartSeconds + window.startSeconds) * ticksPerSecond),
    frames: frames.sort((a, b) => a.tick - b.tick),
  };
}

async function probe(
  instance: FfmpegInstance,
  entries: readonly string[],
): Promise<{ readonly probed: unknown; readonly log: readonly string[] }> {
  const log = await instance.ffprobe(['-v', 'error', ...entries, '-of', 'json', '-i', SOURCE_PATH, '-o', OUTPUT]);
  const json = await instance.take(OUTPUT);
  if (json === undefined) throw unreadable(log);
  return { probed: JSON.parse(new TextDecoder().decode(json)), log };
}

function unreadable(log: readonly string[]) {
  return clipError(
    'The file is not a video that can be read: it is damaged, incomplete or of another kind. Export or download it again, or convert it to MP4.',
    log.at(-1),
  );
}

/** @param probed ffprobe's JSON */
export function parseProbe(probed: unknown): SourceFacts {
  const { streams, format, program_version: program } = v.parse(probeSchema, probed);
  const stream = chosenStream(streams);
  if (stream === undefined) {
    throw clipError('The file has no video stream, only sound or other data: attach the file that holds the picture.');
  }
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) {
    throw clipError('The video stream has no readable frame: the file is damaged or incomplete. Get it again.');
  }
  const rotation = stream.side_data_list?.find((entry) => entry.rotation !== undefined)?.rotation ?? 0;
  const turned = Math.abs(Math.round(rotation / 90)) % 2 === 1;
  const aspect = ratio(stream.sample_aspect_ratio, ':') ?? 1;
  const duration = Number(format?.duration);
  const start = Number(format?.start_time ?? NaN);
  const tickSeconds = ratio(stream.time_base, '/');
  return {
    streamIndex: stream.index,
    codec: stream.codec_name ?? 'unknown',
    widthPixels: turned ? height : width,
    heightPixels: turned ? width : height,
    pixelAspect: turned ? 1 / aspect : aspect,
    pixelFormat: stream.pix_fmt,
    interlaced: /^(?:tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    highDynamicRange: /^(?:smpte2084|arib-std-b67)$/.test(stream.color_transfer ?? ''),
    nominalFrameRate: frameRateOf(stream),
    durationSeconds: Number.isFinite(duration) && duration > 0 ? duration : undefined,
    containerStartSeconds: Number.isFinite(start) ? start : undefined,
    ticksPerSecond: tickSeconds === undefined ? undefined : 1 / tickSeconds,
    containerFormat: format?.format_name,
    ffmpegVersion: program?.version ?? 'unknown',
  };
}

/** ffmpeg's own rule: the largest, those marked as default first; a cover picture only where there is nothing else. */
function chosenStream(streams: readonly ProbedStream[]): ProbedStream | undefined {
  const score = ({ width = 0, height = 0, disposition }: ProbedStream) =>
    disposition?.attached_pic === 1 ? -1 : width * height + (disposition?.default === 1 ? 5_000_000 : 0);
  let best: ProbedStream | undefined;
  for (const stream of streams) {
    if (stream.codec_type !== 'video' || stream.disposition?.attached_pic === 1) continue;
    if (best === undefined || score(stream) > score(best)) best = stream;
  }
  return best;
}

/** As libavformat guesses it (av_guess_frame_rate): a very fine tick is not a rate where the average is a usual one. */
function frameRateOf(stream: ProbedStream): number {
  const real = ratio(stream.r_frame_rate, '/');
  const average = ratio(stream.avg_frame_rate, '/');
  if (real !== undefined && average !== undefined && real > 210 && average < 70) return average;
  return real ?? average ?? 25;
}

function ratio(text: string | undefined, mark: string): number | undefined {
  const [above = NaN, below = NaN] = (text ?? '').split(mark).map(Number);
  return above > 0 && below > 0 ? above / below : undefined;
}
