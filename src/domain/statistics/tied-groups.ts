import { pairedDifference, type Difference } from './difference.ts';
import type { Scale } from './estimate.ts';

/** What one model got on each question. */
export interface Competitor {
  readonly name: string;
  readonly values: ReadonlyMap<string, number>;
}

export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly difference: Difference;
  /** Corrected for the number of comparisons (Holm 1979); undefined where the difference has no p. */
  readonly adjustedP: number | undefined;
  readonly isSeparated: boolean;
}

export interface TiedGroups {
  /** Best first. */
  readonly ranking: readonly { readonly name: string; readonly mean: number }[];
  readonly comparisons: readonly Comparison[];
  /** Names next to each other in the ranking of which no two are separated; the largest such groups. */
  readonly groups: readonly (readonly string[])[];
}

/**
 * Which of several models the questions tell apart: every two compared over the questions that all share, by clustered
 * difference, their p values corrected by Holm's method so that the chance of any false separation stays under `alpha`.
 * @param clusterOf the source video of a question
 */
export function tiedGroups(
  competitors: readonly Competitor[],
  clusterOf: (questionId: string) => string,
  scale: Scale,
  alpha: number = 0.05,
): TiedGroups {
  const [first, ...others] = competitors;
  const shared =
    first === undefined ? [] : [...first.values.keys()].filter((id) => others.every(({ values }) => values.has(id)));
  const ranked = competitors
    .map(({ name, values }) => ({ name, values, mean: meanOf(shared.map((id) => values.get(id) ?? NaN)) }))
    .sort((a, b) => b.mean - a.mean || (a.name < b.name ? -1 : 1));

  const differences = ranked.flatMap((a, index) =>
    ranked.slice(index + 1).flatMap((b) => {
      const pairs = shared.map((id) => ({
        a: a.values.get(id) ?? NaN,
        b: b.values.get(id) ?? NaN,
        cluster: clusterOf(id),
      }));
      const difference = pairedDifference(pairs, scale);
      return difference === undefined ? [] : [{ a: a.name, b: b.name, difference }];
    }),
  );
  const adjusted = holm(differences.map(({ difference }) => difference.pValue));
  const comparisons = differences.map((each, index): Comparison => {
    const adjustedP = adjusted[index];
    return { ...each, adjustedP, isSeparated: adjustedP !== undefined && adjustedP < alpha };
  });
  return {
    ranking: ranked.map(({ name, mean }) => ({ name, mean })),
    comparisons,
    groups: groupsOf(
      ranked.map(({ name }) => name),
      comparisons,
    ),
  };
}

/** Holm's step-down correction: the smallest p times their number, the next times one less, never falling. */
export function holm(pValues: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const known = pValues.flatMap((p, index) => (p === undefined ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted = new Map<number, number>();
  let least = 0;
  known.forEach(({ p, index }, rank) => {
    // What has no p was compared all the same, and counts.
    least = Math.max(least, Math.min(1, p * (pValues.length - rank)));
    adjusted.set(index, least);
  });
  return pValues.map((_, index) => adjusted.get(index));
}

function groupsOf(names: readonly string[], comparisons: readonly Comparison[]): readonly (readonly string[])[] {
  const separated = new Set(comparisons.filter((each) => each.isSeparated).map(({ a, b }) => `${a}\n${b}`));
  const groups: (readonly string[])[] = [];
  let reached = 0;
  names.forEach((_, from) => {
    let to = from + 1;
    while (to < names.length && names.slice(from, to).every((name) => !separated.has(`${name}\n${names[to]}`))) to += 1;
    if (to > reached) groups.push(names.slice(from, to));
    reached = Math.max(reached, to);
  });
  return groups;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
