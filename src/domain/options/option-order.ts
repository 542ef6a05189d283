import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import type { MultipleChoiceQuestion } from '../benchmark/index.ts';
import type { OptionOrder } from '../run/index.ts';
import { questionSeed } from './question-seed.ts';

/** Upstream's shuffle leaves a question alone unless it has exactly so many options. */
const REFERENCE_OPTION_COUNT = 4;

/**
 * For each shown position, the index of the option in the printed order.
 *
 * `seeded` shuffles every question; `reference` only those that upstream's shuffle knows (four options written `A.`),
 * and leaves the others as printed. `circular` turns the printed order by `rotation` places (by default the epoch), so
 * that as many epochs as there are options show every option in every place.
 */
export function optionOrderFor(
  question: MultipleChoiceQuestion,
  order: OptionOrder,
  seed: number,
  epoch: number,
  rotation: number = epoch,
): readonly number[] {
  const printed = question.options.map((_, index) => index);
  switch (order) {
    case 'as-printed':
      return printed;
    case 'seeded':
      return shuffled(printed, questionSeed(seed, question.id, epoch));
    case 'reference': {
      const known = question.optionForm === 'full-stop' && question.options.length === REFERENCE_OPTION_COUNT;
      return known ? shuffled(printed, questionSeed(seed, question.id, epoch)) : printed;
    }
    case 'circular': {
      const turn = ((rotation % printed.length) + printed.length) % printed.length;
      return [...printed.slice(turn), ...printed.slice(0, turn)];
    }
  }
}

/** Fisher and Yates, from the end. */
function shuffled(indices: readonly number[], seed: number): readonly number[] {
  const random = xoroshiro128plus(seed);
  const result = [...indices];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = uniformInt(random, 0, last);
    const moved = result[last];
    const replacement = result[other];
    if (moved === undefined || replacement === undefined) continue;
    result[last] = replacement;
    result[other] = moved;
  }
  return result;
}
