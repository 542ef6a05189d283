import {
  AUTO_ENGINE,
  type Clip,
  type Clipper,
  type ClipProgress,
  type ClipSpec,
  type SourceFile,
} from '../app/index.ts';
import { abortError, clipError, isAbort, textOf } from './clip-errors.ts';
import { differenceBetween, isAlone, planCheck, whyNotPlain } from './engine-check.ts';
import { createFfmpegClipper, type FfmpegClipper } from './ffmpeg-clipper.ts';
import { fingerprintSource } from './fingerprint.ts';
import { untilAborted } from './race.ts';
import type { Fetch } from './range-reader.ts';
import { createRemoteClipper } from './remote-clipper.ts';
import type { Probed, SourceFacts } from './source-facts.ts';
import { createWebcodecsClipper, type WebcodecsClipper, type WebcodecsCutOptions } from './webcodecs-clipper.ts';

export interface ClipperOptions {
  /** For whatever the clip's own settings leave open. Default: `auto`. */
  readonly engine?: 'auto' | 'ffmpeg' | 'webcodecs';
  readonly ffmpeg?: FfmpegClipper;
  readonly webcodecs?: WebcodecsClipper;
  /** For sources at an address. Default: the page's own. */
  readonly fetch?: Fetch;
}

/** Which engine cuts a source from now on, and why. */
export type Verdict =
  | {
      readonly engine: 'webcodecs';
      readonly nominalFrameRate: number | undefined;
      readonly mayCopy: boolean;
      readonly notes: readonly string[];
    }
  | { readonly engine: 'ffmpeg'; readonly why: string };

/**
 * Cuts with the engine that a clip's settings name. `auto` takes the browser's own decoder for a source when its first clip
 * agrees with ffmpeg: as many frames, at the same times, of the same size, and a PSNR of at least 36 dB between a dozen
 * frames of the two.
 */
export function createClipper(
  options: ClipperOptions = {},
): Clipper & { verdictOn(source: SourceFile): Promise<Verdict | undefined> } {
  const auto = new AutoClipper(options);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { cut, dispose } = createRemoteClipper({ clipper: auto, fetch });
  return { cut, dispose, verdictOn: (source) => auto.verdictOn(source) };
}

interface Check {
  readonly probed: Promise<Partial<Probed>>;
  readonly outcome: Promise<{ readonly verdict: Verdict; readonly clip: Clip }>;
}

class AutoClipper implements Clipper {
  readonly #engine: 'auto' | 'ffmpeg' | 'webcodecs';
  readonly #ffmpeg: FfmpegClipper;
  readonly #webcodecs: WebcodecsClipper;
  readonly #verdicts = new Map<string, Verdict>();
  /** First clips under way. */
  readonly #checks = new Map<string, Check>();

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
      const clip = await this.#meanwhile(key, check, source, spec, signal, onProgress);
      // When a check comes to nothing (cancelled, or a bad window), the next one in line tries.
      if (clip !== undefined) return clip;
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
    this.#webcodecs.getReady();
    const probed = this.#probe(source, spec, signal, onProgress);
    const outcome = this.#judge(probed, source, spec, signal, onProgress)
      .then((judged) => {
        this.#verdicts.set(key, judged.verdict);
        return judged;
      })
      .finally(() => this.#checks.delete(key));
    this.#checks.set(key, { probed, outcome });
    return (await outcome).clip;
  }

  /** Cuts while the source is being checked, so that no core idles; what comes of it counts only if the check says so. */
  async #meanwhile(
    key: string,
    { probed, outcome }: Check,
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<Clip | undefined> {
    const inVain = new AbortController();
    const eitherSignal = AbortSignal.any([signal, inVain.signal]);
    const cutting = this.#early(probed, source, spec, eitherSignal, onProgress);
    cutting.catch(() => {});
    await untilAborted(
      outcome.catch(() => {}),
      signal,
    );
    const verdict = this.#verdicts.get(key);
    if (verdict?.engine !== 'webcodecs') {
      inVain.abort();
      return undefined;
    }
    try {
      return withNotes(await cutting, verdict.notes);
    } catch (error) {
      if (isAbort(error)) throw error;
      return this.#ffmpeg.cut(source, spec, signal, onProgress);
    }
  }

  /**
   * Cuts by the browser before ffmpeg has said what the source is, which takes as long as a good part of the cut. The rate that
   * the worker measures is nearly always ffmpeg's; where it is not, the cut is done again.
   * @throws {SonoscoreError} also where the source turns out not to be one for the browser
   */
  async #early(
    probed: Promise<Partial<Probed>>,
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<Clip> {
    const inVain = new AbortController();
    const eitherSignal = AbortSignal.any([signal, inVain.signal]);
    // Whole frames may be the source's own, which only ffmpeg's word on their format allows.
    const begun =
      spec.roi === undefined ? undefined : this.#webcodecs.cutAndRate(source, spec, eitherSignal, onProgress);
    begun?.catch(() => {});
    const { facts } = await probed;
    const odd = facts === undefined ? undefined : whyNotPlain(facts);
    if (odd !== undefined) {
      inVain.abort();
      throw clipError(odd);
    }
    const cut = await begun;
    if (cut !== undefined && (facts === undefined || cut.frameRate === facts.nominalFrameRate)) return cut.clip;
    return this.#webcodecs.cut(source, spec, signal, onProgress, cutOptions(facts));
  }

  async #judge(
    probed: Promise<Partial<Probed>>,
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<{ readonly verdict: Verdict; readonly clip: Clip }> {
    const early = this.#early(probed, source, spec, signal, onProgress);
    early.catch(() => {});
    const known = await probed;
    const { facts } = known;
    const byFfmpeg = (wanted: ClipSpec) => this.#ffmpeg.cut(source, wanted, signal, onProgress);
    const odd = facts === undefined ? undefined : whyNotPlain(facts);
    if (odd !== undefined) return { verdict: { engine: 'ffmpeg', why: odd }, clip: await byFfmpeg(spec) };
    const options = cutOptions(facts);
    const plan = planCheck(spec, known);
    const [exact, fast] = await Promise.allSettled([byFfmpeg(plan.spec), early]);
    if (signal.aborted) throw abortError();
    const exactClip = async () =>
      plan.partSeconds === undefined && exact.status === 'fulfilled' ? exact.value : byFfmpeg(spec);
    if (fast.status === 'rejected')
      return { verdict: { engine: 'ffmpeg', why: textOf(fast.reason) }, clip: await exactClip() };
    if (exact.status === 'rejected') {
      // Only where ffmpeg can say nothing of a source is the other's word taken alone.
      if (facts !== undefined && !isAlone(facts)) throw exact.reason;
      const notes = [`not compared with ffmpeg, which failed at it: ${textOf(exact.reason)}`];
      return { verdict: { engine: 'webcodecs', ...options, notes }, clip: withNotes(fast.value, notes) };
    }
    const clips = { exact: exact.value, fast: fast.value };
    const how = await differenceBetween(plan, clips, this.#webcodecs, signal);
    return how === undefined
      ? { verdict: { engine: 'webcodecs', ...options, notes: [] }, clip: fast.value }
      : { verdict: { engine: 'ffmpeg', why: `the two differ: ${how}` }, clip: await exactClip() };
  }

  /** Nothing where ffmpeg cannot read the source at all, which its own cut then tells. */
  async #probe(
    source: SourceFile,
    spec: ClipSpec,
    signal: AbortSignal,
    onProgress: ((progress: ClipProgress) => void) | undefined,
  ): Promise<Partial<Probed>> {
    try {
      return await this.#ffmpeg.probe(source, spec, signal, onProgress);
    } catch (error) {
      if (isAbort(error)) throw error;
      return {};
    }
  }
}

function cutOptions(facts: SourceFacts | undefined): Required<WebcodecsCutOptions> {
  const mayCopy = facts?.codec === 'h264' && facts.pixelFormat === 'yuv420p' && !facts.interlaced;
  return { nominalFrameRate: facts?.nominalFrameRate, mayCopy };
}

function withNotes(clip: Clip, notes: readonly string[]): Clip {
  return notes.length === 0 ? clip : { ...clip, record: { ...clip.record, notes: [...clip.record.notes, ...notes] } };
}
