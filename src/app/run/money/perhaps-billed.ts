import { SonoscoreError } from '../../ports.ts';

/**
 * Whether a call that ended so may be billed though it brought no answer.
 * @param isReachable whether this server has answered before and the browser had a network when the call was sent: otherwise
 * a call that did not get through has most likely not got there
 */
export function mayBeBilled(error: unknown, isReachable: boolean): boolean {
  // Cancelled while it was under way, or a fault of this page's after it was sent.
  if (!(error instanceof SonoscoreError)) return true;
  switch (error.kind) {
    case 'timeout':
    case 'malformed-reply':
    case 'internal':
      return true;
    case 'network-or-cors':
      return isReachable;
    case 'auth':
    case 'quota-exhausted':
    case 'rate-limited':
    case 'too-large':
    case 'bad-request':
    case 'server':
    case 'blocked':
    case 'clip':
    case 'no-source-video':
      return false;
  }
}

/**
 * US dollars that one call may cost at the most: the forecast's for the longest question, or what the dearest one so far has
 * cost where that is more. Undefined where neither is known.
 */
export function dearestCallUsd(expectedUsd: number | undefined, paidUsd: number | undefined): number | undefined {
  return expectedUsd === undefined ? paidUsd : Math.max(expectedUsd, paidUsd ?? 0);
}
