import { type ModelRequest, SonoscoreError } from '../app/index.ts';
import type { ModelReply } from '../domain/run/index.ts';

/** Every frame, then every 2nd, 4th and 8th. */
const THINNINGS = [1, 2, 4, 8] as const;

/**
 * Asks with all frames, and with half of them again (up to three times) for as long as the provider calls the request too
 * large. The reply notes what was left out.
 * @param maxFrames the most that the provider takes at all; undefined for no such limit
 */
export async function askHalvingFrames(
  request: ModelRequest,
  maxFrames: number | undefined,
  ask: (request: ModelRequest) => Promise<ModelReply>,
): Promise<ModelReply> {
  const count = Math.max(...request.parts.map((part) => (part.kind === 'frames' ? part.images.length : 0)), 0);
  const fitting = THINNINGS.filter((every) => every === 1 || count >= every);
  const tried = fitting.filter((every) => Math.ceil(count / every) <= (maxFrames ?? Infinity));
  // Even an eighth is too much by the provider's own count: let it say so itself.
  const steps = tried.length === 0 ? [THINNINGS[3]] : tried;
  for (const [index, every] of steps.entries()) {
    try {
      const reply = await ask(thinFrames(request, every));
      return every === 1 ? reply : { ...reply, notes: [...(reply.notes ?? []), thinningNote(every, count)] };
    } catch (error) {
      const canHalve = error instanceof SonoscoreError && error.kind === 'too-large' && index + 1 < steps.length;
      if (!canHalve) throw error;
    }
  }
  throw new Error('unreachable: the last step returns or throws');
}

/** Keeps the first of every `every` frames. */
export function thinFrames(request: ModelRequest, every: number): ModelRequest {
  if (every === 1) return request;
  const parts = request.parts.map((part) =>
    part.kind === 'frames'
      ? {
          ...part,
          images: part.images.filter((_, index) => index % every === 0),
          framesPerSecond: part.framesPerSecond / every,
        }
      : part,
  );
  return { ...request, parts };
}

function thinningNote(every: number, count: number): string {
  return `sent every ${every}${every === 2 ? 'nd' : 'th'} of ${count} frames, since all were too many`;
}
