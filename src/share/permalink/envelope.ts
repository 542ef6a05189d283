import { sha256 } from '../../app/index.ts';

/** The only format there is yet. A later one changes the first character and keeps the head as it is. */
const VERSION = '1';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH_DIGITS = 4;
const HEAD_CHECK = 3;
const HEAD = 1 + LENGTH_DIGITS + HEAD_CHECK;
const CHECK = 8;

/** What a link is, before what it holds is looked at. */
export type Envelope =
  { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly kind: 'cut' | 'altered' | 'newer' };

/**
 * Bytes as text for an address: version, length, a check of these two, the bytes, a check of all (SHA-256, cut short). The
 * head has a check of its own so that a link that is cut can be told from one that was altered.
 */
export async function sealBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = toDigits(bytes);
  const length = digitsOf(body.length + CHECK);
  const head = `${VERSION}${length}${await checkOf(`${VERSION}${length}`, HEAD_CHECK)}`;
  return `${head}${body}${await checkOf(`${head}${body}`, CHECK)}`;
}

/** Opens what `sealBytes` made; anything else is refused, and said to be what it is. */
export async function openSealed(payload: string): Promise<Envelope> {
  if (/[^A-Za-z0-9_-]/.test(payload)) return { kind: 'altered' };
  if (payload.length < HEAD) return { kind: 'cut' };
  const stated = payload.slice(0, 1 + LENGTH_DIGITS);
  if ((await checkOf(stated, HEAD_CHECK)) !== payload.slice(1 + LENGTH_DIGITS, HEAD)) return { kind: 'altered' };
  const length = numberOf(stated.slice(1));
  if (payload.length < HEAD + length) return { kind: 'cut' };
  if (payload.length > HEAD + length) return { kind: 'altered' };
  // What follows may be made otherwise in another version.
  if (!payload.startsWith(VERSION)) return { kind: 'newer' };
  const rest = payload.slice(0, -CHECK);
  if ((await checkOf(rest, CHECK)) !== payload.slice(-CHECK)) return { kind: 'altered' };
  return { kind: 'whole', bytes: fromDigits(rest.slice(HEAD)) };
}

async function checkOf(text: string, digitCount: number): Promise<string> {
  const hex = await sha256(`sonoscore permalink ${text}`);
  return Array.from(
    { length: digitCount },
    (_, at) => DIGITS[Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) % 64],
  ).join('');
}

function digitsOf(value: number): string {
  if (value >= 64 ** LENGTH_DIGITS) throw new RangeError('This is too much for a link.');
  return Array.from(
    { length: LENGTH_DIGITS },
    (_, at) => DIGITS[Math.floor(value / 64 ** (LENGTH_DIGITS - 1 - at)) % 64],
  ).join('');
}

function numberOf(digits: string): number {
  return [...digits].reduce((sum, digit) => sum * 64 + DIGITS.indexOf(digit), 0);
}

/** Base64 as addresses take it (RFC 4648, section 5), without padding. */
function toDigits(bytes: Uint8Array): string {
  const CHUNK = 0x8000;
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromDigits(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(digits.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
}
