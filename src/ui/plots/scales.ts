import { signedNumber } from '../compare-words.ts';
import { percent } from '../format.ts';
import type { ScoreKind } from '../state/plot-rows.ts';
import type { EstimatesOptions } from './draw-estimates.ts';

/** How each kind of score is drawn and said. */
export const SCALES: Readonly<Record<ScoreKind, EstimatesOptions & { readonly title: string; readonly max: number }>> =
  {
    multipleChoice: {
      title: 'Accuracy, multiple choice',
      max: 1,
      domain: [0, 1],
      tick: (value) => `${Math.round(100 * value)} %`,
      say: percent,
      axis: 'Accuracy with 95 % interval',
    },
    freeResponse: {
      title: 'Judge score, free response',
      max: 2,
      domain: [0, 2],
      tick: (value) => String(value),
      say: (value) => value.toFixed(2),
      axis: 'Mean judge score of 2 with 95 % interval',
    },
  };

/** The scale of differences: as wide as the widest interval needs, and 0 on it. */
export function differenceScale(
  kind: ScoreKind,
  rows: readonly { readonly estimate: { readonly low: number; readonly high: number } }[],
): EstimatesOptions {
  const low = Math.min(0, ...rows.map(({ estimate }) => estimate.low));
  const high = Math.max(0, ...rows.map(({ estimate }) => estimate.high));
  const room = 0.05 * (high - low || 1);
  const say = (value: number): string =>
    signedNumber(value, kind === 'multipleChoice' ? 'multiple-choice' : 'free-response');
  return {
    domain: [low - room, high + room],
    tick: kind === 'multipleChoice' ? (value) => `${Math.round(100 * value)}` : (value) => value.toFixed(1),
    say,
    axis:
      kind === 'multipleChoice'
        ? 'Points of accuracy with 95 % interval'
        : 'Difference of the judge’s score with 95 % interval',
    mark: { value: 0, label: 'no difference' },
  };
}
