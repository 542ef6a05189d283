import { SonoscoreError } from './ports.ts';

/**
 * Hex SHA-256 of bytes, or of a text's UTF-8.
 * @throws {SonoscoreError} where the browser gives this page no cryptography
 */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  if (!('subtle' in crypto)) {
    throw new SonoscoreError({
      kind: 'internal',
      retryable: false,
      message: 'The browser computes no digests for this page: open it by https or from localhost.',
    });
  }
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
