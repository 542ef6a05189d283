import { SonoscoreError } from '../app/index.ts';
import type { Server } from './classify.ts';

/** The longest thinking comes to a few megabytes; a stream wraps each of its words into a hundred bytes and more. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The body as text, as far as it is one that a model may have written.
 * @throws {SonoscoreError} `malformed-reply` where it does not end within 32 MB
 */
export async function readText(response: Response, server: Server): Promise<string> {
  if (response.body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let byteCount = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    byteCount += value.length;
    if (byteCount > MOST_BYTES) {
      // Nobody waits for the server to notice.
      reader.cancel().catch(() => undefined);
      throw new SonoscoreError({
        kind: 'malformed-reply',
        retryable: false,
        message: `The reply of ${server.label} is longer than any answer (over ${MOST_BYTES / 2 ** 20} MB), so it was not taken: check the base URL, or limit the answer’s tokens.`,
      });
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
  return texts.join('') + decoder.decode();
}
