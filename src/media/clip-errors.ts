import { SonoscoreError } from '../app/index.ts';

/** A clip that cannot be made, whatever one tries again. */
export function clipError(message: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError({ kind: 'clip', retryable: false, message }, { cause });
}

/** A clip that failed by an accident (a crashed or hung engine, a dropped connection); another try can help. */
export function clipAccident(message: string, cause?: unknown): SonoscoreError {
  return new SonoscoreError({ kind: 'clip', retryable: true, message }, { cause });
}

/** What every cancelled call rejects with. */
export function abortError(): DOMException {
  return new DOMException('The clip was cancelled.', 'AbortError');
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The text of whatever was thrown; @ffmpeg/ffmpeg rejects with plain strings. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
