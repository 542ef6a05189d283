import { ALL_FORMATS, BlobSource, Input, type InputVideoTrack } from 'mediabunny';

import {
  type CropRect,
  cropOf,
  encodingRate,
  type FrameWindow,
  frameWindow,
  squareSize,
} from '../domain/clip/index.ts';
import { textOf } from './clip-errors.ts';
import { ClipWriter, KEY_FRAME_SECONDS } from './clip-writer.ts';
import { chosenTrack, containerStart, isIso, Refusal } from './container.ts';
import { copyWindow } from './copy-window.ts';
import { type DecodedFrame, decodeWindow } from './decode-window.ts';
import { clearDates } from './mp4-dates.ts';
import { sourceRate } from './source-rate.ts';
import type { WebcodecsCut, WebcodecsJob, WebcodecsOutcome } from './webcodecs-protocol.ts';

const SOURCES_KEPT = 4;
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
 * Decodes the windows by the browser's decoder, crops each frame without a canvas and encodes it by the browser's encoder. What
 * several windows share of the source is decoded once.
 * @param jobs windows that follow or overlap each other
 * @param onOver hears of each job as soon as it is over: refused where the source is not of the plain kind that this does exactly
 */
export async function cutWithWebcodecs(
  input: Input,
  jobs: readonly WebcodecsJob[],
  alive: () => void,
  onOver: (index: number, outcome: WebcodecsOutcome) => void,
): Promise<void> {
  const open: Opened[] = [];
  const attempt = async (index: number, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      onOver(index, { kind: error instanceof Refusal ? 'refused' : 'failed', message: textOf(error) });
      return false;
    }
    return true;
  };
  // Asked for each, so that each is told why the source is none for this engine.
  let track: InputVideoTrack | undefined;
  for (const [index, job] of jobs.entries()) {
    await attempt(index, async () => {
      track ??= await chosenTrack(input);
      const plan = await planOf(track, job);
      const copied = job.mayCopy && job.roi === undefined ? await copiedFrames(track, plan) : undefined;
      if (copied === undefined) open.push({ index, plan, writer: await ClipWriter.start(track, plan) });
      else onOver(index, { kind: 'cut', cut: cutOf(plan, copied, true) });
    });
  }
  const finish = async ({ index, plan, writer }: Opened) => {
    await attempt(index, async () => {
      onOver(index, { kind: 'cut', cut: cutOf(plan, await writer.finish(), false) });
    });
  };
  if (track === undefined || open.length === 0) return;
  let writing: readonly Opened[] = open;
  try {
    for await (const frame of framesOf(track, open)) {
      try {
        const went = await Promise.all(
          writing.map(({ index, writer }) => attempt(index, () => writer.take(frame.sample, frame.seconds))),
        );
        const failed = writing.filter((_, place) => went[place] === false);
        await Promise.all(failed.map(({ writer }) => writer.cancel()));
        writing = writing.filter((one) => !failed.includes(one));
      } finally {
        frame.sample.close();
      }
      if (frame.count % FRAMES_BETWEEN_SIGNS === 0) alive();
      const full = writing.filter(({ writer }) => writer.isFull);
      writing = writing.filter(({ writer }) => !writer.isFull);
      for (const one of full) await finish(one);
      if (writing.length === 0) break;
    }
  } catch (error) {
    // The decoder's own failure is everybody's.
    for (const { index } of writing) await attempt(index, () => Promise.reject(error));
    await Promise.all(writing.map(({ writer }) => writer.cancel()));
    return;
  }
  for (const one of writing) await finish(one);
}

interface Opened {
  readonly index: number;
  readonly plan: Plan;
  readonly writer: ClipWriter;
}

async function* framesOf(
  track: InputVideoTrack,
  open: readonly Opened[],
): AsyncGenerator<DecodedFrame & { readonly count: number }> {
  const starts = open.map(({ plan }) => plan.start);
  const ends = open.map(({ plan }) => plan.start + plan.window.cutoffSeconds + READ_PAST_SECONDS);
  let count = 0;
  for await (const frame of decodeWindow(track, Math.min(...starts), Math.max(...ends))) {
    count += 1;
    yield { ...frame, count };
  }
}

async function planOf(track: InputVideoTrack, job: WebcodecsJob): Promise<Plan> {
  const picture = await pictureFor(track, job);
  const { frameRate } = picture;
  const window = frameWindow(job.startSeconds, job.durationSeconds, frameRate);
  const resolution = await track.getTimeResolution();
  // ffmpeg rounds the start to the stream's own tick.
  const start =
    Math.round(((await containerStart(track.input, track)) + window.startSeconds) * resolution) / resolution;
  const sourceBitsPerSecond = await sourceRate(track, { start, end: start + window.cutoffSeconds, frameRate });
  const framesPerSecond = Math.min(frameRate, MOST_FRAMES_PER_SECOND);
  const bitsPerSecond = encodingRate({ ...picture, ...picture.rect, framesPerSecond, sourceBitsPerSecond });
  const sourceSeconds = (await track.getDurationFromMetadata()) ?? undefined;
  return { ...picture, bitsPerSecond, window, start, sourceSeconds };
}

function cutOf(plan: Plan, bytes: Uint8Array<ArrayBuffer>, isCopy: boolean): WebcodecsCut {
  clearDates(bytes);
  const { rect, window, pixelAspect, sourceSeconds, frameRate } = plan;
  const encoding = [
    `visibleRect=${rect.x},${rect.y},${rect.width},${rect.height}`,
    'codec=avc',
    `bitrate=${plan.bitsPerSecond}`,
    `keyFrameInterval=${KEY_FRAME_SECONDS}`,
  ];
  return {
    bytes,
    muxer: muxerOf(bytes),
    rect,
    pixelAspect,
    sourceSeconds,
    frameRate,
    settings: [
      `start=${window.startSeconds}`,
      `duration=${window.durationSeconds}`,
      ...(isCopy ? ['codec=copy'] : encoding),
    ],
    notes: [...plan.notes, ...(isCopy ? ['the source’s own frames, not encoded again'] : [])],
  };
}

/** Not where a side is odd, which no region of ours is. */
async function copiedFrames(
  track: InputVideoTrack,
  { rect, bitsPerSecond, window, start }: Plan,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isWhole = rect.width === (await track.getCodedWidth()) && rect.height === (await track.getCodedHeight());
  const maxBytes = (bitsPerSecond * window.durationSeconds) / 8;
  return isWhole ? copyWindow(track, window, start, maxBytes) : undefined;
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
  readonly window: FrameWindow;
  /** Of the window in the track's own time, seconds. */
  readonly start: number;
  readonly sourceSeconds: number | undefined;
}

async function pictureFor(track: InputVideoTrack, job: WebcodecsJob): Promise<Picture> {
  if (typeof VideoDecoder === 'undefined' || typeof VideoEncoder === 'undefined')
    throw new Refusal('this browser has no WebCodecs');
  if (!(await isIso(track.input)) && (await track.getFirstTimestamp()) < 0)
    throw new Refusal('the source begins before its time 0');
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
