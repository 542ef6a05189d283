import {
  BlobSource,
  BufferTarget,
  Input,
  ALL_FORMATS,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  Quality,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny';

export interface NumberedVideoOptions {
  /** Multiples of 32. Default: 320 x 256. */
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  /** Seconds at which each frame is shown. Default: 90 frames, 30 a second. */
  readonly frameSeconds?: readonly number[];
  /** Default: 1. */
  readonly keyFrameIntervalSeconds?: number;
  /** Grains that change from frame to frame, so that the video does not compress to nothing. Default: none. */
  readonly grains?: number;
  readonly bitsPerSecond?: number;
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly format?: OutputFormat;
  readonly codec?: 'avc' | 'vp9' | 'vp8' | 'av1';
}

/** `count` frames of a steady rate. */
export function steady(count: number, framesPerSecond: number, startSeconds = 0): readonly number[] {
  return Array.from({ length: count }, (_, index) => startSeconds + index / framesPerSecond);
}

const BITS = 10;

/**
 * A video whose every frame carries its own number, in binary, as four rows of ten black or white blocks: each quarter of
 * the picture has the whole number, so that a crop of the middle half still shows it.
 */
export async function numberedVideo(options: NumberedVideoOptions = {}): Promise<Blob> {
  const { widthPixels = 320, heightPixels = 256, frameSeconds = steady(90, 30) } = options;
  const target = new BufferTarget();
  const output = new Output({ format: options.format ?? new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new VideoSampleSource({
    codec: options.codec ?? 'avc',
    quality: new Quality({ bitrate: options.bitsPerSecond ?? 1_500_000 }),
    keyFrameInterval: options.keyFrameIntervalSeconds ?? 1,
  });
  output.addVideoTrack(source, { rotation: options.rotation ?? 0 });
  await output.start();
  const canvas = new OffscreenCanvas(widthPixels, heightPixels);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  for (const [index, timestamp] of frameSeconds.entries()) {
    draw(context, index, options.grains ?? 0);
    const next = frameSeconds[index + 1] ?? timestamp + (timestamp - (frameSeconds[index - 1] ?? timestamp - 0.04));
    const sample = new VideoSample(canvas, { timestamp, duration: next - timestamp });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('the muxer wrote nothing');
  return new Blob([target.buffer], { type: 'video/mp4' });
}

function draw(context: OffscreenCanvasRenderingContext2D, number: number, grains: number): void {
  const { width, height } = context.canvas;
  context.fillStyle = 'rgb(90 110 100)';
  context.fillRect(0, 0, width, height);
  let seed = number + 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let grain = 0; grain < grains; grain += 1) {
    const shade = random(200);
    context.fillStyle = `rgb(${shade} ${shade} ${shade})`;
    context.fillRect(random(width), random(height), 4, 4);
  }
  // The middle half, which the tests crop to.
  for (let bit = 0; bit < BITS; bit += 1) {
    context.fillStyle = (number >> bit) & 1 ? 'white' : 'black';
    context.fillRect(width / 4 + (bit * width) / 2 / BITS, (height * 3) / 8, width / 2 / BITS, height / 4);
  }
}

export interface ReadFrame {
  readonly number: number;
  readonly timestamp: number;
}

/**
 * The numbers of a video's frames, as a decoder shows them.
 * @param shown which part of the original picture the video has: the whole or its middle half
 */
export async function readNumbers(
  video: Blob,
  shown: 'whole' | 'middle-half' = 'whole',
): Promise<readonly ReadFrame[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(video) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video track');
  const found: ReadFrame[] = [];
  for await (const sample of new VideoSampleSink(track).samples()) {
    const canvas = new OffscreenCanvas(sample.displayWidth, sample.displayHeight);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    sample.draw(context, 0, 0);
    const from = shown === 'whole' ? canvas.width / 4 : 0;
    const width = shown === 'whole' ? canvas.width / 2 : canvas.width;
    let number = 0;
    for (let bit = 0; bit < BITS; bit += 1) {
      const x = Math.floor(from + ((bit + 0.5) * width) / BITS);
      const [red = 0] = context.getImageData(x, canvas.height / 2, 1, 1).data;
      if (red > 128) number |= 1 << bit;
    }
    found.push({ number, timestamp: sample.timestamp });
    sample.close();
  }
  input.dispose();
  return found;
}
