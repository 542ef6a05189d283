import type { Roi } from '../domain/benchmark/index.ts';

/** What to cut, as the worker needs it. */
export interface WebcodecsJob {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly roi: Roi | undefined;
  /** As ffmpeg takes it, where it was asked; else the worker measures it. */
  readonly nominalFrameRate: number | undefined;
  /** The source is known to be progressive and 4:2:0, so that whole frames need not be encoded again. */
  readonly mayCopy: boolean;
}

export interface WebcodecsCut {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name and version. */
  readonly muxer: string;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly pixelAspect: number;
  readonly sourceSeconds: number | undefined;
  /** By which the window was counted: the job's, or what was measured. */
  readonly frameRate: number;
  /** What was done, one setting each. */
  readonly settings: readonly string[];
  readonly notes: readonly string[];
}

/** Two encodings of the same frames. */
export interface ClipPair {
  readonly part: Uint8Array<ArrayBuffer>;
  readonly whole: Uint8Array<ArrayBuffer>;
  /** When in `whole` the part begins; undefined where both have to have as many frames. */
  readonly partSeconds: number | undefined;
}

/** How far two clips are apart. */
export type Comparison =
  { readonly kind: 'alike'; readonly psnrDecibel: number } | { readonly kind: 'different'; readonly how: string };

export type WebcodecsRequest =
  | { readonly kind: 'cut'; readonly sourceId: number; readonly blob: Blob; readonly jobs: readonly WebcodecsJob[] }
  | ({ readonly kind: 'compare' } & ClipPair);

/** What became of one job. */
export type WebcodecsOutcome =
  | { readonly kind: 'cut'; readonly cut: WebcodecsCut }
  /** It cannot be done here, however often one tries. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export type WebcodecsReply =
  /** One of the jobs is over. */
  | { readonly kind: 'over'; readonly index: number; readonly outcome: WebcodecsOutcome }
  /** All of them are. */
  | { readonly kind: 'done' }
  | { readonly kind: 'compared'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly message: string }
  /** Still at work. */
  | { readonly kind: 'alive' };
