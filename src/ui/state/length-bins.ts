import type { Question } from '../../domain/benchmark/index.ts';

export type LengthBinId = 'under-5' | '5-to-10' | '10-to-20' | '20-and-over';

export interface LengthBin {
  readonly id: LengthBinId;
  readonly name: string;
  /** Inclusive. */
  readonly fromSeconds: number;
  /** Exclusive. */
  readonly toSeconds: number;
}

/** How long a question's window is, in the bins of the benchmark's paper. */
export const LENGTH_BINS: readonly LengthBin[] = [
  { id: 'under-5', name: 'Under 5 s', fromSeconds: 0, toSeconds: 5 },
  { id: '5-to-10', name: '5 to under 10 s', fromSeconds: 5, toSeconds: 10 },
  { id: '10-to-20', name: '10 to under 20 s', fromSeconds: 10, toSeconds: 20 },
  { id: '20-and-over', name: '20 s and over', fromSeconds: 20, toSeconds: Infinity },
];

/** Whether a question's window falls into a bin. */
export function isInBin({ startSeconds, endSeconds }: Question, bin: LengthBin): boolean {
  const length = endSeconds - startSeconds;
  return length >= bin.fromSeconds && length < bin.toSeconds;
}
