import type { Clip, Clipper, ClipProgress, ClipSpec, SourceFile } from '../app/index.ts';
import { SonoscoreError } from '../app/index.ts';
import { cropOf } from '../domain/clip/index.ts';
import { clipAccident, clipError, isAbort } from './clip-errors.ts';
import { checkedClip } from './checked-clip.ts';
import { CLIP_PATH, exactArguments, referenceArguments } from './ffmpeg-arguments.ts';
import type { FfmpegInstance } from './ffmpeg-instance.ts';
import { FfmpegPool } from './ffmpeg-pool.ts';
import { isDicom, isFileError } from './look-into-file.ts';
import { untilAborted } from './race.ts';
import { URGENT } from './slot-queue.ts';
import { listFrames, type Probed, probeSource, probeWithFrames, type SourceFacts } from './source-facts.ts';

export interface FfmpegClipperOptions {
  /** Engines at work at the same time. Default: one for each core, at most 4. */
  readonly instances?: number;
  /** An engine that says nothing for so long is taken for hung. Default: 60 000. */
  readonly silenceTimeoutMs?: number;
}

/** Cuts with ffmpeg.wasm. The engine is fetched at the first cut; a crash or a hang is tried once more on a new one. */
export function createFfmpegClipper(options: FfmpegClipperOptions = {}): FfmpegClipper {
  return new FfmpegClipper(options);
}

/** What ffmpeg is given for a source. */
interface Readable {
  readonly blob: Blob;
  readonly notes: readonly string[];
}

export class FfmpegClipper implements Clipper {
  readonly #pool: FfmpegPool;
  readonly #facts = new WeakMap<Blob, SourceFacts>();
  readonly #readable = new WeakMap<Blob, Promise<Readable>>();

  constructor({ instances, silenceTimeoutMs = 60_000 }: FfmpegClipperOptions = {}) {
    this.#pool = new FfmpegPool({ size: instances ?? defaultInstances(), silenceTimeoutMs });
  }

  async cut(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip> {
    const readable = await untilAborted(this.#readableOf(source.blob), signal);
    return twice(() =>
      this.#pool.use((instance) => this.#cutIn(instance, readable, spec), spec.durationSeconds, signal, onProgress),
    );
  }

  /** Other work for the same engines; an accident is tried once more on another engine. */
  async run<T>(
    work: (instance: FfmpegInstance) => Promise<T>,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<T> {
    return twice(() => this.#pool.use(work, URGENT, signal, onProgress));
  }

  /** What the source is, by ffprobe; asked once for each source. */
  async factsOf(
    source: SourceFile,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<SourceFacts> {
    const readable = await untilAborted(this.#readableOf(source.blob), signal);
    return (
      this.#facts.get(readable.blob) ??
      this.#asked(readable, (instance) => this.#factsIn(instance, readable), signal, onProgress)
    );
  }

  /** What the source is, and which frames lie in a window of it, without decoding any. */
  async probe(
    source: SourceFile,
    window: Pick<ClipSpec, 'startSeconds' | 'durationSeconds'>,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Probed> {
    const readable = await untilAborted(this.#readableOf(source.blob), signal);
    const ask = async (instance: FfmpegInstance) => {
      const facts = this.#facts.get(readable.blob);
      if (facts !== undefined) return { facts, listed: await listFrames(instance, facts, window) };
      const probed = await probeWithFrames(instance, window);
      this.#facts.set(readable.blob, probed.facts);
      return probed;
    };
    return this.#asked(readable, ask, signal, onProgress);
  }

  dispose(): void {
    this.#pool.dispose();
  }

  async #asked<T>(
    readable: Readable,
    ask: (instance: FfmpegInstance) => Promise<T>,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<T> {
    const work = async (instance: FfmpegInstance) => {
      await instance.mount(readable.blob);
      const answer = await ask(instance);
      await instance.unmount();
      return answer;
    };
    return this.run(work, signal, onProgress);
  }

  /** ffmpeg takes some DICOM files for something else, and reads none of them whole. */
  #readableOf(blob: Blob): Promise<Readable> {
    const known = this.#readable.get(blob) ?? readableOf(blob);
    this.#readable.set(blob, known);
    // What failed once may be there the next time.
    known.catch(() => this.#readable.delete(blob));
    return known;
  }

  async #factsIn(instance: FfmpegInstance, source: Readable): Promise<SourceFacts> {
    const known = this.#facts.get(source.blob);
    if (known !== undefined) return known;
    const facts = await probeSource(instance);
    this.#facts.set(source.blob, facts);
    return facts;
  }

  async #cutIn(instance: FfmpegInstance, source: Readable, spec: ClipSpec): Promise<Clip> {
    await instance.mount(source.blob);
    const facts = await this.#factsIn(instance, source);
    const crop = cropOf(spec.roi, facts);
    if (crop.kind === 'impossible') throw clipError(crop.message);
    const reference = spec.settings?.reference === true;
    const args = reference ? referenceArguments(spec) : exactArguments(spec, crop.rect, facts);
    const { exitCode, log } = await instance.ffmpeg(args);
    const bytes = await instance.take(CLIP_PATH);
    if (exitCode !== 0 || bytes === undefined) throw failureOf(log, facts);
    if (!instance.spoilt) await instance.unmount();
    return checkedClip(bytes, {
      engine: 'ffmpeg',
      engineVersion: `@ffmpeg/core, ffmpeg ${facts.ffmpegVersion}`,
      arguments: args,
      spec,
      facts,
      rect: reference ? undefined : crop.rect,
      notes: [...source.notes, ...crop.notes],
    });
  }
}

async function readableOf(blob: Blob): Promise<Readable> {
  try {
    if (!(await isDicom(blob))) return { blob, notes: [] };
    const { dicomAsVideo } = await import('./dicom/index.ts');
    return await dicomAsVideo(blob);
  } catch (cause) {
    if (!isFileError(cause)) throw cause;
    throw clipError(
      'The source video cannot be read any more: it was moved, deleted or changed. Attach it again.',
      cause,
    );
  }
}

function defaultInstances(): number {
  return Math.max(1, Math.min(navigator.hardwareConcurrency, 4));
}

/** Accidents get one more try. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error) || !(error instanceof SonoscoreError && error.retryable)) throw error;
    return work();
  }
}

function failureOf(log: readonly string[], facts: SourceFacts): SonoscoreError {
  const said = log.join('\n');
  if (
    /doesn't support hardware accelerated|Decoder \(codec .*\) not found|no decoder found|Unknown decoder/i.test(said)
  ) {
    return clipError(
      `The ffmpeg engine cannot decode ${facts.codec} video: convert the file to H.264 MP4, or use a browser that decodes it.`,
      said,
    );
  }
  if (/Invalid data found|Invalid NAL|partial file|moov atom not found|Error while decoding/i.test(said)) {
    return clipError('The video cannot be decoded: the file is damaged or incomplete. Get it again.', said);
  }
  return clipAccident('The ffmpeg engine failed at this clip: try again.', said);
}
