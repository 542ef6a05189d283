import type { Benchmark, Question } from '../../domain/benchmark/index.ts';
import type { ModelChoice } from '../../domain/run/index.ts';
import type { Price } from '../cost.ts';
import type { DoctorReport, Finding } from '../doctor/index.ts';
import type { Clip, ClipProgress } from '../ports.ts';

/** A clip for the eye: cut as a model would be shown it. */
export interface Clips {
  /** @param onProgress hears what is going on, for the words beside the empty player */
  clipFor(
    benchmark: Benchmark,
    question: Question,
    signal: AbortSignal,
    onProgress?: (progress: ClipProgress) => void,
  ): Promise<Clip>;
}

/** An endpoint that a reader can choose and then edit. */
export interface ModelPreset {
  readonly id: string;
  /** Name for a person. */
  readonly label: string;
  /** Name in the provider registry. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly modelId: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly keyNeeded: boolean;
  /** It reads public videos of YouTube by itself. */
  readonly readsYouTube?: boolean;
  /** `relay`: the service does not answer browsers. */
  readonly reach?: 'direct' | 'relay';
  readonly price?: Price;
  /** What a reader should know before choosing it. */
  readonly note?: string | undefined;
}

/** Tries an endpoint before money is spent on a Run. */
export interface ConnectionTests {
  /**
   * One tiny text request, then one with a short clip. What goes wrong is a finding, not an error.
   * @param onFinding hears each finding as it is made
   * @throws {DOMException} AbortError when `signal` aborts
   */
  test(
    model: Extract<ModelChoice, { readonly kind: 'provider' }>,
    price: Price | undefined,
    key: string | undefined,
    signal: AbortSignal,
    onFinding: (finding: Finding) => void,
  ): Promise<DoctorReport>;
}
