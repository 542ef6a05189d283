import type { Readable, Writable } from 'node:stream';

/** A Node stream as a web stream that reads only when it is read: what is slow at one end is slow at the other. */
export function toWebStream(readable: Readable): ReadableStream<Uint8Array> {
  const chunks = readable[Symbol.asyncIterator]();
  // A stream may break before anybody reads; the reader then hears of it from the iterator.
  readable.on('error', () => undefined);
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next();
        const chunk: unknown = next.value;
        if (next.done === true) controller.close();
        else if (chunk instanceof Uint8Array) controller.enqueue(chunk);
      },
      cancel() {
        readable.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Writes a web stream into a Node stream, no faster than that takes it, and ends it. Where either end breaks, the other is
 * let go of too; a writable that broke is destroyed, so that its peer does not take half for the whole.
 */
export async function pump(from: ReadableStream<Uint8Array>, to: Writable): Promise<void> {
  const reader = from.getReader();
  // Also ends a read that waits.
  const letGo = () => void reader.cancel().catch(() => undefined);
  to.once('close', letGo);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (to.destroyed) return;
      if (done) break;
      if (!to.write(value)) await drained(to);
    }
    to.end();
  } catch (error) {
    to.destroy();
    throw error;
  } finally {
    to.off('close', letGo);
  }
}

function drained(to: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      to.off('drain', done);
      to.off('close', done);
      resolve();
    };
    to.once('drain', done);
    to.once('close', done);
  });
}
