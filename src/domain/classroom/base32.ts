const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A text's UTF-8 bytes in small letters and digits (RFC 4648, base 32 without padding); half a surrogate pair is left out. */
export function textToBase32(text: string): string {
  const escaped = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''));
  let written = '';
  let bits = 0;
  let count = 0;
  for (const [byte] of escaped.matchAll(/%[\dA-F]{2}|[^%]/g)) {
    bits = (bits << 8) | (byte.length === 3 ? Number.parseInt(byte.slice(1), 16) : byte.charCodeAt(0));
    for (count += 8; count >= 5; count -= 5) written += DIGITS[(bits >> (count - 5)) & 31] ?? '';
    bits &= (1 << count) - 1;
  }
  return count === 0 ? written : written + (DIGITS[(bits << (5 - count)) & 31] ?? '');
}

/** The text again; undefined where it is none. */
export function base32ToText(written: string): string | undefined {
  let escaped = '';
  let bits = 0;
  let count = 0;
  for (const digit of written) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return undefined;
    bits = (bits << 5) | value;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    escaped += `%${((bits >> count) & 255).toString(16).padStart(2, '0')}`;
    bits &= (1 << count) - 1;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
