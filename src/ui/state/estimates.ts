/** A number with its 95 % interval, over so many questions; what a page draws. */
export interface Estimate {
  /** Share of 1 for accuracy, 0 to 2 for the mean judge score. */
  readonly value: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly questionCount: number;
}

/** One line of a table: accuracy and mean judge score of a group of questions, undefined where none was scored. */
export interface BreakdownRow {
  readonly name: string;
  readonly accuracy: Estimate | undefined;
  readonly judgeScore: Estimate | undefined;
}
