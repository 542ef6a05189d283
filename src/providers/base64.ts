/** A multiple of 3, so that chunks join without padding, and small enough to spread as call arguments. */
const CHUNK_BYTES = 0x6000;

/** Base64 of bytes, synchronously, for megabytes: the platform's own encoder where there is one, else by chunks. */
export function toBase64(bytes: Uint8Array): string {
  return hasToBase64(bytes) ? bytes.toBase64() : toBase64ByChunks(bytes);
}

/** The slow way, for browsers before `Uint8Array.prototype.toBase64` and for Node 20. */
export function toBase64ByChunks(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES))));
  }
  return chunks.join('');
}

/** `data:video/mp4;base64,...` */
export function toDataUrl(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${toBase64(bytes)}`;
}

function hasToBase64(bytes: Uint8Array): bytes is Uint8Array & { toBase64(): string } {
  return 'toBase64' in bytes && typeof bytes.toBase64 === 'function';
}
