/** Recorded where the files do not say: upstream's scripts have no version, and its results do not name their judge. */
export const UNSTATED = 'unstated';

/** How upstream's explanation begins where its judge gave no verdict; it scores those 0. */
export const JUDGE_FAILED = 'Evaluation Failed';
