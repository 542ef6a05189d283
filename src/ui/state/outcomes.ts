import type { Outcome } from '../../domain/run/index.ts';

/** The outcomes in the order that pages show them. */
export const OUTCOMES: readonly Outcome[] = [
  'correct',
  'partly-correct',
  'incorrect',
  'no-answer',
  'refused',
  'blocked',
  'truncated',
  'failed',
  'unjudged',
];
