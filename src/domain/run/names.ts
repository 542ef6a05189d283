/** What the model is shown. `youtube-uncropped`: the window on YouTube, which the service reads by itself, whole and with its sound. */
export const CONDITIONS = ['video', 'frames', 'youtube-uncropped', 'text-only', 'options-only'] as const;

/** How options are ordered before they are shown; every order keeps its map back to the printed one. */
export const OPTION_ORDERS = ['as-printed', 'reference', 'seeded', 'circular'] as const;

/** How an Attempt ended, in the order that pages show it. Only the first three are scores; the others are never silently `incorrect`. */
export const OUTCOMES = [
  'correct',
  'partly-correct',
  'incorrect',
  'no-answer',
  'refused',
  'blocked',
  'truncated',
  'failed',
  'unjudged',
] as const;

/** Every Baseline, in the order that pages show them. */
export const BASELINE_NAMES = [
  'always-A',
  'always-B',
  'always-C',
  'always-D',
  'shortest-option',
  'longest-option',
  'odd-full-stop',
  'odd-full-stop-then-shortest',
  'most-common-first-word',
  'seeded-random',
] as const;
