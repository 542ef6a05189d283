import { ALL_FORMATS, BlobSource, CanvasSink, CustomSource, Input, type InputVideoTrack } from 'mediabunny';

import type { SourceFile, Still } from '../app/index.ts';
import type { SourceLook } from '../domain/clip/index.ts';
import { abortError } from './clip-errors.ts';
import { chosenTrack, containerStart } from './container.ts';
import { lookAtTrack } from './container-look.ts';
import { type Fetch, RangeReader } from './range-reader.ts';

const STILL_SIDE_PIXELS = 960;
const JPEG_QUALITY = 0.85;
/** How many packets tell a rate. */
const RATE_PACKETS = 60;
/** Far enough that the next frame of any video lies in it. */
const SEARCH_SECONDS = 5;

/** A source video that is open for the eye; its index is read once for all its frames. */
export class OpenedSource {
  readonly #input: Input;
  readonly #track: InputVideoTrack;
  readonly #sink: CanvasSink;
  readonly #start: number;
  readonly #signal: AbortSignal;
  readonly look: SourceLook;

  private constructor(
    input: Input,
    track: InputVideoTrack,
    sink: CanvasSink,
    facts: { readonly start: number; readonly look: SourceLook; readonly signal: AbortSignal },
  ) {
    this.#input = input;
    this.#track = track;
    this.#sink = sink;
    this.#start = facts.start;
    this.#signal = facts.signal;
    this.look = facts.look;
  }

  /** @throws {Refusal} where its container is not one that is read here */
  static async open(source: SourceFile, fetch: Fetch, signal: AbortSignal): Promise<OpenedSource> {
    const input = new Input({ formats: ALL_FORMATS, source: bytesOf(source, fetch, signal) });
    try {
      const track = await chosenTrack(input);
      const look = await lookAtTrack(track);
      const [wide, high] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
      const scale = Math.min(1, STILL_SIDE_PIXELS / Math.max(wide, high));
      const size = { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) };
      const sink = new CanvasSink(track, { ...size, fit: 'fill' });
      return new OpenedSource(input, track, sink, { start: await containerStart(input, track), look, signal });
    } catch (error) {
      input.dispose();
      throw error;
    }
  }

  /** Frames a second; undefined where there are too few to tell. */
  async framesPerSecond(): Promise<number | undefined> {
    const { averagePacketRate } = await this.#track.computePacketStats(RATE_PACKETS);
    return Number.isFinite(averagePacketRate) && averagePacketRate > 0 ? averagePacketRate : undefined;
  }

  /** The first frame at or after a time in the file, which is the first that a clip from there has. */
  async firstFrom(seconds: number): Promise<Still | undefined> {
    const wanted = this.#start + seconds;
    // A timestamp is a whole number of ticks, and a sum of decimal fractions is a hair off.
    for await (const shown of this.#sink.canvases(wanted, wanted + SEARCH_SECONDS)) {
      if (this.#signal.aborted) throw abortError();
      if (shown.timestamp >= wanted - 1e-4) return this.#still(shown.canvas, shown.timestamp);
    }
    return undefined;
  }

  /** The last frame before a time in the file. */
  async lastBefore(seconds: number): Promise<Still | undefined> {
    const shown = await this.#sink.getCanvas(this.#start + seconds - 1e-4);
    if (this.#signal.aborted) throw abortError();
    return shown === null ? undefined : this.#still(shown.canvas, shown.timestamp);
  }

  dispose(): void {
    this.#input.dispose();
  }

  async #still(canvas: HTMLCanvasElement | OffscreenCanvas, timestamp: number): Promise<Still> {
    return { blob: await jpegOf(canvas), seconds: timestamp - this.#start };
  }
}

function bytesOf({ blob, remote }: SourceFile, fetch: Fetch, signal: AbortSignal): BlobSource | CustomSource {
  if (remote === undefined) return new BlobSource(blob);
  const reader = new RangeReader(remote.url, fetch, signal);
  return new CustomSource({
    getSize: () => reader.size(),
    read: (start, end) => reader.read(start, end),
    handleUnhandledError: () => {},
  });
}

async function jpegOf(canvas: HTMLCanvasElement | OffscreenCanvas): Promise<Blob> {
  const kind = { type: 'image/jpeg', quality: JPEG_QUALITY };
  if (canvas instanceof OffscreenCanvas) return canvas.convertToBlob(kind);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error('The browser could not write a JPEG.'));
        else resolve(blob);
      },
      kind.type,
      kind.quality,
    );
  });
}
