import {
  AUTO_ENGINE,
  type Clip,
  type Clipper,
  type ClipProgress,
  type ClipSpec,
  type SourceFile,
} from '../app/index.ts';
import { abortError, isAbort, textOf } from './clip-errors.ts';
import { createFfmpegClipper, type FfmpegClipper } from './ffmpeg-clipper.ts';
import { fingerprintSource } from './fingerprint.ts';
import { untilAborted } from './race.ts';
import type { Fetch } from './range-reader.ts';
import { createRemoteClipper } from './remote-clipper.ts';
import type { SourceFacts } from './source-facts.ts';
import { createWebcodecsClipper, type WebcodecsClipper } from './webcodecs-clipper.ts';

export interface ClipperOptions {
  /** For whatever the clip's own settings leave open. Default: `auto`. */
  readonly engine?: 'auto' | 'ffmpeg' | 'webcodecs';
  readonly ffmpeg?: FfmpegClipper;
  readonly webcodecs?: WebcodecsClipper;
  /** For sources at an address. Default: the page's own. */
  readonly fetch?: Fetch;
}

/** Two encodings of the same frames, each some 40 dB from them, are no further apart. */
const MIN_PSNR_DECIBEL = 36;
const CHECKED_SECONDS = 2;

/** Which engine cuts a source from now on, and why. */
export type Verdict =
  | { readonly engine: 'webcodecs'; readonly nominalFrameRate: number | undefined; readonly notes: readonly string[] }
  | { readonly engine: 'ffmpeg'; readonly why: string };

/**
 * Cuts with the engine that a clip's settings name. `auto` takes the browser's own decoder for a source when its first clip
 * (two seconds of it) agrees with ffmpeg's: same frames, times and size, and a PSNR of at least 36 dB between the two.
 */
export function createClipper(
  options: ClipperOptions = {},
): Clipper & { verdictOn(source: SourceFile): Promise<Verdict | undefined> } {
  const auto = new AutoClipper(options);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { cut, dispose } = createRemoteClipper({ clipper: auto, fetch });
  return { cut, dispose, verdictOn: (source) => auto.verdictOn(source) };
}

class AutoClipper implements Clipper {
  readonly #engine: 'auto' | 'ffmpeg' | 'webcodecs';
  readonly #ffmpeg: FfmpegClipper;
  readonly #webcodecs: WebcodecsClipper;
  readonly #verdicts = new Map<string, Verdict>();
  /** First clips under way; others of the same source wait for what comes of them. */
  readonly #checks = new Map<string, Promise<unknown>>();

  constructor({ engine = 'auto', ffmpeg, webcodecs }: ClipperOptions) {
    this.#engine = engine;
    this.#ffmpeg = ffmpeg ?? createFfmpegClipper();
    this.#webcodecs = webcodecs ?? createWebcodecsClipper();
  }

  async cut(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip> {
    const { engine, reference } = spec.settings ?? { ...AUTO_ENGINE, engine: this.#engine };
    if (engine === 'ffmpeg' || reference) return this.#ffmpeg.cut(source, spec, signal, onProgress);
    if (engine === 'webcodecs') return this.#webcodecs.cut(source, spec, signal, onProgress);
    const key = await fingerprintSource(source);
    for (;;) {
      if (signal.aborted) throw abortError();
      const verdict = this.#verdicts.get(key);
      if (verdict !== undefined) return this.#cutBy(verdict, source, spec, signal, onProgress);
      const check = this.#checks.get(key);
      if (check === undefined) return this.#first(key, source, spec, signal, onProgress);
      // When it comes to nothing (cancelled, or a bad window), the next one in line tries.
      await untilAborted(
        check.catch(() => {}),
        signal,
      );
    }
  }

  async verdictOn(source: SourceFile): Promise<Verdict | undefined> {
    return this.#verdicts.get(await fingerprintSource(source));
  }

  dispose(): void {
    this.#ffmpeg.dispose();
    this.#webcodecs.dispose();
  }

  async #cutBy(
    verdict: Verdict,
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<Clip> {
    if (verdict.engine === 'ffmpeg') return this.#ffmpeg.cut(source, spec, signal, onProgress);
    try {
      const clip = await this.#webcodecs.cut(source, spec, signal, onProgress, verdict);
      return withNotes(clip, verdict.notes);
    } catch (error) {
      if (isAbort(error)) throw error;
      // What the one cannot do at this place, or only now, the other may; its word is then the last.
      return this.#ffmpeg.cut(source, spec, signal, onProgress);
    }
  }

  async #first(
    key: string,
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<Clip> {
    const check = this.#judge(source, spec, signal, onProgress);
    this.#checks.set(key, check);
    try {
      const { verdict, clip } = await check;
      this.#verdicts.set(key, verdict);
      return clip;
    } finally {
      this.#checks.delete(key);
    }
  }

  async #judge(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<{ readonly verdict: Verdict; readonly clip: Clip }> {
    const facts = await this.#factsOf(source, signal, onProgress);
    const nominalFrameRate = facts?.nominalFrameRate;
    const odd = facts === undefined ? undefined : whyNotPlain(facts);
    if (odd !== undefined)
      return {
        verdict: { engine: 'ffmpeg', why: odd },
        clip: await this.#ffmpeg.cut(source, spec, signal, onProgress),
      };
    const byWebcodecs = (wanted: ClipSpec) =>
      this.#webcodecs.cut(source, wanted, signal, undefined, { nominalFrameRate });
    // The beginning tells as much as the whole of a long clip, and sooner.
    const checked = spec.durationSeconds > CHECKED_SECONDS ? { ...spec, durationSeconds: CHECKED_SECONDS } : spec;
    const full = checked === spec ? undefined : byWebcodecs(spec);
    full?.catch(() => {});
    const [exact, fast] = await Promise.allSettled([
      this.#ffmpeg.cut(source, checked, signal, onProgress),
      byWebcodecs(checked),
    ]);
    if (signal.aborted) throw abortError();
    const exactClip = async () =>
      checked === spec && exact.status === 'fulfilled'
        ? exact.value
        : this.#ffmpeg.cut(source, spec, signal, onProgress);
    if (fast.status === 'rejected')
      return { verdict: { engine: 'ffmpeg', why: textOf(fast.reason) }, clip: await exactClip() };
    const fastClip = async () => full ?? fast.value;
    if (exact.status === 'rejected') {
      // Only where ffmpeg can say nothing of a source is the other's word taken alone.
      if (facts !== undefined && !isAlone(facts)) throw exact.reason;
      const notes = [`not compared with ffmpeg, which failed at it: ${textOf(exact.reason)}`];
      const verdict = { engine: 'webcodecs', nominalFrameRate, notes } as const;
      return { verdict, clip: withNotes(await fastClip(), notes) };
    }
    const compared = await this.#webcodecs.compare(exact.value, fast.value, signal);
    if (compared.kind === 'alike' && compared.psnrDecibel >= MIN_PSNR_DECIBEL)
      return { verdict: { engine: 'webcodecs', nominalFrameRate, notes: [] }, clip: await fastClip() };
    const apart = compared.kind === 'alike' ? `a PSNR of ${compared.psnrDecibel.toFixed(1)} dB` : compared.how;
    return { verdict: { engine: 'ffmpeg', why: `the two differ: ${apart}` }, clip: await exactClip() };
  }

  /** Undefined where ffmpeg cannot read the source at all, which its own cut then tells. */
  async #factsOf(
    source: SourceFile,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<SourceFacts | undefined> {
    try {
      return await this.#ffmpeg.factsOf(source, signal, onProgress);
    } catch (error) {
      if (isAbort(error)) throw error;
      return undefined;
    }
  }
}

/** What the browser's decoder would not convert as ffmpeg does. */
function whyNotPlain(facts: SourceFacts): string | undefined {
  if (facts.interlaced) return 'the source is interlaced';
  if (facts.highDynamicRange) return 'the source has a high dynamic range';
  if (facts.pixelFormat !== undefined && facts.pixelFormat !== 'yuv420p' && !isAlone(facts))
    return `the source is ${facts.pixelFormat}`;
  return undefined;
}

/** ffmpeg.wasm has no decoder for it, so that the browser's is the only way. */
function isAlone({ codec }: SourceFacts): boolean {
  return codec === 'av1';
}

function withNotes(clip: Clip, notes: readonly string[]): Clip {
  return notes.length === 0 ? clip : { ...clip, record: { ...clip.record, notes: [...clip.record.notes, ...notes] } };
}
