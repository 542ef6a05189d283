import { DURATION_BINS, durationBin, type DurationBin, type Question } from '../../domain/benchmark/index.ts';

const NAMES: Readonly<Record<DurationBin, string>> = {
  'under-5': 'Under 5 s',
  '5-to-10': '5 to under 10 s',
  '10-to-20': '10 to under 20 s',
  '20-and-over': '20 s and over',
};

/** What a bin is called, for a person. */
export function lengthBinName(bin: DurationBin): string {
  return NAMES[bin];
}

/** How long a question's window is, in the bins of the benchmark's paper. */
export const LENGTH_BINS: readonly { readonly id: DurationBin; readonly name: string }[] = DURATION_BINS.map((id) => ({
  id,
  name: NAMES[id],
}));

/** Whether a question's window falls into a bin. */
export function isInBin(question: Question, bin: { readonly id: DurationBin }): boolean {
  return durationBin(question) === bin.id;
}
