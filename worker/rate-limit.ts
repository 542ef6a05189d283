/** At most `requests` at once and `requests` every `perSeconds`, for each client. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Far above what cutting clips by ranges needs, far below what a runaway page sends. */
export const DEFAULT_RATE_LIMIT: RateLimit = { requests: 1200, perSeconds: 60 };

/** So many clients are kept in mind; the one that has been quiet longest is forgotten first. */
const MOST_CLIENTS = 10_000;

export interface RateLimiter {
  /** Seconds to wait, or 0: go ahead. */
  take(client: string): number;
}

/**
 * A token bucket for each client. It is counted in whole numbers, so that a wait that was told is never a hair too short: a
 * request costs `perSeconds` thousand, a millisecond brings `requests`.
 * @param now milliseconds, growing; parts of one are left out
 */
export function createRateLimiter(limit: RateLimit, now: () => number): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  const cost = limit.perSeconds * 1000;
  const most = limit.requests * cost;
  return {
    take(client) {
      const at = Math.floor(now());
      const known = buckets.get(client) ?? { left: most, at };
      const left = Math.min(most, known.left + (at - known.at) * limit.requests);
      buckets.delete(client);
      // Kept in order of their last use.
      buckets.set(client, { left: left < cost ? left : left - cost, at });
      if (buckets.size > MOST_CLIENTS) forget(buckets);
      return left < cost ? Math.max(1, Math.ceil((cost - left) / limit.requests / 1000)) : 0;
    },
  };
}

function forget(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
