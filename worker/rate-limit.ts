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

/** A token bucket for each client. @param now milliseconds, growing */
export function createRateLimiter(limit: RateLimit, now: () => number): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>();
  const perMs = limit.requests / (limit.perSeconds * 1000);
  return {
    take(client) {
      const at = now();
      const known = buckets.get(client) ?? { left: limit.requests, at };
      const left = Math.min(limit.requests, known.left + (at - known.at) * perMs);
      buckets.delete(client);
      // Kept in order of their last use.
      buckets.set(client, { left: left < 1 ? left : left - 1, at });
      if (buckets.size > MOST_CLIENTS) forget(buckets);
      return left < 1 ? Math.max(1, Math.ceil((1 - left) / perMs / 1000)) : 0;
    },
  };
}

function forget(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
