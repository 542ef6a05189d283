/** Why an interval is the bounded one. */
export type BoundedReason = 'all-alike' | 'few-questions' | 'few-clusters' | 'clusters-alike' | 'reaches-bound';

/** How an interval was made. */
export type IntervalMethod =
  | {
      /** mean ± t × SE, the SE clustered. */
      readonly kind: 'clustered-t';
      /** Clusters − 1. */
      readonly degreesOfFreedom: number;
    }
  | {
      /** Clopper and Pearson's with the effective number of questions: never leaves the scale. */
      readonly kind: 'bounded';
      readonly reason: BoundedReason;
      /** So many independent questions would say as much. */
      readonly effectiveCount: number;
    };

/** A number with its uncertainty. */
export interface Estimate {
  readonly value: number;
  /** Clustered by source video; 0 where all values, or the means of all clusters, are alike. */
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  /** Such as 0.95. */
  readonly level: number;
  readonly method: IntervalMethod;
  /** Questions (or attempts) behind the number. */
  readonly count: number;
  readonly clusterCount: number;
}

/** One value of one question, with what it must not be counted apart from. */
export interface Observation {
  readonly value: number;
  /** The source video's key. */
  readonly cluster: string;
}

/** The ends of the scale that values lie on. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

export const UNIT_SCALE: Scale = { min: 0, max: 1 };
export const JUDGE_SCALE: Scale = { min: 0, max: 2 };

export const LEVEL = 0.95;
