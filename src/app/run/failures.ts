import type { CallFailure } from '../../domain/run/index.ts';
import { SonoscoreError } from '../ports.ts';

/** What went wrong, as an Attempt keeps it. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof SonoscoreError) return error.toFailure();
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'internal',
    retryable: false,
    waitMs: undefined,
    message: `Something unforeseen went wrong: ${message}`,
  };
}
