/** Base64 of bytes, synchronously, for megabytes: the platform's own encoder where there is one, else our own. */
export function toBase64(bytes: Uint8Array): string {
  return hasToBase64(bytes) ? bytes.toBase64() : encodeByTable(bytes);
}

/** `data:video/mp4;base64,...` */
export function toDataUrl(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${toBase64(bytes)}`;
}

const ALPHABET = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

/**
 * For browsers before `Uint8Array.prototype.toBase64` and for Node 20. Byte to byte and decoded at once: `btoa` would need a
 * string with a character for each byte first, takes ten times as long, and its usual one-liner overflows the stack.
 */
function encodeByTable(bytes: Uint8Array): string {
  const encoded = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    // Bytes past the end read as 0; what they encode to is overwritten by the padding below.
    const three = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    encoded[at] = ALPHABET[three >> 18] ?? 0;
    encoded[at + 1] = ALPHABET[(three >> 12) & 63] ?? 0;
    encoded[at + 2] = ALPHABET[(three >> 6) & 63] ?? 0;
    encoded[at + 3] = ALPHABET[three & 63] ?? 0;
    at += 4;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  if (missing > 0) encoded.fill(PADDING, encoded.length - missing);
  return new TextDecoder().decode(encoded);
}

function hasToBase64(bytes: Uint8Array): bytes is Uint8Array & { toBase64(): string } {
  return 'toBase64' in bytes && typeof bytes.toBase64 === 'function';
}
