import type { PartNames } from './draw-shares.ts';

/** What each part of a bar of errors is called. */
export const PART_NAMES: PartNames = {
  none: 'No error',
  wrongConclusion: 'Wrong conclusion only',
  wrongVisualEvidence: 'Wrong visual evidence only',
  bothFail: 'Both wrong',
  unjudged: 'Not judged',
};
