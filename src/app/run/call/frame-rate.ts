import type { ModelChoice } from '../../../domain/run/index.ts';
import type { MediaLimits } from '../../ports.ts';

/** Where neither the config nor the provider names a rate; the reference's frame-based rate. */
const FRAMES_PER_SECOND = 5;

/** Frames a second that a model is given of a clip: as its own `frames_per_second` says, or else its provider. */
export function frameRate(
  { parameters }: Extract<ModelChoice, { readonly kind: 'provider' }>,
  { framesPerSecond }: MediaLimits,
): number {
  const own = Number(parameters['frames_per_second']);
  return Number.isFinite(own) && own > 0 ? own : (framesPerSecond ?? FRAMES_PER_SECOND);
}
