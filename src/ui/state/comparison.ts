import { judgeAgreement } from '../../domain/audit/index.ts';
import type { Benchmark, QuestionKind } from '../../domain/benchmark/index.ts';
import {
  blindGain,
  compareRuns,
  overallScores,
  tiedRuns,
  type GroupScores,
  type RunComparison,
  type RunWithAttempts,
} from '../../domain/report/index.ts';
import type { Kappa, TiedGroups } from '../../domain/statistics/index.ts';

export interface Contestant extends RunWithAttempts {
  readonly id: string;
  readonly scores: GroupScores;
}

export interface KindResult {
  readonly kind: QuestionKind;
  /** Runs with a score of the kind. */
  readonly contestants: readonly Contestant[];
  /** Two by two, better first. */
  readonly pairs: readonly PairResult[];
  readonly tied: TiedGroups;
}

export interface PairResult {
  readonly a: Contestant;
  readonly b: Contestant;
  readonly comparison: NonNullable<RunComparison['multipleChoice']>;
  /** Corrected for the number of comparisons; undefined for two Runs alone, and where there is no p. */
  readonly adjustedP: number | undefined;
  readonly isSeparated: boolean;
}

export interface Comparison {
  readonly contestants: readonly Contestant[];
  readonly kinds: readonly KindResult[];
  /** What the video was worth, where two Runs can tell. */
  readonly gains: readonly { readonly seeing: Contestant; readonly blind: Contestant; readonly gain: RunComparison }[];
  /** Judges who had the very same answers before them. */
  readonly judges: readonly { readonly a: Contestant; readonly b: Contestant; readonly kappa: Kappa }[];
}

/** Everything that several Runs of one Benchmark say beside each other. */
export function comparisonOf(benchmark: Benchmark, runs: readonly RunWithAttempts[]): Comparison {
  const contestants = runs.map((each) => ({ ...each, id: each.run.id, scores: overallScores(benchmark, each) }));
  const pairs = contestants.flatMap((a, index) => contestants.slice(index + 1).map((b) => ({ a, b })));
  return {
    contestants,
    kinds: (['multiple-choice', 'free-response'] as const).flatMap((kind) => kindResult(benchmark, contestants, kind)),
    gains: pairs.flatMap(({ a, b }) =>
      [
        { seeing: a, blind: b },
        { seeing: b, blind: a },
      ].flatMap((pair) => {
        const found = blindGain(benchmark, pair.seeing, pair.blind);
        return found.kind === 'gain' ? [{ ...pair, gain: found.comparison }] : [];
      }),
    ),
    judges: pairs.flatMap(({ a, b }) => {
      const kappa = judgeAgreement(benchmark, a.attempts, b.attempts);
      return kappa === undefined || !isJudgedApart(a, b, kappa) ? [] : [{ a, b, kappa }];
    }),
  };
}

/** Whether two Runs are of the same answers, as a judged copy is; a text that two models happen to share is not. */
function isJudgedApart(a: RunWithAttempts, b: RunWithAttempts, { count }: Kappa): boolean {
  const judged = ({ attempts }: RunWithAttempts): number =>
    attempts.filter(({ verdict }) => verdict !== undefined).length;
  return count > 0.5 * Math.min(judged(a), judged(b));
}

function kindResult(benchmark: Benchmark, all: readonly Contestant[], kind: QuestionKind): readonly KindResult[] {
  const name = kind === 'multiple-choice' ? 'multipleChoice' : 'freeResponse';
  // Answers that nobody has judged or given have no score, least of all 0.
  const contestants = all.filter(({ scores }) => scores[name]?.amongAnswered !== undefined);
  if (contestants.length < 2) return [];
  const tied = tiedRuns(benchmark, contestants, kind);
  const byId = new Map(contestants.map((each) => [each.id, each]));
  const pairs = tied.ranking.flatMap(({ name: first }, index) =>
    tied.ranking.slice(index + 1).flatMap(({ name: second }): readonly PairResult[] => {
      const [a, b] = [byId.get(first), byId.get(second)];
      const comparison = a && b && compareRuns(benchmark, a, b)[name];
      if (a === undefined || b === undefined || comparison === undefined) return [];
      const adjusted = tied.comparisons.find((each) => each.a === first && each.b === second);
      return [
        {
          a,
          b,
          comparison,
          adjustedP: contestants.length > 2 ? adjusted?.adjustedP : undefined,
          isSeparated: adjusted?.isSeparated ?? false,
        },
      ];
    }),
  );
  return [{ kind, contestants, pairs, tied }];
}
