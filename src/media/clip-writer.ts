import {
  BufferTarget,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';

import { type CropRect, cutoffTick, type FrameWindow } from '../domain/clip/index.ts';
import { Refusal } from './container.ts';

export const KEY_FRAME_SECONDS = 5;

export interface WriterPlan {
  readonly rect: CropRect;
  readonly bitsPerSecond: number;
  readonly window: FrameWindow;
  /** Of the window in the track's own time, seconds. */
  readonly start: number;
}

/** Takes the decoded frames of a track as they come, and encodes those of its window, cropped without a canvas. */
export class ClipWriter {
  readonly #plan: WriterPlan;
  readonly #resolution: number;
  readonly #target = new BufferTarget();
  readonly #output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: this.#target });
  readonly #encoder: VideoSampleSource;
  #first: number | undefined;
  #count = 0;
  #isFull = false;

  private constructor(plan: WriterPlan, resolution: number) {
    this.#plan = plan;
    this.#resolution = resolution;
    this.#encoder = new VideoSampleSource({
      codec: 'avc',
      quality: new Quality({ bitrate: plan.bitsPerSecond, bitrateMode: 'variable' }),
      keyFrameInterval: KEY_FRAME_SECONDS,
    });
    this.#output.addVideoTrack(this.#encoder);
  }

  static async start(track: InputVideoTrack, plan: WriterPlan): Promise<ClipWriter> {
    const writer = new ClipWriter(plan, await track.getTimeResolution());
    await writer.#output.start();
    return writer;
  }

  /** Whether the window has ended. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * @param sample stays whose it is
   * @param seconds when it is shown, in the track's own time; ascending from call to call
   * @throws {Refusal} where it is of a format that is not cropped exactly
   */
  async take(sample: VideoSample, seconds: number): Promise<void> {
    const { rect, window, start } = this.#plan;
    if (this.#isFull || this.#ticks(seconds) < this.#ticks(start)) return;
    this.#first ??= seconds;
    const since = seconds - this.#first;
    this.#isFull =
      this.#ticks(seconds - start) >= cutoffTick(window, this.#resolution) ||
      this.#ticks(since) >= this.#ticks(window.durationSeconds);
    if (this.#isFull) return;
    const cropped = cropSample(sample, rect, since);
    try {
      await this.#encoder.add(cropped);
    } finally {
      cropped.close();
    }
    this.#count += 1;
  }

  /** The clip; empty where no frame lay in the window. */
  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#count === 0) await this.#output.cancel();
    else await this.#output.finalize();
    return this.#count > 0 && this.#target.buffer !== null ? new Uint8Array(this.#target.buffer) : new Uint8Array();
  }

  async cancel(): Promise<void> {
    await this.#output.cancel();
  }

  /** As ffmpeg compares them: fractions of seconds miss by a hair what lies right on a limit. */
  #ticks(seconds: number): number {
    return Math.round(seconds * this.#resolution);
  }
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
