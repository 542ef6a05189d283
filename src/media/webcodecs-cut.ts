import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  Input,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';

import {
  type CropRect,
  cropOf,
  encodingRate,
  type FrameWindow,
  frameWindow,
  squareSize,
} from '../domain/clip/index.ts';
import { chosenTrack, containerStart, Refusal } from './container.ts';
import { copyWindow } from './copy-window.ts';
import { decodeWindow } from './decode-window.ts';
import { clearDates } from './mp4-dates.ts';
import { sourceRate } from './source-rate.ts';
import type { WebcodecsCut, WebcodecsJob } from './webcodecs-protocol.ts';

const SOURCES_KEPT = 4;
const KEY_FRAME_SECONDS = 5;
const MOST_FRAMES_PER_SECOND = 60;
const FRAMES_BETWEEN_SIGNS = 15;
const READ_PAST_SECONDS = 0.01;
const RATE_TOLERANCE = 1e-6;

/** Inputs that were opened, so that a source's index is read once for all its clips. */
export class OpenedSources {
  readonly #opened = new Map<number, Input>();

  open(id: number, blob: Blob): Input {
    const input = this.#opened.get(id) ?? new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) });
    this.#opened.delete(id);
    this.#opened.set(id, input);
    for (const [old, stale] of this.#opened) {
      if (this.#opened.size <= SOURCES_KEPT) break;
      this.#opened.delete(old);
      stale.dispose();
    }
    return input;
  }
}

/**
 * Decodes the window by the browser's decoder, crops each frame without a canvas and encodes it by the browser's encoder.
 * @throws {Refusal} where the source is not of the plain kind that this does exactly
 */
export async function cutWithWebcodecs(input: Input, job: WebcodecsJob, alive: () => void): Promise<WebcodecsCut> {
  const track = await chosenTrack(input);
  const picture = await pictureFor(track, job);
  const { frameRate } = picture;
  const window = frameWindow(job.startSeconds, job.durationSeconds, frameRate);
  const resolution = await track.getTimeResolution();
  // ffmpeg rounds the start to the stream's own tick.
  const start = Math.round(((await containerStart(input, track)) + window.startSeconds) * resolution) / resolution;
  const sourceBitsPerSecond = await sourceRate(track, { start, end: start + window.cutoffSeconds, frameRate });
  const framesPerSecond = Math.min(frameRate, MOST_FRAMES_PER_SECOND);
  const plan = {
    ...picture,
    bitsPerSecond: encodingRate({ ...picture, ...picture.rect, framesPerSecond, sourceBitsPerSecond }),
  };
  const copied = job.mayCopy && job.roi === undefined ? await copiedFrames(track, plan, window, start) : undefined;
  const bytes = copied ?? (await encodedFrames(track, plan, window, start, alive));
  clearDates(bytes);
  const { x, y, width, height } = plan.rect;
  const encoding = [
    `visibleRect=${x},${y},${width},${height}`,
    'codec=avc',
    `bitrate=${plan.bitsPerSecond}`,
    `keyFrameInterval=${KEY_FRAME_SECONDS}`,
  ];
  return {
    bytes,
    muxer: muxerOf(bytes),
    rect: plan.rect,
    pixelAspect: plan.pixelAspect,
    sourceSeconds: (await track.getDurationFromMetadata()) ?? undefined,
    frameRate,
    settings: [
      `start=${window.startSeconds}`,
      `duration=${window.durationSeconds}`,
      ...(copied === undefined ? encoding : ['codec=copy']),
    ],
    notes: [...plan.notes, ...(copied === undefined ? [] : ['the source’s own frames, not encoded again'])],
  };
}

/** Not where a side is odd, which no region of ours is. */
async function copiedFrames(
  track: InputVideoTrack,
  { rect, bitsPerSecond }: Plan,
  window: FrameWindow,
  start: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isWhole = rect.width === (await track.getCodedWidth()) && rect.height === (await track.getCodedHeight());
  const maxBytes = (bitsPerSecond * window.durationSeconds) / 8;
  return isWhole ? copyWindow(track, window, start, maxBytes) : undefined;
}

async function encodedFrames(
  track: InputVideoTrack,
  plan: Plan,
  window: FrameWindow,
  start: number,
  alive: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const encoder = new VideoSampleSource({
    codec: 'avc',
    quality: new Quality({ bitrate: plan.bitsPerSecond, bitrateMode: 'variable' }),
    keyFrameInterval: KEY_FRAME_SECONDS,
  });
  output.addVideoTrack(encoder);
  await output.start();
  const resolution = await track.getTimeResolution();
  // In ticks, as ffmpeg compares them: fractions of seconds miss by a hair what lies right on a limit.
  const ticks = (seconds: number) => Math.round(seconds * resolution);
  let first: number | undefined;
  let count = 0;
  const end = start + window.cutoffSeconds + READ_PAST_SECONDS;
  for await (const { sample, seconds } of decodeWindow(track, start, end)) {
    try {
      if (ticks(seconds) < ticks(start)) continue;
      first ??= seconds;
      const since = seconds - first;
      if (ticks(seconds - start) >= ticks(window.cutoffSeconds)) break;
      if (ticks(since) >= ticks(window.durationSeconds)) break;
      const cropped = cropSample(sample, plan.rect, since);
      await encoder.add(cropped);
      cropped.close();
      count += 1;
      if (count % FRAMES_BETWEEN_SIGNS === 0) alive();
    } finally {
      sample.close();
    }
  }
  if (count === 0) await output.cancel();
  else await output.finalize();
  return count > 0 && target.buffer !== null ? new Uint8Array(target.buffer) : new Uint8Array();
}

/** The muxer leaves its name and version in the track's description, and says it nowhere else. */
function muxerOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536));
  return /Mediabunny v[\d.]+/.exec(head)?.[0] ?? 'Mediabunny';
}

interface Picture {
  readonly rect: CropRect;
  readonly notes: readonly string[];
  readonly pixelAspect: number;
  readonly frameRate: number;
  /** Of the source's. */
  readonly areaShare: number;
}

interface Plan extends Picture {
  readonly bitsPerSecond: number;
}

async function pictureFor(track: InputVideoTrack, job: WebcodecsJob): Promise<Picture> {
  if (typeof VideoDecoder === 'undefined' || typeof VideoEncoder === 'undefined')
    throw new Refusal('this browser has no WebCodecs');
  if ((await track.getRotation()) !== 0 || (await track.getFlip())) throw new Refusal('the source is rotated');
  if (await track.hasHighDynamicRange()) throw new Refusal('the source has a high dynamic range');
  if ((await track.getColorSpace()).fullRange === true) throw new Refusal('the source is of full range');
  if (!(await track.canDecode())) throw new Refusal(`this browser cannot decode ${(await track.getCodec()) ?? 'it'}`);
  const aspect = await track.getPixelAspectRatio();
  const pixelAspect = aspect.num / aspect.den;
  const frame = { widthPixels: await track.getCodedWidth(), heightPixels: await track.getCodedHeight(), pixelAspect };
  const crop = cropOf(job.roi, frame);
  if (crop.kind === 'impossible') throw new Refusal(crop.message);
  const size = squareSize(crop.rect, pixelAspect);
  if (size.width !== crop.rect.width || size.height !== crop.rect.height)
    throw new Refusal("the source's pixels are not square");
  const frameRate = job.nominalFrameRate ?? (await measuredRate(track));
  return {
    rect: crop.rect,
    notes: crop.notes,
    pixelAspect,
    frameRate,
    areaShare: (crop.rect.width * crop.rect.height) / (frame.widthPixels * frame.heightPixels),
  };
}

async function measuredRate(track: InputVideoTrack): Promise<number> {
  const metrics = await track.computeFrameRateMetrics();
  return usualRate(metrics.underlyingFrameRate ?? metrics.averageFrameRate);
}

/** The number that a usual rate's fraction makes, such as 30000/1001, which a container's ticks only come near. */
function usualRate(measured: number): number {
  const near = [Math.round(measured), (Math.round((measured * 1001) / 1000) * 1000) / 1001];
  return near.find((rate) => Math.abs(rate - measured) <= measured * RATE_TOLERANCE) ?? measured;
}

function cropSample(sample: VideoSample, rect: CropRect, since: number): VideoSample {
  // To the browser's own microsecond, so that a clip does not depend on where in its source it lies.
  const timestamp = Math.round(since * 1e6) / 1e6;
  const frame = sample.toVideoFrame();
  if (frame.format !== 'I420' && frame.format !== 'NV12') {
    const { format } = frame;
    frame.close();
    throw new Refusal(`the source decodes to ${format ?? 'an unknown format'}`);
  }
  const { x, y, width, height } = rect;
  const origin = frame.visibleRect ?? { x: 0, y: 0 };
  const cropped = new VideoFrame(frame, {
    visibleRect: { x: origin.x + x, y: origin.y + y, width, height },
    displayWidth: width,
    displayHeight: height,
    timestamp: Math.round(timestamp * 1e6),
  });
  frame.close();
  return new VideoSample(cropped, { timestamp, duration: Math.round(sample.duration * 1e6) / 1e6 });
}
