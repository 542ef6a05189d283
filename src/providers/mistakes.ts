import { SonoscoreError } from '../app/index.ts';

/** A request that this provider cannot carry: the caller's mistake, told before anything is sent. */
export function badRequest(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}

/** For providers that take frames only. */
export function videoNotTaken(label: string): SonoscoreError {
  return badRequest(`${label} takes frames, not videos: ask with the condition "frames".`);
}

/** For every provider but Gemini. */
export function youTubeNotRead(): SonoscoreError {
  return badRequest('Only Gemini reads YouTube by itself: choose another condition.');
}

/** A reply whose JSON is not of the provider's shape. */
export function malformedReply(label: string, what: string): SonoscoreError {
  return new SonoscoreError({
    kind: 'malformed-reply',
    retryable: false,
    message: `The reply of ${label} ${what}: check the base URL and the model id.`,
  });
}
