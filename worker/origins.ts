/** Pages that this machine serves, at any port: the default. */
export const LOCAL_ORIGINS: readonly string[] = ['http://localhost', 'http://127.0.0.1'];

/**
 * Whether a page of this origin may use the relay: exact, besides local pages, whose port may be any.
 * A request without an origin comes from no page's fetch, and is refused.
 */
export function isAllowedOrigin(origin: string | null, allowed: readonly string[]): origin is string {
  if (origin === null) return false;
  return allowed.includes(origin) || LOCAL_ORIGINS.some((local) => allowed.includes(local) && isPortOf(local, origin));
}

/**
 * Checks an origin that somebody typed.
 * @throws {Error} where a browser would never send it so
 */
export function requireOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
  throw new Error(`"${origin}" is not an origin: write it as https://host, without a path or a slash at the end.`);
}

function isPortOf(local: string, origin: string): boolean {
  return origin.startsWith(`${local}:`) && /^\d{1,5}$/.test(origin.slice(local.length + 1));
}
