import type { RunConfig } from '../../../domain/run/index.ts';
import type { MediaLimits } from '../../ports.ts';

/** What a provider takes where it says nothing else. */
export const ANY_VIDEO: MediaLimits = { form: 'video' };

/** Whether a call carries a clip or its frames. */
export function showsMedia({ condition }: RunConfig): boolean {
  return condition === 'video' || condition === 'frames';
}
