import { abortError } from './clip-errors.ts';

/** A promise with its handles outside. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  resolve: (value: T) => void = () => {};
  reject: (reason: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Often nobody waits for it; whoever does hears of the failure all the same.
    this.promise.catch(() => {});
  }
}

/**
 * Waits for `promise`, but no longer than until `signal` aborts; what it stands for goes on unless `onAbort` ends it.
 * @throws {DOMException} AbortError when `signal` aborts
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, onAbort?: () => void): Promise<T> {
  const aborted = new Deferred<never>();
  const listener = () => {
    onAbort?.();
    aborted.reject(abortError());
  };
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true });
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}
