import type { BoundedReason, Estimate } from '../domain/statistics/index.ts';
import { count, listOf } from './format.ts';

const REASONS: Readonly<Record<BoundedReason, string>> = {
  'all-alike': 'all of them ended alike',
  'few-questions': 'there are fewer than ten questions',
  'few-clusters': 'they come from fewer than five source videos',
  'clusters-alike': 'all source videos happen to have the same mean',
  'reaches-bound': 'the usual interval would leave the scale',
};

/** How an interval was made, in a sentence for a person. */
export function methodWords({ method, clusterCount }: Estimate): string {
  const videos = count(clusterCount, 'source video');
  if (method.kind === 'clustered-t')
    return `Questions about one video are not independent, so the interval is clustered by source video: ${videos}, Student’s t with ${method.degreesOfFreedom} degrees of freedom.`;
  return `A cautious interval (Clopper and Pearson’s, as for ${method.effectiveCount.toFixed(1)} independent questions), because ${REASONS[method.reason]}.`;
}

/** In a word or two why an interval is not the usual one; empty where it is. */
export function methodMark({ method }: Estimate): string {
  return method.kind === 'bounded' ? `cautious: ${REASONS[method.reason]}` : '';
}

/** So many names make a sentence; more are counted. */
const MOST_NAMED = 6;

/**
 * Which of several named estimates have a cautious interval, and why: one sentence for each reason.
 * @param noun what a row is, such as “Video”, where there may be too many to name
 */
export function cautionNotes(
  rows: readonly { readonly name: string; readonly estimate: Estimate | undefined }[],
  noun = 'group',
): readonly string[] {
  const names = new Map<BoundedReason, string[]>();
  for (const { name, estimate } of rows) {
    if (estimate?.method.kind !== 'bounded') continue;
    const { reason } = estimate.method;
    names.set(reason, [...(names.get(reason) ?? []), name]);
  }
  return [...names].map(
    ([reason, group]) =>
      `Cautious interval, which stays inside the scale, of ${
        group.length > MOST_NAMED ? count(group.length, noun) : listOf(group)
      }: ${REASONS[reason]}.`,
  );
}
