/**
 * Why an address may not be reached, in a word, or undefined: it is a public one (or no address at all, but a name).
 * @param host as URL.hostname gives it (which has turned decimal, octal and hexadecimal forms into the plain one), or as a
 * resolver gives addresses
 */
export function refusedAddress(host: string): string | undefined {
  const v4 = parseIpv4(host);
  if (v4 !== undefined) return refusedIpv4(v4);
  const bare = host.replace(/^\[|\]$/g, '');
  if (!bare.includes(':')) return undefined;
  const v6 = parseIpv6(bare);
  return v6 === undefined ? 'unreadable' : refusedIpv6(v6);
}

/** Whether the host is an address rather than a name. */
export function isAddress(host: string): boolean {
  return parseIpv4(host) !== undefined || host.includes(':');
}

/** First and last address of ranges that are not for everyone (IANA's special-purpose registry, RFC 6890 and its kin). */
const REFUSED_IPV4: readonly (readonly [cidr: string, what: string])[] = [
  ['0.0.0.0/8', 'private'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  // Azure answers virtual machines there, though the address is a public one.
  ['168.63.129.16/32', 'metadata'],
  ['169.254.169.254/32', 'metadata'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'private'],
  ['192.0.2.0/24', 'reserved'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'private'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

function refusedIpv4(address: number): string | undefined {
  return REFUSED_IPV4.find(([cidr]) => {
    const [base = '', bits = '32'] = cidr.split('/');
    const size = 2 ** (32 - Number(bits));
    return Math.floor(address / size) === Math.floor((parseIpv4(base) ?? 0) / size);
  })?.[1];
}

/** Only 2000::/3 is for everyone, less what is set apart in it; addresses that carry an IPv4 one are judged by that. */
function refusedIpv6(groups: readonly number[]): string | undefined {
  const [a = 0, b = 0, c = 0] = groups;
  const embedded = (at: number) => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0);
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 7)) return groups[7] === 1 ? 'loopback' : 'private';
  if (isZero(0, 5) && groups[5] === 0xffff) return refusedIpv4(embedded(6));
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return refusedIpv4(embedded(6));
  if (a === 0x64 && b === 0xff9b && isZero(2, 6)) return refusedIpv4(embedded(6));
  if (a === 0x2002) return refusedIpv4(embedded(1));
  if ((a & 0xffc0) === 0xfe80) return 'link-local';
  if ((a & 0xff00) === 0xff00) return 'multicast';
  if ((a & 0xe000) !== 0x2000) return 'private';
  // 2001::/23 (Teredo among others), 2001:db8::/32 and 3fff::/20 (both for documentation).
  if ((a === 0x2001 && (b < 0x200 || b === 0xdb8)) || (a === 0x3fff && b < 0x1000)) return 'reserved';
  return a === 0x2620 && b === 0x4f && c === 0x8000 ? 'reserved' : undefined;
}

/** Four decimal bytes, and no other form. */
function parseIpv4(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const bytes = match.slice(1).map(Number);
  return bytes.every((byte) => byte < 256) ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : undefined;
}

/** Eight groups; undefined for anything else, zones (`%eth0`) included. */
function parseIpv6(text: string): readonly number[] | undefined {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const v4 = tail === null ? undefined : parseIpv4(tail[2] ?? '');
  if (tail !== null && v4 === undefined) return undefined;
  const plain = v4 === undefined ? text : `${tail?.[1] ?? ''}${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`;
  const halves = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], rest = []] = halves;
  const missing = 8 - head.length - rest.length;
  if (halves.length > 2 || (halves.length === 1 ? missing !== 0 : missing < 1)) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...rest];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => parseInt(group, 16))
    : undefined;
}
