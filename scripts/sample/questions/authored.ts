/** Upstream's names of the three types. */
export type TypeName =
  'Type1_ActionGoalReasoning' | 'Type2_ArtifactResolutionOptimization' | 'Type3_ProcedureContextPlanning';

interface Authored {
  readonly type: TypeName;
  /** Seconds from the Video's start. */
  readonly window: readonly [startSeconds: number, endSeconds: number];
  readonly stem: string;
  /** What a narrator says over this part of the clip. */
  readonly narration: string;
}

export interface AuthoredChoice extends Authored {
  readonly options: readonly [string, string, string, string];
  readonly answer: 'A' | 'B' | 'C' | 'D';
}

export interface AuthoredFree extends Authored {
  readonly answer: string;
}

/** Everything that is asked about one Video. */
export interface AuthoredVideo {
  /** The Video's key; its clip is `videos/<key>.mp4`. */
  readonly key: string;
  /** Where the Video lies in its clip, seconds. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** How options are lettered: `A.` or `A)`. Upstream has both. */
  readonly optionMark: '.' | ')';
  readonly choices: readonly AuthoredChoice[];
  readonly free: readonly AuthoredFree[];
}
