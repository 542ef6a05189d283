import type { Estimate } from '../../domain/statistics/index.ts';

/** One line of a table: the score of a group of questions, undefined where none was scored. */
export interface EstimateRow {
  readonly name: string;
  readonly estimate: Estimate | undefined;
  /** The one that the others stand beside. */
  readonly own?: boolean;
  /** What the name means, where it does not say so by itself. */
  readonly meaning?: string | undefined;
}
