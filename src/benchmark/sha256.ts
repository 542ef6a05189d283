import { SonoscoreError } from '../app/index.ts';

/**
 * Hex SHA-256 of a text's UTF-8 bytes.
 * @throws {SonoscoreError} where the browser gives this page no cryptography
 */
export async function sha256(text: string): Promise<string> {
  if (!('subtle' in crypto)) {
    throw new SonoscoreError({
      kind: 'internal',
      retryable: false,
      message: 'The browser computes no digests for this page: open it by https or from localhost.',
    });
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
