import { costOf, type Price } from '../../app/index.ts';
import type { Attempt } from '../../domain/run/index.ts';

/** So many values lie from (and with) the one to (and without) the other; the last bin holds its end too. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** About so many bins for all but the last twentieth of values, and at most so many for all. */
const BINS = 15;
const MOST_BINS = 100;

/** Values over 0 in bins of one round width (1, 2 or 5 times a power of ten). Empty where there are none. */
export function histogram(values: readonly number[]): readonly HistogramBin[] {
  if (values.length === 0) return [];
  // Not Math.min(...values): there may be more than a call takes.
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  // A few values far out, such as one slow answer, must not press the others into one bar.
  const most = values.toSorted((a, b) => a - b)[Math.floor(0.95 * (values.length - 1))] ?? high;
  const spread = Math.max((most - low) / BINS, (high - low) / MOST_BINS);
  const width = roundWidth(spread > 0 ? spread : (high || 1) / 5);
  const first = Math.floor(low / width);
  const last = Math.max(first, Math.ceil(high / width) - 1);
  const counts = Array.from({ length: last - first + 1 }, () => 0);
  for (const value of values) {
    const bin = Math.min(Math.floor(value / width), last) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: at(first + index, width), to: at(first + index + 1, width), count }));
}

/** Seconds that each reply took, those of an earlier Run left out. */
export function latencies(attempts: readonly Attempt[]): readonly number[] {
  return attempts.flatMap(({ reply, reused }) =>
    reply === undefined || reused === true ? [] : [reply.latencyMs / 1000],
  );
}

/** US dollars that each reply cost, those of an earlier Run and those that nobody can tell left out. */
export function costs(attempts: readonly Attempt[], price: Price): readonly number[] {
  return attempts.flatMap(({ reply, reused }) => {
    const cost = reply === undefined || reused === true ? undefined : costOf(reply.usage, price);
    return cost === undefined ? [] : [cost];
  });
}

/** The middle one of values, or the mean of the middle two; undefined where there are none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const below = sorted[Math.floor((sorted.length - 1) / 2)];
  const above = sorted[Math.ceil((sorted.length - 1) / 2)];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
}

/** The least of 1, 2, 5, 10, … times a power of ten that is no less. */
function roundWidth(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** A border without what binary fractions add, such as 0.30000000000000004. */
function at(place: number, width: number): number {
  return Number((place * width).toPrecision(12));
}
