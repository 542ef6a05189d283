import { isAddress, refusedAddress } from './ip-address.ts';
import { Refusal } from './refusal.ts';

/** What the video route may read. */
export interface VideoPolicy {
  /** Hosts, exact (`videos.example.org`) or with everything under them (`*.example.org`). */
  readonly hosts: readonly string[];
  /** Also plain http on port 80. Default: https on port 443 only. */
  readonly allowHttp?: boolean;
  /** The largest body that is passed on. */
  readonly maxBytes?: number;
}

/** What machines of a network call themselves among each other, whatever they resolve to. */
const INNER_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|corp|onion)$/;

/**
 * Reads an address that a page, or a server's redirect, names.
 * @param base what a relative address starts from
 * @throws {Refusal} for anything but a plain address of an allowed public host
 */
export function requireVideoUrl(address: string, policy: VideoPolicy, base?: URL): URL {
  if (!URL.canParse(address, base))
    throw new Refusal(400, 'The video’s address is not a whole one: give all of https://host/path.');
  const url = new URL(address, base);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp === true)) {
    throw new Refusal(403, 'The relay reads videos by https:// only.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal(403, 'The relay takes no user name or password in a video’s address.');
  }
  // URL leaves out a port that is the usual one.
  if (url.port !== '') throw new Refusal(403, `The relay reads videos on the usual port only, not on ${url.port}.`);
  const host = url.hostname.replace(/\.$/, '');
  const why =
    refusedAddress(host) ??
    (INNER_NAME.test(host) || (!host.includes('.') && !isAddress(host)) ? 'private' : undefined);
  if (why !== undefined)
    throw new Refusal(403, `The relay does not read from ${host}: that address is ${article(why)} one.`);
  if (!isAllowedHost(host, policy.hosts)) {
    throw new Refusal(403, `The relay may not read from ${host}: whoever runs it must allow that host first.`);
  }
  url.hash = '';
  return url;
}

/**
 * Checks a host of an allow-list that somebody typed.
 * @throws {Error} for anything but a name, or `*.` and a name of two parts or more
 */
export function requireHostPattern(pattern: string): string {
  const host = pattern.toLowerCase();
  const name = host.startsWith('*.') ? host.slice(2) : host;
  if (/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(name) && !isAddress(name)) return host;
  throw new Error(
    `"${pattern}" is not a host: write it as videos.example.org, or *.example.org for every host under it.`,
  );
}

function isAllowedHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
