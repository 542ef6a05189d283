import { SonoscoreError } from './ports.ts';

/** What a reader has asked for and cannot be done, in a sentence for them. */
export function mistake(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'internal', retryable: false, message });
}
