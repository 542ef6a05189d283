export interface AviOptions {
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** When each frame is shown, from 0 on. */
  readonly times: FrameTimes;
  /** `undefined`: plain blue, green, red rows from the lowest up. */
  readonly fourcc: string | undefined;
  readonly frames: readonly Blob[];
}

export type FrameTimes =
  | { readonly kind: 'steady'; readonly frameSeconds: number }
  /** One for each frame. */
  | { readonly kind: 'uneven'; readonly startSeconds: readonly number[] };

/** Uneven times are kept by chunks of nothing, one for each millisecond in which the last picture stays. */
const TICK_SECONDS = 0.001;

const KEY_FRAME = 0x10;
const HAS_INDEX = 0x10;

/** An AVI of pictures one after the other, which ffmpeg reads and seeks in. The frames' bytes are not copied. */
export function writeAvi({ widthPixels, heightPixels, times, fourcc, frames }: AviOptions): Blob {
  const largest = frames.reduce((most, frame) => Math.max(most, frame.size), 0);
  const pictures = times.kind === 'steady' ? frames : spread(frames, times.startSeconds);
  const micros = Math.round((times.kind === 'steady' ? times.frameSeconds : TICK_SECONDS) * 1e6);
  const main = words(micros, 0, 0, HAS_INDEX, pictures.length, 0, 1, largest, widthPixels, heightPixels, 0, 0, 0, 0);
  const handler = fourcc === undefined ? words(0) : text(fourcc);
  const stream = join(
    text('vids'),
    handler,
    words(0, 0, 0, micros, 1_000_000, 0, pictures.length, largest, -1, 0, 0, 0),
  );
  const compression = fourcc === undefined ? words(0) : text(fourcc);
  const picture = join(words(40, widthPixels, heightPixels), shorts(1, 24), compression, words(largest, 0, 0, 0, 0));
  const streamList = list('strl', [chunk('strh', [stream]), chunk('strf', [picture])]);
  const header = list('hdrl', [chunk('avih', [main]), streamList]);
  const name = fourcc === undefined ? '00db' : '00dc';
  const chunks: Blob[] = [];
  const index: Uint8Array<ArrayBuffer>[] = [];
  let offset = 4;
  for (const frame of pictures) {
    const packed = chunk(name, [frame]);
    index.push(join(text(name), words(KEY_FRAME, offset, frame.size)));
    chunks.push(packed);
    offset += packed.size;
  }
  return chunk('RIFF', [text('AVI '), header, list('movi', chunks), chunk('idx1', index)]);
}

function spread(frames: readonly Blob[], startSeconds: readonly number[]): readonly Blob[] {
  const ticks: Blob[] = [];
  const nothing = new Blob();
  for (const [index, frame] of frames.entries()) {
    const at = Math.round((startSeconds[index] ?? 0) / TICK_SECONDS);
    while (ticks.length < at) ticks.push(nothing);
    ticks.push(frame);
  }
  return ticks;
}

function list(type: string, parts: readonly Blob[]): Blob {
  return chunk('LIST', [text(type), ...parts]);
}

function chunk(name: string, parts: readonly (Blob | Uint8Array<ArrayBuffer>)[]): Blob {
  const body = new Blob([...parts]);
  return new Blob([text(name), words(body.size), body, ...(body.size % 2 === 1 ? [new Uint8Array(1)] : [])]);
}

function text(letters: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(letters);
}

function words(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setInt32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}

function shorts(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [index, value] of values.entries()) view.setInt16(index * 2, value, true);
  return new Uint8Array(view.buffer);
}

function join(...parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
