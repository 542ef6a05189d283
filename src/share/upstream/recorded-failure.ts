import type { CallFailure, FailureKind } from '../../domain/run/index.ts';

/** In this order: the first that fits names the failure. */
const KINDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/timed? ?out|timeout|deadline/i, 'timeout'],
  [/\b429\b|rate.?limit|too many requests/i, 'rate-limited'],
  [/\b40[13]\b|api key|permission|unauthori[sz]ed/i, 'auth'],
  [/too large|exceeds? the max|context.?length|payload/i, 'too-large'],
  [/\b4\d\d\b|invalid/i, 'bad-request'],
  [/\b5\d\d\b|internal server|unavailable|overloaded/i, 'server'],
  [/connect|network|dns|reset|refused/i, 'network-or-cors'],
  [/ffmpeg|yt-dlp|frame extraction|no frames/i, 'clip'],
];

const LONGEST = 300;

/** A failed call as its error message in a results file tells of it. */
export function recordedFailure(errorMessage: string): CallFailure {
  const said = errorMessage.replace(/\s+/g, ' ').trim();
  const short = said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  const message =
    short === '' ? 'The imported file says that this call failed, and not why.' : `The imported file says: ${short}`;
  return {
    kind: KINDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'internal',
    retryable: false,
    waitMs: undefined,
    message,
  };
}
