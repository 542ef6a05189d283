import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

import type { Benchmark } from '../benchmark/index.ts';
import type { Attempt } from '../run/index.ts';
import { judgedAttempts, type AttemptKey, type Judged } from './judged.ts';

/** So many texts a person is asked to score, unless told otherwise. */
export const USUAL_SAMPLE_SIZE = 30;

/** One text to score blind. It carries nothing of what the judge said. */
export interface SampledAttempt extends AttemptKey {
  /** How many texts of its kind (judge's score and question type) it stands for. */
  readonly weight: number;
}

/**
 * A sample for a person to score without seeing the judge's scores: drawn at random from each combination of judge's score and
 * question type in turn, so that rare ones are there too, then shuffled. The same seed gives the same sample.
 * @param size at most; fewer where fewer were judged
 */
export function blindSample(
  benchmark: Benchmark,
  attempts: readonly Attempt[],
  seed: number,
  size: number = USUAL_SAMPLE_SIZE,
): readonly SampledAttempt[] {
  const random = xoroshiro128plus(seed);
  const strata = new Map<string, Judged[]>();
  for (const judged of judgedAttempts(benchmark, attempts)) {
    const name = `${judged.score}/${judged.type}`;
    strata.set(name, [...(strata.get(name) ?? []), judged]);
  }
  const queues = shuffled(
    [...strata].sort(([a], [b]) => (a < b ? -1 : 1)),
    random,
  ).map(([, items]) => ({
    total: items.length,
    waiting: shuffled(items, random),
    drawn: 0,
  }));

  let left = size;
  while (left > 0 && queues.some(({ waiting, drawn }) => drawn < waiting.length))
    for (const queue of queues)
      if (left > 0 && queue.drawn < queue.waiting.length) {
        queue.drawn += 1;
        left -= 1;
      }
  const sample = queues.flatMap(({ total, waiting, drawn }) =>
    waiting.slice(0, drawn).map(({ questionId, epoch }) => ({ questionId, epoch, weight: total / drawn })),
  );
  return shuffled(sample, random);
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: RandomGenerator): readonly T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = uniformInt(random, 0, last);
    const [moved, replacement] = [result[last], result[other]];
    if (moved === undefined || replacement === undefined) continue;
    result[last] = replacement;
    result[other] = moved;
  }
  return result;
}
