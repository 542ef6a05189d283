import type { BaselineName, Condition, OptionOrder, Outcome } from '../../domain/run/index.ts';

/**
 * What stands in links for each name. Never change one and never use one again: links that were made stay as they are. A new
 * name takes the next number, up to 15.
 */
export const CONDITION_CODES: Readonly<Record<Condition, number>> = {
  video: 0,
  frames: 1,
  'text-only': 2,
  'options-only': 3,
  'youtube-uncropped': 4,
};

export const ORDER_CODES: Readonly<Record<OptionOrder, number>> = {
  'as-printed': 0,
  reference: 1,
  seeded: 2,
  circular: 3,
};

export const BASELINE_CODES: Readonly<Record<BaselineName, number>> = {
  'always-A': 0,
  'always-B': 1,
  'always-C': 2,
  'always-D': 3,
  'shortest-option': 4,
  'longest-option': 5,
  'odd-full-stop': 6,
  'odd-full-stop-then-shortest': 7,
  'most-common-first-word': 8,
  'seeded-random': 9,
};

/** `open`: an Attempt that had not ended. */
export const END_CODES: Readonly<Record<Outcome | 'open', number>> = {
  correct: 0,
  'partly-correct': 1,
  incorrect: 2,
  'no-answer': 3,
  refused: 4,
  blocked: 5,
  truncated: 6,
  failed: 7,
  unjudged: 8,
  open: 15,
};
