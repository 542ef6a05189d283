import type { Clip, Clipper, ClipProgress, ClipSpec, SourceFile } from '../app/index.ts';
import { SonoscoreError } from '../app/index.ts';
import { clipError, isAbort } from './clip-errors.ts';
import { isIndexed } from './ffmpeg-arguments.ts';
import { cutClip, cutClips, type Mounted } from './ffmpeg-cut.ts';
import type { FfmpegInstance } from './ffmpeg-instance.ts';
import { FfmpegPool } from './ffmpeg-pool.ts';
import { isDicom, isFileError } from './look-into-file.ts';
import { untilAborted } from './race.ts';
import { type AskedCut, SharedCuts, type Wanted } from './shared-cuts.ts';
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

interface WantedClip extends Wanted {
  readonly spec: ClipSpec;
  readonly readable: Readable;
}

export class FfmpegClipper implements Clipper {
  readonly #pool: FfmpegPool;
  readonly #shared = new SharedCuts<WantedClip, Clip>((asked) => this.#cutTogether(asked));
  readonly #ids = new WeakMap<Blob, number>();
  #nextId = 1;
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
    const work = async (instance: FfmpegInstance) => {
      const clip = await cutClip(instance, await this.#mountedIn(instance, readable), spec);
      if (!instance.spoilt) await instance.unmount();
      return clip;
    };
    const alone = () => this.#pool.use(work, { weight: () => spec.durationSeconds, signal, onProgress });
    // The reference's command is given word for word.
    if (spec.settings?.reference === true) return twice(alone);
    const { startSeconds, durationSeconds } = spec;
    const wanted = { startSeconds, durationSeconds, spec, readable, sourceId: this.#idOf(readable.blob) };
    // What went wrong with several may go well with each of them.
    return twice(() => this.#shared.outcomeOf(wanted, signal, onProgress), alone);
  }

  /** Other work for the same engines; an accident is tried once more on another engine. */
  async run<T>(
    work: (instance: FfmpegInstance) => Promise<T>,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<T> {
    return twice(() => this.#pool.use(work, { weight: () => URGENT, signal, onProgress }));
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

  async #cutTogether(asked: AskedCut<WantedClip, Clip>): Promise<void> {
    const { readable } = asked.wanted;
    const work = async (instance: FfmpegInstance) => {
      const mounted = await this.#mountedIn(instance, readable);
      const party = [asked, ...(isIndexed(mounted.facts) ? this.#shared.companionsFor(asked) : [])];
      for (const { onProgress } of party.slice(1)) onProgress?.({ kind: 'cutting' });
      const specs = party.map(({ wanted }) => wanted.spec);
      for (const [index, clip] of (await cutClips(instance, mounted, specs)).entries()) {
        if (clip.status === 'fulfilled') party[index]?.settle(clip.value);
        else party[index]?.fail(clip.reason);
      }
      if (!instance.spoilt) await instance.unmount();
    };
    await this.#pool.use(work, {
      weight: () => this.#shared.secondsWith(asked),
      signal: asked.hold.signal,
      onProgress: asked.onProgress,
      onTurn: () => this.#shared.turnOf(asked),
    });
  }

  async #mountedIn(instance: FfmpegInstance, source: Readable): Promise<Mounted> {
    await instance.mount(source.blob);
    return { facts: await this.#factsIn(instance, source), notes: source.notes };
  }

  #idOf(blob: Blob): number {
    const id = this.#ids.get(blob) ?? this.#nextId++;
    this.#ids.set(blob, id);
    return id;
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
async function twice<T>(work: () => Promise<T>, again: () => Promise<T> = work): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error) || !(error instanceof SonoscoreError && error.retryable)) throw error;
    return again();
  }
}
